/**
 * A process of its own that starts the others and outlives whoever asked for them, if only by a moment: when its
 * channel closes, for whatever reason, also SIGKILL, it ends all it started. It leads its own process group, so
 * Ctrl-C in a terminal does not reach it before it has done that.
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { closeSync, openSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { isOrder, type Report, type StartOrder } from './supervised-process.ts';

/** The one folder that stays when something went wrong. */
const LOGS = 'logs';

const [, , directory = ''] = process.argv;
const children = new Map<number, ChildProcess>();
let ending = false;

function report(message: Report): void {
  // Who asked may have gone in this very moment: that is the disconnect's to deal with, not an error here.
  if (process.connected) process.send?.(message, undefined, undefined, () => {});
}

function start(order: StartOrder): void {
  const log = openSync(order.log, 'a');
  const env = { ...process.env, ...order.env };
  const child = spawn(order.command, order.args, { cwd: directory, env, stdio: ['ignore', log, log] });
  closeSync(log);
  children.set(order.id, child);
  child.once('spawn', () => report({ report: 'started', id: order.id, pid: child.pid ?? 0 }));
  child.once('error', (error) => {
    children.delete(order.id);
    report({ report: 'failed', id: order.id, message: error.message });
  });
  child.once('exit', (code, signal) => {
    children.delete(order.id);
    report({ report: 'exited', id: order.id, code, signal });
  });
}

/** Nothing here is worth a graceful end: the data is thrown away with the process. */
async function end(keepLogs: boolean): Promise<void> {
  if (ending) return;
  ending = true;
  const exits = [...children.values()].map((child) => new Promise((resolve) => child.once('exit', resolve)));
  for (const child of children.values()) child.kill('SIGKILL');
  await Promise.all(exits);
  if (keepLogs) {
    for (const name of readdirSync(directory)) {
      if (name !== LOGS) rmSync(join(directory, name), { recursive: true, force: true });
    }
  } else {
    rmSync(directory, { recursive: true, force: true });
  }
  killGroup();
}

/** Also what the children may have started in their turn; this process goes with it. */
function killGroup(): void {
  process.kill(-process.pid, 'SIGKILL');
}

process.on('message', (message) => {
  if (!isOrder(message) || ending) return;
  if (message.order === 'start') start(message);
  else if (message.order === 'signal') children.get(message.id)?.kill(message.signal);
  else void end(message.keepLogs);
});
process.on('disconnect', () => {
  // The terminal may be gone as well; then nobody wants to know.
  process.stderr.on('error', () => {});
  if (!ending) process.stderr.write(`interrupted; logs: ${join(directory, LOGS)}\n`);
  void end(true);
});
// A mistake in this file must not leave anything running either.
process.on('exit', killGroup);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => void end(true));
