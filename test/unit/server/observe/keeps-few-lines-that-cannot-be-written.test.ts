import { spawnSync } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';

const MODULES = new URL('../../../../src/server/observe/', import.meta.url);
const LINE_BYTES = 1_000;

/** Standard error belongs to a process, so that the test needs one of its own. */
const programOf = (lines: number) => `
  import { createMetrics } from '${MODULES}metrics.ts';
  import { logDestination } from '${MODULES}log-destination.ts';
  const metrics = createMetrics();
  const destination = logDestination(metrics);
  for (let line = 0; line < ${lines}; line += 1) {
    destination.write('x'.repeat(${LINE_BYTES - 1}) + '\\n');
    if (line % 100 === 0) await new Promise(setImmediate);
  }
  await destination.end();
  const valueOf = async (metric) => (await metric.get()).values[0].value;
  console.log(JSON.stringify({ dropped: await valueOf(metrics.logDropped), failures: await valueOf(metrics.logFailures) }));
`;

function run(log: string, lines: number) {
  const file = openSync(log, 'a');
  onTestFinished(() => closeSync(file));
  const { stdout, status } = spawnSync(
    process.execPath,
    ['--input-type=module', '--eval', programOf(lines)],
    {
      stdio: ['ignore', 'pipe', file],
      encoding: 'utf8',
      timeout: 20_000,
    },
  );
  return { status, ...JSON.parse(stdout) };
}

/** As many lines of that length as are kept. */
const KEPT = (2 * 1024 * 1024) / LINE_BYTES;

test('a disk that is full: two megabytes wait for room, and the lines after them are dropped and counted', () => {
  const { status, dropped, failures } = run('/dev/full', 10 * KEPT);

  expect(status).toBe(0);
  expect(failures).toBeGreaterThan(0);
  expect(dropped).toBe(Math.ceil(10 * KEPT) - Math.floor(KEPT));
});

test('as many as that at once, and a disk that takes them: nothing is dropped', () => {
  const { status, dropped, failures } = run('/dev/null', Math.floor(KEPT));

  expect({ status, dropped, failures }).toEqual({ status: 0, dropped: 0, failures: 0 });
});
