import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { type LockFile, withoutIntegrity } from '../../../.ci/lock-file.ts';

const text = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8');
const lock: LockFile = JSON.parse(text);
const { packages } = lock;

/** `npm ci` refuses a lock file that lacks them, also those of other platforms that a registry may not have. */
test('every optional dependency of every package is locked', () => {
  const missing = Object.entries(packages).flatMap(([path, { optionalDependencies = {} }]) =>
    Object.keys(optionalDependencies).filter(
      (name) => !packages[`node_modules/${name}`] && !packages[`${path}/node_modules/${name}`],
    ),
  );

  expect(missing).toEqual([]);
});

test('no package names the host it was downloaded from', () => {
  const resolved = Object.values(packages).filter((entry) => entry.resolved !== undefined);

  expect(resolved).toEqual([]);
});

/** `npm run lock:integrity` asks the registry for what is missing, and names what it does not have. */
test('every package, also of other platforms, has a checksum', () => {
  expect(withoutIntegrity(lock).map(({ path }) => path)).toEqual([]);
});
