import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

interface LockedPackage {
  readonly version?: string;
  readonly resolved?: string;
  readonly optionalDependencies?: Readonly<Record<string, string>>;
}

const text = readFileSync(new URL('../../../package-lock.json', import.meta.url), 'utf8');
const { packages }: { packages: Readonly<Record<string, LockedPackage>> } = JSON.parse(text);

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
