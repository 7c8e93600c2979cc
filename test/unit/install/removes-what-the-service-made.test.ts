import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { daemonward, temporaryFolder } from '../cli/terminal.ts';
import { objectStore } from './object-store.ts';

const SECRETS = '/api/v1/namespaces/daemonward-system/secrets';
const OURS = { 'app.kubernetes.io/name': 'daemonward' };

test.each([
  ['the usual name', 'daemonward-tls', OURS, true],
  ['a name of the configuration', 'own-name', OURS, true],
  ['somebody else’s under that name', 'own-name', {}, false],
])('the Secret, %s', async (_whose, name, labels, isGone) => {
  const { kubeconfig, objects } = await objectStore();
  const config = join(temporaryFolder(), 'daemonward.yaml');
  writeFileSync(
    config,
    `apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\nserver: { tls: { secret: ${name} } }\n`,
  );
  objects.set(`${SECRETS}/${name}`, { metadata: { name, labels }, data: { 'ca.crt': 'Y2E=' } });
  const flags = ['--no-wait', '--kubeconfig', kubeconfig];
  const installed = await daemonward('install', '--image', 'r.example/d:1', '--config', config, ...flags);

  const removed = await daemonward('uninstall', ...flags);

  expect([installed.code, installed.err, removed.code, removed.err]).toEqual([0, '', 0, '']);
  expect(removed.out.includes(`secret/${name} -n daemonward-system deleted`)).toBe(isGone);
  expect([...objects.keys()]).toEqual(isGone ? [] : [`${SECRETS}/${name}`]);
});
