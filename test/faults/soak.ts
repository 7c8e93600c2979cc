/** A service as a process, its reviews measured in quiet and then beside a crowd and a stream of the largest bodies. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { clientIn } from '../../src/server/tls/folder/folder-paths.ts';
import { reviewOf } from '../http/reviews.ts';

const fileOf = (name: string) => fileURLToPath(new URL(name, import.meta.url));

/** An API server asks again and again; this often is a busy cluster. */
const BETWEEN_REVIEWS_MS = 5;

/** As the Dockerfile and the manifests start it. */
const AS_IN_THE_IMAGE = '--max-semi-space-size=4';

/**
 * How nice those are who attack, where times are measured. In a cluster they have processors of their own; here they would take
 * the service's, and what is measured would be how Linux divides two processors among four. They are not kept from sending: see
 * `statuses`.
 */
export const ELSEWHERE = 10;

const REVIEW = Buffer.from(JSON.stringify(reviewOf()));

export interface SoakOptions {
  readonly quietSeconds: number;
  readonly loadSeconds: number;
  readonly connections: number;
  readonly niceness: number;
  /** Every so manieth of the largest bodies is sent: to make them all takes six seconds. */
  readonly bodyStep: number;
}

export interface SoakFigures {
  readonly quiet: Latency;
  readonly loaded: Latency;
  readonly connectionsAsked: number;
  readonly connectionsLeft: number;
  /** How many of the largest bodies got which status. */
  readonly statuses: Readonly<Record<string, number>>;
  readonly memoryBytes: { readonly quiet: number; readonly most: number; readonly after: number };
}

export interface Latency {
  readonly reviews: number;
  readonly failed: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly longestMs: number;
}

export async function soak(options: SoakOptions): Promise<SoakFigures> {
  const { quietSeconds, loadSeconds, connections, niceness, bodyStep } = options;
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-soak-'));
  const service = await startService(folder);
  try {
    const { port, child } = service;
    const ca = readFileSync(join(folder, 'certs', 'ca.crt'));
    await measure(port, ca, 1);
    const quiet = await measure(port, ca, quietSeconds);
    const quietBytes = residentBytes(child);
    const { cert, key } = clientIn(join(folder, 'certs'), 'scheduler');
    const ours = join(folder, 'certs', 'ca.crt');
    const stream = await helper('stream.ts', [port, loadSeconds, ours, cert, key, bodyStep], niceness);
    const crowd = await helper('crowd.ts', [port, connections, loadSeconds], niceness);
    let most = quietBytes;
    const watch = setInterval(() => {
      most = Math.max(most, residentBytes(child));
    }, 100);
    const loaded = await measure(port, ca, loadSeconds);
    const [left, statuses] = await Promise.all([crowd.printed, stream.printed]);
    clearInterval(watch);
    await measure(port, ca, 1);
    return {
      quiet,
      loaded,
      connectionsAsked: connections,
      connectionsLeft: Number(left),
      statuses: JSON.parse(statuses),
      memoryBytes: { quiet: quietBytes, most, after: residentBytes(child) },
    };
  } finally {
    service.child.kill('SIGKILL');
    await once(service.child, 'close');
    rmSync(folder, { recursive: true, force: true });
  }
}

async function startService(folder: string): Promise<{ child: ChildProcess; port: number }> {
  const config = join(folder, 'daemonward.yaml');
  const text = [
    'apiVersion: daemonward.dev/v1alpha1',
    'kind: Configuration',
    'server: {address: 127.0.0.1, port: 0, tls: {directory: certs}}',
    'ops: {port: 0}',
    'log: {level: error}',
    'cluster: {snapshots: [cluster.yaml]}',
  ];
  writeFileSync(config, `${text.join('\n')}\n`);
  writeFileSync(join(folder, 'cluster.yaml'), readFileSync(fileOf('../../examples/cluster.yaml')));
  const main = fileOf('../../src/main.ts');
  const child = spawn(process.execPath, [main, 'serve', '--config', config], {
    cwd: folder,
    env: { ...process.env, NODE_OPTIONS: AS_IN_THE_IMAGE },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
  });
  while (!out.includes('Ctrl-C')) {
    if (child.exitCode !== null) throw new Error('the service did not start');
    await sleep(50);
  }
  return { child, port: Number(/https:\/\/[^:]+:(\d+)/.exec(out)?.[1]) };
}

/** A script that runs beside, from its first line on: then it is ready, and begins. */
async function helper(script: string, args: readonly (string | number)[], niceness: number) {
  const child = spawn(process.execPath, [fileOf(script), ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  if (child.pid !== undefined && niceness > 0) setPriority(child.pid, niceness);
  let out = '';
  child.stdout.setEncoding('utf8').on('data', (chunk: string) => {
    out += chunk;
  });
  const printed = once(child, 'close').then(() => out);
  await once(child.stdout, 'data');
  return { printed };
}

async function measure(port: number, ca: Buffer, seconds: number): Promise<Latency> {
  const agent = new Agent({ ca, keepAlive: true, maxSockets: 2 });
  const times: number[] = [];
  let failed = 0;
  const until = performance.now() + seconds * 1_000;
  while (performance.now() < until) {
    const begin = performance.now();
    if ((await review(agent, port)) !== 200) failed += 1;
    times.push(performance.now() - begin);
    await sleep(BETWEEN_REVIEWS_MS);
  }
  agent.destroy();
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => Number((sorted[Math.floor(sorted.length * share)] ?? 0).toFixed(2));
  return { reviews: times.length, failed, p50Ms: at(0.5), p99Ms: at(0.99), longestMs: at(0.99999) };
}

function review(agent: Agent, port: number): Promise<number> {
  return new Promise((resolve) => {
    const headers = { 'content-type': 'application/json', 'content-length': REVIEW.length };
    const path = '/validate/daemonsets';
    const outgoing = request(
      { agent, host: '127.0.0.1', port, path, method: 'POST', headers },
      (incoming) => {
        incoming.resume();
        incoming.once('end', () => resolve(incoming.statusCode ?? 0));
      },
    );
    outgoing.once('error', () => resolve(0));
    outgoing.end(REVIEW);
  });
}

/** Linux says how much memory a process has; elsewhere nothing is measured. */
function residentBytes({ pid }: ChildProcess): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8');
    return Number(/VmRSS:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024;
  } catch {
    return 0;
  }
}
