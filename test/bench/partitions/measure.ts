/** One size of the simulated cluster, in a process of its own: `node --expose-gc measure.ts NODES` prints what it took as JSON. */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { fileURLToPath } from 'node:url';
import { connectTo } from '../../../src/cluster/api/connection.ts';
import { listPath } from '../../../src/cluster/api-kinds.ts';
import type { ReflectorReport } from '../../../src/cluster/watch/reflector.ts';
import { watchPartitions } from '../../../src/cluster/watch/watch.ts';
import { defaultConfiguration } from '../../../src/config/schema/schema.ts';
import { schedulerDoors } from '../../../src/scheduler/door.ts';
import { Extender } from '../../../src/scheduler/extender.ts';
import { UNOBSERVED } from '../../../src/scheduler/observer.ts';
import { schedulingSettings } from '../../../src/scheduler/settings.ts';
import { stopwatch } from '../thread-time.ts';
import type { ServedPartition } from './api-servers.ts';
import { daemonText, isNew, nodeName, nodeObject, TENANT_PARTITIONS } from './objects.ts';
import type { Measured } from './result.ts';

const BYTES_PER_MB = 1_000_000;
const BYTES_PER_KIB = 1_024;
const LOOK_EVERY_MS = 10;

/** What a scheduler looks at of a large cluster at a time: it stops when it has found enough that fit. */
const NAMES = 500;

/** The median of so many is told. */
const SAMPLES = 9;
const EVENTS = 21;
const US_PER_MS = 1_000;

const nodes = Number(process.argv[2] ?? 5_000);
const size = { nodes };

