import { execFileSync } from 'node:child_process';
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { sumIn } from '../e2e/harness/ops-port.ts';
import { type Served, serve, temporaryFolder } from './daemonward-process.ts';

/** As large as Linux makes a pipe, unless told otherwise. */
const PIPE_BYTES = 65_536;

function opened(path: string, flags: number): number {
  const file = openSync(path, flags);
  onTestFinished(() => closeSync(file));
  return file;
}

function fullDisk(): number {
  return opened('/dev/full', constants.O_WRONLY);
}

/** A collector that has stopped to read: what it was sent before stands in the pipe. */
function unreadPipe(): number {
  const path = join(temporaryFolder(), 'log');
  execFileSync('mkfifo', [path]);
  const pipe = opened(path, constants.O_RDWR | constants.O_NONBLOCK);
  writeSync(pipe, Buffer.alloc(PIPE_BYTES));
  return pipe;
}

async function metrics({ opsUrl }: Served): Promise<string> {
  return (await fetch(`${opsUrl}/metrics`)).text();
}

test.each([
  ['a disk that is full', fullDisk],
  ['a pipe that nobody reads', unreadPipe],
])('%s keeps it neither from serving nor from ending', async (_what, log) => {
  const served = await serve('', 0, log());

  const { status } = await fetch(`${served.opsUrl}/readyz`);
  served.child.kill('SIGTERM');
  const { code } = await served.finished;

  expect(status).toBe(200);
  expect(code).toBe(0);
});

test('writes that fail are counted', async () => {
  const served = await serve('', 0, fullDisk());

  const text = await metrics(served);

  expect(sumIn(text, 'daemonward_log_write_failures_total', {})).toBeGreaterThan(0);
  expect(sumIn(text, 'daemonward_log_lines_dropped_total', {})).toBe(0);
});
