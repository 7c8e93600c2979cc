import { expect, test } from 'vitest';
import { ownNamespace } from '../../../src/config/own-namespace.ts';
import type { TextFile } from '../../../src/config/text-file.ts';

const absent: TextFile = { ok: false, message: 'does not exist' };
const mounted: TextFile = { ok: true, text: 'hooks\n' };

test.each([
  ['the variable of the manifest', { POD_NAMESPACE: 'platform' }, mounted, 'platform'],
  ['the file beside the token', {}, mounted, 'hooks'],
  ['an empty variable', { POD_NAMESPACE: '' }, mounted, 'hooks'],
  ['neither: not in a pod', {}, absent, undefined],
  ['what is no name', { POD_NAMESPACE: '$(POD_NAMESPACE)' }, absent, undefined],
  ['a file that is empty', {}, { ok: true, text: '\n' } as const, undefined],
])('%s', (_where, environment, file, namespace) => {
  const paths: string[] = [];
  const read = (path: string) => {
    paths.push(path);
    return file;
  };

  expect(ownNamespace(environment, read)).toBe(namespace);
  expect(paths).toEqual(['/var/run/secrets/kubernetes.io/serviceaccount/namespace']);
});