function heapMB(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return (heapUsed + arrayBuffers) / BYTES_PER_MB;
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

async function startServers(): Promise<{ process: ChildProcess; served: ServedPartition[] }> {
  const file = fileURLToPath(new URL('api-servers.ts', import.meta.url));
  const child = spawn(process.execPath, [file, String(nodes)], { stdio: ['ignore', 'pipe', 'inherit'] });
  const [line] = await once(child.stdout, 'data');
  return { process: child, served: JSON.parse(String(line)) };
}

/** A server that asks for no credentials. */
function kubeconfig(folder: string, { name, url }: ServedPartition): string {
  const file = join(folder, `${name}.kubeconfig`);
  const config = {
    apiVersion: 'v1',
    kind: 'Config',
    'current-context': name,
    clusters: [{ name, cluster: { server: url, 'insecure-skip-tls-verify': true } }],
    users: [{ name, user: {} }],
    contexts: [{ name, context: { cluster: name, user: name } }],
  };
  writeFileSync(file, JSON.stringify(config));
  return file;
}

const problems: string[] = [];
let received = 0;
const report: ReflectorReport = {
  listed: () => {},
  event: () => {},
  received: (_kind, bytes) => {
    received += bytes;
  },
  broken: (kind, { message }) => void problems.push(`${kind}: ${message}`),
  unreadable: (kind, message) => void problems.push(`${kind}: ${message}`),
  withheld: (kind, message) => void problems.push(`${kind}: ${message}`),
};

const folder = mkdtempSync(join(tmpdir(), 'daemonward-partitions-'));
const servers = await startServers();
const partitions = await Promise.all(
  servers.served.map(async (partition) => {
    const files = [kubeconfig(folder, partition)];
    const credentials = { kind: 'kubeconfig', files, context: undefined, namedBy: 'the bench' } as const;
    const { connection, detail } = await connectTo(credentials, 'bench');
    return { name: partition.name, role: partition.role, detail, connection, report };
  }),
);

const [loadAtStart = 0] = loadavg();
const idleHeap = heapMB();
const idleCpu = process.cpuUsage();
const begin = performance.now();
const { view, stop } = watchPartitions(partitions, {
  flavor: 'kubernetes',
  pageSize: 500,
  idleMs: 600_000,
});
while (!view.synced) await sleep(LOOK_EVERY_MS);
const syncSeconds = (performance.now() - begin) / 1_000;
const cpu = process.cpuUsage(idleCpu);
const peakRss = process.resourceUsage().maxRSS * BYTES_PER_KIB;

const settings = schedulingSettings(defaultConfiguration());
const extender = new Extender({
  settings: () => settings,
  view,
  // Nothing happens on the watches while it is measured.
  staleAfterSeconds: () => 3_600,
  now: Date.now,
  clock: () => performance.now(),
  observer: UNOBSERVED,
});
const beforeHolds = process.threadCpuUsage();
extender.look();
const forHolds = process.threadCpuUsage(beforeHolds);
const holdsMs = (forHolds.user + forHolds.system) / US_PER_MS;
const viewHeap = heapMB() - idleHeap;
const settledRss = process.memoryUsage().rss;

const doors = Array.from({ length: TENANT_PARTITIONS }, (_, number) =>
  schedulerDoors(extender, { takesWhole: false, partition: `tenant-${number}` }).get('/scheduler/filter'),
);

function bodyOf(pod: string, names: readonly string[], cpuAsked = '4'): Buffer {
  const Pod = {
    metadata: { name: pod, namespace: 'team-1', uid: pod, resourceVersion: '1' },
    spec: {
      schedulerName: 'default-scheduler',
      containers: [{ name: 'main', resources: { requests: { cpu: cpuAsked, memory: '1Gi' } } }],
    },
  };
  return Buffer.from(JSON.stringify({ Pod, Nodes: null, NodeNames: names }));
}

const all = Array.from({ length: nodes }, (_, number) => nodeName(number));

/** From another place each time, as a scheduler goes round. */
function sample(turn: number, count: number): string[] {
  const from = (turn * 7_919) % nodes;
  return Array.from({ length: count }, (_, index) => all[(from + index) % nodes] ?? '');
}

/** Of this thread alone, whatever else the machine does. */
function filterMs(count: number): number {
  let turn = 0;
  const bodies = doors.map((_, number) => bodyOf(`asked-${number}`, sample(number * 131, count)));
  const measure = stopwatch((body) => {
    turn += 1;
    doors[turn % TENANT_PARTITIONS]?.answer(body);
  }, bodies);
  return median(Array.from({ length: SAMPLES }, measure)) / US_PER_MS;
}

const filter500Ms = filterMs(NAMES);
const filterAllMs = filterMs(nodes);

function passes(node: string): boolean {
  const answer = doors[0]?.answer(bodyOf('watcher', [node], '31500m'));
  if (answer === undefined || answer instanceof Promise || !answer.ok) throw new Error('no answer');
  return JSON.parse(String(answer.value)).NodeNames?.length > 0;
}

async function send(partition: string, path: string, event: object): Promise<void> {
  const url = servers.served.find(({ name }) => name === partition)?.url;
  await fetch(`${url}/event`, { method: 'POST', body: JSON.stringify({ path, event }) });
}

/** From the moment at which an API server is told to send it to the first decision that goes by it. */
async function eventMs(change: () => Promise<void>, isSeen: () => boolean): Promise<number> {
  const start = performance.now();
  const sent = change();
  while (!isSeen()) await new Promise((resolve) => setImmediate(resolve));
  const ms = performance.now() - start;
  await sent;
  return ms;
}

const nodeTimes: number[] = [];
const podTimes: number[] = [];
for (let turn = 0; turn < EVENTS; turn += 1) {
  // A node that joins owes its daemons of all partitions their room from the first event on.
  const number = nodes + turn;
  const joins = () =>
    send('resource-1', listPath('nodes', 'kubernetes'), {
      type: 'ADDED',
      object: JSON.parse(nodeObject(number)),
    });
  nodeTimes.push(await eventMs(joins, () => extender.ledger.holdsOn(nodeName(number)).length > 0 || !look()));
  if (passes(nodeName(number))) problems.push(`${nodeName(number)} was not held`);
  // A daemon that goes leaves its room to the next one of its own.
  const old = turn;
  const gone = JSON.parse(daemonText(2, old % 10, old));
  const goes = () =>
    send('tenant-2', listPath('pods', 'kubernetes'), {
      type: 'DELETED',
      object: { ...gone, metadata: { ...gone.metadata, resourceVersion: String(3_000_000 + turn) } },
    });
  podTimes.push(await eventMs(goes, () => extender.ledger.holdsOn(nodeName(old)).length > 0 || !look()));
}

/** What a call does first; false, so that it can stand where a condition is waited for. */
function look(): boolean {
  extender.ready('filter', 'tenant-0');
  return true;
}

const holds = [...extender.ledger.all().values()].reduce((sum, list) => sum + list.length, 0);
const counts = view.counts();
const newNodes = all.filter((_, number) => isNew(number, size)).length;
const measured: Measured = {
  nodes,
  pods: counts.pods,
  daemonSets: counts.daemonSets,
  newNodes,
  load: rounded(loadAtStart, 1),
  holds,
  receivedMB: rounded(received / BYTES_PER_MB, 0),
  syncSeconds: rounded(syncSeconds, 1),
  cpuSeconds: rounded((cpu.user + cpu.system) / 1e6, 1),
  viewHeapMB: rounded(viewHeap, 0),
  settledRssMB: rounded(settledRss / BYTES_PER_MB, 0),
  peakRssMB: rounded(peakRss / BYTES_PER_MB, 0),
  holdsMs: rounded(holdsMs, 0),
  filter500Ms: rounded(filter500Ms, 2),
  filterAllMs: rounded(filterAllMs, 2),
  nodeEventMs: rounded(median(nodeTimes), 1),
  podEventMs: rounded(median(podTimes), 1),
  problems,
};
console.log(JSON.stringify(measured));
await stop();
servers.process.kill();
rmSync(folder, { recursive: true });
