import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { outcomeIn, succeeded, versionsTable } from '../../e2e/controlplane/version-runs.ts';
import { KUBERNETES_VERSIONS } from '../../e2e/controlplane/versions.ts';

const SCRIPT = fileURLToPath(new URL('../../e2e/run-versions.ts', import.meta.url));

test('three minor versions can be built, each from its own pins', () => {
  const minors = new Set(KUBERNETES_VERSIONS.map((version) => version.split('.')[1]));
  const folders = KUBERNETES_VERSIONS.map(
    (version) => new URL(`../../e2e/controlplane/kubernetes-${version}/go.sum`, import.meta.url),
  );

  expect(minors.size).toBeGreaterThanOrEqual(3);
  expect(folders.filter((file) => !existsSync(file))).toEqual([]);
});

test('the closing line counts, and the last of them', () => {
  expect(
    outcomeIn('a test says 1 passed, 1 failed\n3 passed, 1 failed\nlogs\n12 passed, 0 failed\n'),
  ).toEqual({
    passed: 12,
    failed: 0,
  });
  expect(outcomeIn('Tests  12 passed (12)\n')).toBeNull();
});

test('a run without its end, without tests or with a failure did not succeed', () => {
  const run = (outcome: { passed: number; failed: number } | null) => ({
    version: 'v1',
    outcome,
    milliseconds: 0,
  });

  expect(succeeded(run({ passed: 1, failed: 0 }))).toBe(true);
  expect(succeeded(run({ passed: 9, failed: 1 }))).toBe(false);
  expect(succeeded(run({ passed: 0, failed: 0 }))).toBe(false);
  expect(succeeded(run(null))).toBe(false);
});

test('the table has the newest first, and says where a run did not get to its end', () => {
  const runs = [
    { version: 'v1.9.2', outcome: { passed: 150, failed: 2 }, milliseconds: 600_001 },
    { version: 'v1.10.1', outcome: { passed: 152, failed: 0 }, milliseconds: 59_000 },
    { version: 'v1.8.0', outcome: null, milliseconds: 0 },
  ];

  expect(
    versionsTable(runs, '0.2.0', '2030-01-31'),
  ).toBe(`| Kubernetes | Passed | Failed | Took | Daemonward | Day |
| --- | --- | --- | --- | --- | --- |
| v1.10.1 | 152 | 0 | 1 min | 0.2.0 | 2030-01-31 |
| v1.9.2 | 150 | 2 | 11 min | 0.2.0 | 2030-01-31 |
| v1.8.0 | not run to its end |  | 0 min | 0.2.0 | 2030-01-31 |
`);
});

test.each([
  ['v1.2.3', /^e2e: DAEMONWARD_K8S_VERSION: v1\.2\.3 is not one of v1\.36/],
  ['--fast', /^e2e: Unknown option '--fast'/],
])('%s is wrong use, and nothing is started', (argument, message) => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [SCRIPT, argument], { encoding: 'utf8' });

  expect({ status, stdout }).toEqual({ status: 2, stdout: '' });
  expect(stderr).toMatch(message);
});
