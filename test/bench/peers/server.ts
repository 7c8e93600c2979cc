/** A server that is measured, whoever wrote it: a process of its own that answers over TLS on a port of this machine. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import type { LoadOptions } from '../tls-load.ts';

export interface Server {
  readonly name: string;
  readonly port: number;
  /** Whose processor time is counted. */
  readonly pid: number;
  /** Where it answers what Daemonward answers at this path. */
  pathOf(path: string): string;
  /** What a caller shows. */
  readonly client?: LoadOptions;
  /** Of the requests that others get in a round, so that one that takes ten times as long does not make the round as long. */
  readonly share: number;
  stop(): Promise<void>;
}

/** With the certificate of the Daemonward beside it, so that all of them sign and encrypt alike. */
export interface KeyFiles {
  readonly key: string;
  readonly cert: string;
}

/** However this process ends, the child ends with it: a row that fails leaves nothing running. */
export function adopted<Child extends ChildProcess>(child: Child): Child {
  process.once('exit', () => child.kill('SIGKILL'));
  return child;
}

/** What it is waited for, unless it ends before: then nobody would wait for ever. */
export async function orItsEnd<T>(child: ChildProcess, awaited: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>();
  const onExit = (code: number | null) =>
    reject(new Error(`${child.spawnargs.join(' ')} ended with ${code}`));
  child.once('exit', onExit);
  try {
    return await Promise.race([awaited, promise]);
  } finally {
    child.off('exit', onExit);
  }
}

/** Starts a program that prints its port as its first line. */
export async function startPrinting(
  command: string,
  args: readonly string[],
): Promise<{ child: ChildProcess; line: string }> {
  const child = adopted(spawn(command, args, { stdio: ['ignore', 'pipe', 'inherit'] }));
  const [line] = await orItsEnd(child, once(child.stdout, 'data'));
  return { child, line: String(line).trim() };
}

export async function stopProcess(child: ChildProcess): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  child.kill('SIGKILL');
  await once(child, 'exit');
}
