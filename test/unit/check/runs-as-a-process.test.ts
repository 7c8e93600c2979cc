import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { BAD } from './fixtures.ts';

const MAIN = fileURLToPath(new URL('../../../src/main.ts', import.meta.url));

function start(...args: readonly string[]) {
  const child = spawn(process.execPath, [MAIN, 'check', ...args], { stdio: 'pipe' });
  onTestFinished(() => void child.kill('SIGKILL'));
  let err = '';
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  return { child, finished: once(child, 'close').then(([code]) => ({ code, err })) };
}

test('standard input is read to its end', async () => {
  const { child, finished } = start('-f', '-');
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });

  for (const piece of BAD.match(/.{1,40}/gs) ?? []) child.stdin.write(piece);
  child.stdin.end();

  expect(await finished).toEqual({ code: 1, err: '' });
  expect(out).toMatch(/^stdin:4:3: error: DaemonSet kube-system\/Agent: DW209 /);
});

test('a reader that leaves early is no failure', async () => {
  const { child, finished } = start('-f', '-');

  child.stdout.destroy();
  child.stdin.end(`${BAD}---\n`.repeat(1_000));

  expect(await finished).toEqual({ code: 1, err: '' });
});

test('input without end is given up', async () => {
  const { child, finished } = start('-f', '-');
  const line = '# and so on\n'.repeat(100_000);
  // The other end closes the pipe when it has enough.
  child.stdin.on('error', () => {});
  child.stdout.resume();

  const feed = setInterval(() => void child.stdin.write(line), 10);
  onTestFinished(() => clearInterval(feed));

  expect(await finished).toEqual({
    code: 2,
    err: 'stdin: unreadable: is larger than 16777216 bytes: split it\n',
  });
});
