/** Nodes by the thousand, in pools that one test has for itself. */
import type { Labels, ResourceList, Taint } from '../../../src/kube/objects.ts';
import type { Client, KubeObject } from './client.ts';
import { BY_HAND } from './kwok.ts';
import { inParallel } from './parallel.ts';
import { waitFor } from './wait-for.ts';

/** On every node that a test made; the pool's name is its value. */
export const POOL_LABEL = 'e2e.daemonward.dev/pool';

const DEFAULT_SIZE: ResourceList = { cpu: '4', memory: '16Gi', pods: '110' };

/** Thousands of nodes lose their first taint at the controller manager's pace. */
const READY_WITHIN_MS = 180_000;

/** A look lists the whole pool: for thousands of nodes it must stay a small part of the API server's work. */
const LOOK_EVERY_MS = 100;
const LOOK_EVERY_MS_PER_NODE = 1;

export interface NodeOptions {
  /** What the nodes' names begin with; not used by another test. */
  namePrefix: string;
  /** The same unless given: for a pool of nodes of several kinds. */
  pool?: string;
  size?: ResourceList;
  labels?: Labels;
  taints?: readonly Taint[];
  unschedulable?: boolean;
  /** False: not ready, and left so. */
  ready?: boolean;
  /** The number of the first node, for a pool that grows. */
  from?: number;
  /** False: returns as soon as they are made, for a test that lets other things happen meanwhile. */
  awaitReady?: boolean;
}

interface NodeCondition {
  type: string;
  status: string;
  reason: string;
}

export interface Node extends KubeObject {
  spec?: { taints?: readonly Taint[]; unschedulable?: boolean };
  status?: { allocatable?: ResourceList; capacity?: ResourceList; conditions?: readonly NodeCondition[] };
}

export function nodeName(prefix: string, index: number): string {
  return `${prefix}-${String(index).padStart(5, '0')}`;
}

/** Those that a kubelet gives; without the old names the controller manager would add them with one more write. */
function kubeletLabels(name: string): Labels {
  const os = { 'kubernetes.io/os': 'linux', 'beta.kubernetes.io/os': 'linux' };
  const arch = { 'kubernetes.io/arch': 'amd64', 'beta.kubernetes.io/arch': 'amd64' };
  return { 'kubernetes.io/hostname': name, ...os, ...arch };
}

/** A node as a kubelet would register it; sent with its status, so that one request makes it Ready. */
export function nodeObject(index: number, options: NodeOptions): Node {
  const { namePrefix, size = {}, labels = {}, taints = [], unschedulable = false, ready = true } = options;
  const { pool = namePrefix } = options;
  const name = nodeName(namePrefix, index);
  const resources = { ...DEFAULT_SIZE, ...size };
  const now = new Date().toISOString();
  const condition = {
    type: 'Ready',
    status: ready ? 'True' : 'False',
    reason: ready ? 'KubeletReady' : 'KubeletNotReady',
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  };
  return {
    apiVersion: 'v1',
    kind: 'Node',
    metadata: {
      name,
      labels: { ...kubeletLabels(name), [POOL_LABEL]: pool, ...labels },
      annotations: ready ? {} : { [BY_HAND]: 'true' },
    },
    spec: { taints, unschedulable },
    status: { allocatable: resources, capacity: resources, conditions: [condition] },
  };
}

function poolPath(pool: string): string {
  return `/api/v1/nodes?labelSelector=${encodeURIComponent(`${POOL_LABEL}=${pool}`)}`;
}

function isReady(node: Node): boolean {
  const ready =
    node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True') ?? false;
  const tainted = node.spec?.taints?.some(({ key }) => key === 'node.kubernetes.io/not-ready') ?? false;
  return ready && !tainted;
}

export function listPool(client: Client, pool: string): Promise<Node[]> {
  return client.list<Node>(poolPath(pool));
}

/** Makes the nodes and waits until they are Ready and free of the taint that every new node gets. */
export async function createNodes(client: Client, count: number, options: NodeOptions): Promise<string[]> {
  const { from = 0, ready = true, namePrefix, pool = namePrefix, awaitReady = ready } = options;
  const indexes = Array.from({ length: count }, (_, offset) => from + offset);
  await inParallel(indexes, (index) => client.create('/api/v1/nodes', nodeObject(index, options)));
  const names = indexes.map((index) => nodeName(namePrefix, index));
  if (!awaitReady) return names;
  const wanted = new Set<string>(names);
  await waitFor(
    `${count} nodes of pool ${pool} Ready`,
    async () => {
      const nodes = await listPool(client, pool);
      return nodes.filter((node) => wanted.has(node.metadata?.name ?? '') && isReady(node)).length;
    },
    (readyNodes) => readyNodes === count,
    { withinMs: READY_WITHIN_MS, everyMs: LOOK_EVERY_MS + LOOK_EVERY_MS_PER_NODE * count },
  );
  return names;
}

/** Makes a node Ready that was made not to be, as a kubelet does some time after it has registered. */
export async function makeReady(client: Client, name: string): Promise<void> {
  const conditions = [{ type: 'Ready', status: 'True', reason: 'KubeletReady' }];
  await client.patch(`/api/v1/nodes/${name}/status`, { status: { conditions } }, 'strategic');
}

export async function deletePool(client: Client, pool: string): Promise<void> {
  await client.delete(poolPath(pool));
}
