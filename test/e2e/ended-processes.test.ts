/** However a test process ends, nothing that it started is left behind. */
import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { type Entry, processTable } from './harness/process-table.ts';
import { type Command, type Supervisor, startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';

const STARTER = join(import.meta.dirname, 'harness', 'sleepers.ts');

function processesWith(text: string): Entry[] {
  return processTable().filter(({ command }) => command.includes(text));
}

function groupOf(pid: number): Entry[] {
  const group = processTable().find((entry) => entry.pid === pid)?.group;
  return processTable().filter((entry) => entry.group === group);
}

let starter: ChildProcess | undefined;
let supervisor: Supervisor | undefined;
afterEach(async () => {
  starter?.kill('SIGKILL');
  await supervisor?.end();
  starter = undefined;
  supervisor = undefined;
});

/** Starts a process that starts sleepers, and waits for the folder that it tells. */
async function startStarter(mode: string): Promise<{ child: ChildProcess; directory: string }> {
  const child = spawn(process.execPath, [STARTER, mode], { stdio: ['ignore', 'pipe', 'ignore'] });
  starter = child;
  let output = '';
  child.stdout?.on('data', (chunk) => {
    output += chunk;
  });
  await waitFor(
    'the folder of the sleepers',
    () => output,
    (text) => text.endsWith('\n'),
  );
  return { child, directory: output.trim() };
}

test.each([
  { how: 'SIGINT', mode: 'wait' },
  { how: 'SIGTERM', mode: 'wait' },
  { how: 'SIGHUP', mode: 'wait' },
  { how: 'SIGKILL', mode: 'wait' },
  { how: 'an uncaught error', mode: 'throw' },
  { how: 'an exit without a stop', mode: 'exit' },
])('after $how all processes end, and only the logs stay', async ({ how, mode }) => {
  const { child, directory } = await startStarter(mode);
  const before = mode === 'wait' ? processesWith(directory) : [];

  if (how.startsWith('SIG')) process.kill(child.pid ?? 0, how);
  await waitFor('no process left', () => processesWith(directory), isEmpty);

  if (mode === 'wait') expect(before.length).toBeGreaterThanOrEqual(3);
  expect(existsSync(join(directory, 'data'))).toBe(false);
  expect(existsSync(join(directory, 'logs', 'first.log'))).toBe(true);
  rmSync(directory, { recursive: true });
});

function isEmpty(list: readonly unknown[]): boolean {
  return list.length === 0;
}

function sleeper(name: string, directory: string): Command {
  return { name, command: 'sh', args: ['-c', 'sleep 600 & sleep 600', directory] };
}

test('a supervisor that is killed takes its processes with it', async () => {
  supervisor = startSupervisor();
  const { directory } = supervisor;
  const running = await supervisor.start(sleeper('orphan', directory));
  const parent = processTable().find(({ pid }) => pid === running.pid)?.parent ?? 0;

  process.kill(parent, 'SIGKILL');
  await running.exited;
  await waitFor('no process left', () => processesWith(directory), isEmpty);

  expect(running.exit()).toEqual({ code: null, signal: 'SIGKILL' });
  rmSync(directory, { recursive: true });
});

test('an ordered end leaves neither processes, nor their children, nor files', async () => {
  const ended = startSupervisor();
  const running = await ended.start(sleeper('first', ended.directory));
  const group = await waitFor(
    'supervisor, shell and both sleeps',
    () => groupOf(running.pid),
    ({ length }) => length === 4,
  );

  await ended.end();

  const pids = new Set(group.map(({ pid }) => pid));
  await waitFor('no process left', () => processTable().filter(({ pid }) => pids.has(pid)), isEmpty);
  expect(existsSync(ended.directory)).toBe(false);
});

test('a program that does not exist is an error that names it', async () => {
  supervisor = startSupervisor();

  const starting = supervisor.start({ name: 'etcd', command: '/nowhere/etcd', args: [] });

  await expect(starting).rejects.toThrow('etcd: spawn /nowhere/etcd ENOENT');
});
