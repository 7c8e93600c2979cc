/** Starts processes that never outlive this one, however it ends. */
import { type ChildProcess, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { isReport, type Order, type Report } from './supervised-process.ts';

export interface Command {
  /** Also the name of its log. */
  name: string;
  command: string;
  args: string[];
  env?: Record<string, string>;
}

export interface Exit {
  code: number | null;
  signal: string | null;
}

export interface Running {
  name: string;
  pid: number;
  log: string;
  /** Resolves when the process has ended; never rejects. */
  exited: Promise<Exit>;
  /** How it ended, or undefined while it runs. */
  exit(): Exit | undefined;
  /** Sends the signal and waits for the end. */
  stop(signal?: NodeJS.Signals): Promise<Exit>;
  signal(signal: NodeJS.Signals): void;
}

export interface Supervisor {
  /** A folder for the processes' files; it goes away with them, but `logs` stays when asked. */
  directory: string;
  logs: string;
  start(command: Command): Promise<Running>;
  end(options?: { keepLogs?: boolean }): Promise<void>;
}

const PROCESS_FILE = join(import.meta.dirname, 'supervisor-process.ts');

type Listener = (report: Report) => void;

function supervise(child: ChildProcess, listeners: Map<number, Listener>): Promise<void> {
  child.on('message', (message) => {
    if (isReport(message)) listeners.get(message.id)?.(message);
  });
  return new Promise((resolve) => {
    child.once('exit', () => {
      // Only when somebody killed the supervisor itself is anything of its group left.
      if (child.pid !== undefined) killGroup(child.pid);
      for (const [id, listener] of listeners)
        listener({ report: 'exited', id, code: null, signal: 'SIGKILL' });
      resolve();
    });
  });
}

function hold(child: ChildProcess, held: boolean): void {
  child[held ? 'ref' : 'unref']();
  child.channel?.[held ? 'ref' : 'unref']();
}

function killGroup(pid: number): void {
  try {
    process.kill(-pid, 'SIGKILL');
  } catch {
    // Nobody left, which is the usual case.
  }
}

/** One supervisor and one temporary folder; what it starts ends with `end()` or with this process. */
export function startSupervisor(): Supervisor {
  const directory = mkdtempSync(join(tmpdir(), 'daemonward-e2e-'));
  const logs = join(directory, 'logs');
  mkdirSync(logs);
  // execArgv: none of the test runner's own flags. detached: a session and group of its own.
  const child = fork(PROCESS_FILE, [directory], {
    detached: true,
    execArgv: [],
    stdio: ['ignore', 2, 2, 'ipc'],
  });
  const listeners = new Map<number, Listener>();
  const gone = supervise(child, listeners);
  let next = 0;
  let waiting = 0;

  /** A forgotten end() must not keep this process alive, since its own end is the order to stop; an answer may. */
  async function holding<T>(answer: Promise<T>): Promise<T> {
    waiting += 1;
    hold(child, true);
    try {
      return await answer;
    } finally {
      waiting -= 1;
      hold(child, waiting > 0);
    }
  }

  function send(order: Order): void {
    if (child.connected) child.send(order);
  }

  function start({ name, command, args, env = {} }: Command): Promise<Running> {
    next += 1;
    const id = next;
    const log = join(logs, `${name}.log`);
    let exit: Exit | undefined;
    const ended = Promise.withResolvers<Exit>();
    const begun = Promise.withResolvers<Running>();
    function signal(name: NodeJS.Signals): void {
      send({ order: 'signal', id, signal: name });
    }
    function stop(name: NodeJS.Signals = 'SIGTERM'): Promise<Exit> {
      signal(name);
      return holding(ended.promise);
    }
    listeners.set(id, (report) => {
      if (report.report === 'started') {
        begun.resolve({ name, pid: report.pid, log, exited: ended.promise, exit: () => exit, stop, signal });
        return;
      }
      listeners.delete(id);
      const message = report.report === 'failed' ? report.message : 'the supervisor has ended';
      begun.reject(new Error(`${name}: ${message}`));
      exit =
        report.report === 'exited'
          ? { code: report.code, signal: report.signal }
          : { code: null, signal: null };
      ended.resolve(exit);
    });
    send({ order: 'start', id, command, args, env, log });
    return holding(begun.promise);
  }

  async function end({ keepLogs = false }: { keepLogs?: boolean } = {}): Promise<void> {
    send({ order: 'end', keepLogs });
    await holding(gone);
  }

  hold(child, false);
  return { directory, logs, start, end };
}
