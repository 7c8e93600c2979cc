/** `daemonward` as a process of its own, for what only a process shows: signals, exit codes, standard output. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const MAIN = fileURLToPath(new URL('../../src/main.ts', import.meta.url));

export interface Finished {
  readonly code: number | null;
  readonly out: string;
  readonly err: string;
}

export interface Running {
  readonly child: ChildProcess;
  out(): string;
  err(): string;
  readonly finished: Promise<Finished>;
}

/** A folder that is gone after the test. */
export function temporaryFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-process-'));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

/** `log`: an open file that is its standard error, instead of a pipe that is read. */
export function start(args: readonly string[], cwd = temporaryFolder(), log?: number): Running {
  const child = spawn(process.execPath, [MAIN, ...args], { cwd, stdio: ['ignore', 'pipe', log ?? 'pipe'] });
  let out = '';
  let err = '';
  child.stdout?.setEncoding('utf8').on('data', (text: string) => {
    out += text;
  });
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    err += text;
  });
  const finished = once(child, 'close').then(([code]) => ({ code, out, err }));
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await finished;
  });
  return { child, out: () => out, err: () => err, finished };
}

export function run(args: readonly string[], cwd?: string): Promise<Finished> {
  return start(args, cwd).finished;
}

export const SMALL_CLUSTER = `
apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}, conditions: [{type: Ready, status: "True"}]}
`;

export interface Served extends Running {
  readonly folder: string;
  readonly config: string;
  readonly port: number;
  readonly opsUrl: string;
}

/** Starts the service on free ports and waits until it serves. `more` is added to the configuration. */
export async function serve(more = '', drainSeconds = 0, log?: number): Promise<Served> {
  const folder = temporaryFolder();
  const config = join(folder, 'daemonward.yaml');
  writeFileSync(join(folder, 'cluster.yaml'), SMALL_CLUSTER);
  writeFileSync(config, configurationText(more, drainSeconds));
  const running = start(['serve', '--config', config], folder, log);
  await until(() => running.out().includes('Ctrl-C'), running);
  return { ...running, folder, config, ...portsOf(running.out()) };
}

/** From the lines that the service greets with. */
export function portsOf(greeting: string): { port: number; opsUrl: string } {
  const ports =
    /localhost:(\d+) .* and (http:\/\/[\d.]+:\d+)|127\.0\.0\.1:(\d+) .* and (http:\/\/[\d.]+:\d+)/.exec(
      greeting,
    );
  return { port: Number(ports?.[1] ?? ports?.[3]), opsUrl: ports?.[2] ?? ports?.[4] ?? '' };
}

export function configurationText(more = '', drainSeconds = 0): string {
  return `apiVersion: daemonward.dev/v1alpha1
kind: Configuration
server: {address: 127.0.0.1, port: 0, drainSeconds: ${drainSeconds}}
ops: {port: 0}
cluster: {snapshots: [cluster.yaml]}
${more}`;
}

/** Looks again and again; a process that ends meanwhile ends the waiting with what it said. */
export async function until(
  condition: () => boolean | Promise<boolean>,
  running?: Pick<Running, 'child' | 'err'>,
): Promise<void> {
  while (!(await condition())) {
    if (running && running.child.exitCode !== null) throw new Error(`the process ended: ${running.err()}`);
    await new Promise((resolve) => setTimeout(resolve, 20));
  }
}
