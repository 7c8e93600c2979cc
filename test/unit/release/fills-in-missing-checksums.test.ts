import { expect, test } from 'vitest';
import {
  lockedPackages,
  shippedOnly,
  shippedPackages,
  withIntegrity,
  withoutIntegrity,
} from '../../../.ci/lock-file.ts';

const LOCK = {
  name: 'small',
  packages: {
    '': { version: '1.0.0', devDependencies: { tool: '3' } },
    'node_modules/a': { version: '1.0.0', integrity: 'sha512-a' },
    'node_modules/a/node_modules/@scope/b': { version: '2.0.0', license: 'MIT' },
    'node_modules/tool': { version: '3.0.0', integrity: 'sha512-tool', dev: true },
    'node_modules/both': { version: '4.0.0', integrity: 'sha512-both', devOptional: true },
  },
};

test('a package has the name of its last folder, and the project itself is none', () => {
  expect(lockedPackages(LOCK).map(({ name }) => name)).toEqual(['a', '@scope/b', 'tool', 'both']);
});

test('tools of ours are not shipped', () => {
  expect(shippedPackages(LOCK).map(({ name }) => name)).toEqual(['a', '@scope/b']);
  expect(shippedOnly(LOCK)).toEqual({
    name: 'small',
    packages: {
      '': { version: '1.0.0' },
      'node_modules/a': LOCK.packages['node_modules/a'],
      'node_modules/a/node_modules/@scope/b': LOCK.packages['node_modules/a/node_modules/@scope/b'],
    },
  });
});

test('what the registry says is written where npm writes it, and nothing else changes', () => {
  const [lacking] = withoutIntegrity(LOCK);

  const mended = withIntegrity(LOCK, new Map([[lacking?.path ?? '', 'sha512-b']]));

  expect(withoutIntegrity(mended)).toEqual([]);
  expect(JSON.stringify(mended)).toBe(
    JSON.stringify(LOCK).replace(
      '{"version":"2.0.0","license"',
      '{"version":"2.0.0","integrity":"sha512-b","license"',
    ),
  );
});
