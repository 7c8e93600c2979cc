/** Filter calls by names on clusters as large, with every daemon in its place or with every one missing. */
import { createProjector } from '../../src/cluster/projection/projector.ts';
import { OBJECT_KINDS } from '../../src/cluster/records.ts';
import { ClusterStore } from '../../src/cluster/store/store.ts';
import { UNOBSERVED } from '../../src/scheduler/observer.ts';
import { extenderOver } from '../unit/scheduler/extender.ts';
import type { Effort } from './effort.ts';
import { inProcess, JSON_PARSE, LIMITS } from './in-process.ts';
import type { Goal, Row } from './result.ts';

/** What a cluster usually has: network, proxy, logs, metrics. */
export const DAEMONS = ['net', 'proxy', 'logs', 'metrics'] as const;

/** Primes, so that steps of each visit all names: orders that no cache likes, and none like the last. */
const STRIDES = [7_919, 104_729, 15_485_863, 32_452_843] as const;

export const IN_ORDER = 'in order';
export const SHUFFLED = 'shuffled';

/** Names of nodes in order, from a start that moves on with each call, and shuffled. */
export async function filterByNames(
  count: number,
  { held, goals }: { readonly held: boolean; readonly goals: Readonly<Record<string, Goal>> },
  effort: Effort,
): Promise<Row[]> {
  const names = nodeNames(count);
  const { doors, pod } = clusterOf(names, held);
  const what = `${count.toLocaleString('en')} names, ${held ? 'room held on every node' : 'nothing held'}`;
  const rows: Row[] = [];
  for (const { order, bodies } of bodiesOf(names, pod)) {
    const work = (body: Buffer) => doors.get('/scheduler/filter')?.answer(body);
    const against = { [JSON_PARSE.name]: goals[order] ?? null };
    const contest = { what: `filter, ${what}, ${order}`, bodies, work, others: LIMITS, goals: against };
    rows.push(await inProcess(contest, effort));
  }
  return rows;
}

/** What a scheduler asks of a pod, with the names in order and shuffled. */
export function bodiesOf(names: readonly string[], pod: object): { order: string; bodies: Buffer[] }[] {
  const { length: count } = names;
  const turned = STRIDES.map((_, turn) => {
    const from = Math.floor((turn * count) / STRIDES.length);
    return [...names.slice(from), ...names.slice(0, from)];
  });
  const shuffled = STRIDES.map((stride) => names.map((_, index) => names[(index * stride) % count] ?? ''));
  const bodyOf = (NodeNames: string[]) => Buffer.from(JSON.stringify({ Pod: pod, Nodes: null, NodeNames }));
  return [
    { order: IN_ORDER, bodies: turned.map(bodyOf) },
    { order: SHUFFLED, bodies: shuffled.map(bodyOf) },
  ];
}

export function nodeNames(count: number): string[] {
  const part = (index: number, shift: number) => (index >> shift) & 0xff;
  return Array.from(
    { length: count },
    (_, index) =>
      `ip-10-${part(index, 16)}-${part(index, 8)}-${part(index, 0)}.eu-central-1.compute.internal`,
  );
}

/** Nodes with their daemons in their place, or missing: then room is held on every node. */
export function clusterOf(names: readonly string[], held: boolean) {
  const store = new ClusterStore({ kind: 'snapshot', detail: 'bench' });
  const { nodes, daemonSets, pods, orders } = createProjector();
  const put = <K extends 'nodes' | 'daemonSets' | 'pods' | 'orders'>(kind: K, object: unknown) => {
    const projected = { nodes, daemonSets, pods, orders }[kind](object);
    if (!projected.ok) throw new Error(projected.error);
    store.put(kind, projected.record as never);
  };
  for (const name of names) put('nodes', nodeObject(name));
  for (const name of DAEMONS) {
    put('daemonSets', daemonSetObject(name));
    if (held) continue;
    const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name, uid: name, controller: true };
    for (const nodeName of names) {
      put('pods', {
        metadata: {
          name: `${name}-${nodeName}`,
          namespace: 'kube-system',
          uid: `${name}-${nodeName}`,
          ownerReferences: [owner],
        },
        spec: { nodeName, containers: [{ name, resources: { requests: DAEMON_REQUESTS } }] },
        status: { phase: 'Running' },
      });
    }
  }
  const pod = tenantPod();
  put('pods', pod);
  for (const kind of OBJECT_KINDS) store.markSynced(kind);
  const over = extenderOver(store, { observer: UNOBSERVED });
  // As with the profile that users have by default: the scheduler tells which node it has chosen.
  const metadata = { name: 'another', namespace: 'shop', uid: 'another' };
  over.ask('filter', { Pod: { metadata, spec: { containers: [] } }, NodeNames: [names[0]] });
  over.ask('bind', { PodUID: 'another', Node: names[0] });
  return { ...over, pod, put };
}

const DAEMON_REQUESTS = { cpu: '100m', memory: '128Mi' };

export function nodeObject(name: string) {
  const allocatable = { cpu: '16', memory: '64Gi', pods: '110' };
  const conditions = [{ type: 'Ready', status: 'True' }];
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: { name, uid: name },
    status: { allocatable, conditions },
  };
}

export function daemonSetObject(name: string) {
  const spec = {
    priorityClassName: 'system-node-critical',
    containers: [{ name, resources: { requests: DAEMON_REQUESTS } }],
  };
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace: 'kube-system', uid: name, generation: 1 },
    spec: {
      selector: { matchLabels: { app: name } },
      template: { metadata: { labels: { app: name } }, spec },
    },
  };
}

/** As large as most: 5 KB, nearly all of it annotations and environment. */
export function tenantPod() {
  const annotations = Object.fromEntries(
    Array.from({ length: 60 }, (_, index) => [`example.com/key-${index}`, 'x'.repeat(60)]),
  );
  return {
    metadata: { name: 'web-1', namespace: 'shop', uid: 'web-1', resourceVersion: '1', annotations },
    spec: {
      priority: 0,
      containers: [{ name: 'web', resources: { requests: { cpu: '500m', memory: '1Gi' } } }],
    },
    status: { phase: 'Pending' },
  };
}
