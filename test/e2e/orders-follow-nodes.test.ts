/** Orders on a real control plane: room on exactly the eligible nodes, however they come, go and change. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { parse } from 'yaml';
import type { Taint } from '../../src/kube/objects.ts';
import { seededRandom } from '../snapshot/random.ts';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { type Daemonward, startDaemonward } from './harness/daemonward.ts';
import { TENANT_LABEL } from './harness/guarded-cluster.ts';
import { createNamespace } from './harness/namespaces.ts';
import { createNodes, type Node, nodeObject } from './harness/nodes.ts';
import {
  defineOrders,
  grantOrders,
  type OrderObject,
  ordersPath,
  refusedOn,
  statusOf,
  WRITING,
} from './harness/orders.ts';
import { waitFor } from './harness/wait-for.ts';

const SYSTEM = 'kube-system';
const PLAIN = 12;
const GPU = 6;
const CHANGES = 200;
const GPU_LABELS = { accelerator: 'nvidia-tesla-k80' };
const EXAMPLES = join(import.meta.dirname, '..', '..', 'examples', 'orders');

let plane: ControlPlane;
let daemonward: Daemonward;
let tenant: string;

beforeAll(async () => {
  plane = await startControlPlane();
  await defineOrders(plane);
  await grantOrders(plane);
  tenant = await createNamespace(plane, 'shop', { labels: { [TENANT_LABEL]: 'tenant-a' } });
  await createNodes(plane.client(), PLAIN, { namePrefix: 'plain', awaitReady: false });
  await createNodes(plane.client(), GPU, { namePrefix: 'gpu', labels: GPU_LABELS, awaitReady: false });
  // No controller is there to take off the taint that every new node gets.
  for (const { metadata } of await plane.client().list<Node>('/api/v1/nodes')) {
    await plane.client().patch(`/api/v1/nodes/${metadata?.name}`, { spec: { taints: [] } }, 'merge');
  }
  const env = { KUBECONFIG: plane.kubeconfig('daemonward') };
  daemonward = await startDaemonward(plane.supervisor, { env, sections: WRITING });
});

afterAll(() => plane?.stop());

/** Written anew from the words of the seed and of Kubernetes, and not with our own functions. */
function isEligible(
  node: Node,
  labels: Readonly<Record<string, string>>,
  tolerated: (taint: Taint) => boolean,
): boolean {
  const isReady = node.status?.conditions?.some(({ type, status }) => type === 'Ready' && status === 'True');
  const hasLabels = Object.entries(labels).every(([key, value]) => node.metadata?.labels?.[key] === value);
  const isKeptOut = (node.spec?.taints ?? []).some(
    (taint) => taint.effect !== 'PreferNoSchedule' && !tolerated(taint),
  );
  return Boolean(isReady) && !node.spec?.unschedulable && hasLabels && !isKeptOut;
}

const LINUX = { 'kubernetes.io/os': 'linux' };

/** Of the two manifests of the seed. */
const EXPECTED = {
  'infrastructure-reservation': (node: Node) =>
    isEligible(node, LINUX, ({ effect }) => effect === 'NoSchedule'),
  'gpu-node-buffer': (node: Node) =>
    isEligible(
      node,
      { ...LINUX, ...GPU_LABELS },
      ({ key, value, effect }) =>
        effect === 'NoSchedule' && (key === 'nvidia.com/gpu' || (key === 'dedicated' && value === 'gpu')),
    ),
} as const;

type OrderName = keyof typeof EXPECTED;
const ORDERS: readonly OrderName[] = ['infrastructure-reservation', 'gpu-node-buffer'];

async function eligibleNodes(name: OrderName): Promise<string[]> {
  const nodes = await plane.client().list<Node>('/api/v1/nodes');
  return nodes
    .filter(EXPECTED[name])
    .map(({ metadata }) => metadata?.name ?? '')
    .toSorted();
}

/** The nodes are empty and have four cpus: who asks for all of them is refused where anything is kept. */
async function heldNodes(): Promise<string[]> {
  const nodes = await plane.client().list<Node>('/api/v1/nodes');
  const names = nodes.map(({ metadata }) => metadata?.name ?? '');
  const refused = await refusedOn(daemonward, names, { namespace: tenant, cpu: '4' });
  return Object.entries(refused)
    .filter(([, reason]) => reason.startsWith('DW505'))
    .map(([name]) => name)
    .toSorted();
}

async function agrees(): Promise<void> {
  await waitFor(
    'the held nodes are the eligible ones',
    async () => {
      const wanted = await Promise.all(ORDERS.map(eligibleNodes));
      const held = await heldNodes();
      return { held, wanted: [...new Set(wanted.flat())].toSorted() };
    },
    ({ held, wanted }) => JSON.stringify(held) === JSON.stringify(wanted),
  );
}

test('both manifests of the seed hold room on every eligible node, and say so', async () => {
  for (const name of ORDERS) {
    const order: OrderObject = parse(readFileSync(join(EXAMPLES, `${name}.yaml`), 'utf8'));
    await plane.client().create(ordersPath(SYSTEM), order);
  }

  await agrees();
  const [all, gpu] = await Promise.all([
    statusOf(plane, SYSTEM, 'infrastructure-reservation', ({ eligible }) => eligible === PLAIN + GPU),
    statusOf(plane, SYSTEM, 'gpu-node-buffer', ({ eligible }) => eligible === GPU),
  ]);

  expect(all).toMatchObject({ held: PLAIN + GPU, claimed: 0, short: 0, shortNodes: [] });
  expect(gpu).toMatchObject({ held: GPU, claimed: 0, short: 0 });
  expect(gpu.conditions?.map(({ type, status }) => [type, status])).toEqual([
    ['Ready', 'True'],
    ['Conflicting', 'False'],
  ]);
});

test(`after each of ${CHANGES} random changes of nodes the answer is that of counting anew`, async () => {
  const random = seededRandom(15);
  const client = plane.client();
  const pick = <T>(items: readonly T[]): T | undefined => items[random.below(items.length)];
  let made = 100;
  const deeds: Record<string, (name: string, node: Node) => Promise<unknown>> = {
    add: () => {
      made += 1;
      const labels = random.below(2) === 0 ? GPU_LABELS : {};
      return client.create('/api/v1/nodes', nodeObject(made, { namePrefix: 'new', labels }));
    },
    remove: (name) => client.delete(`/api/v1/nodes/${name}`),
    cordon: (name, node) =>
      client.patch(`/api/v1/nodes/${name}`, { spec: { unschedulable: !node.spec?.unschedulable } }, 'merge'),
    taint: (name) => {
      const taints = [
        [],
        [{ key: 'dedicated', value: 'gpu', effect: 'NoSchedule' }],
        [{ key: 'dedicated', value: 'db', effect: 'NoSchedule' }],
        [{ key: 'wear', effect: 'NoExecute' }],
        [{ key: 'wear', effect: 'PreferNoSchedule' }],
      ];
      return client.patch(`/api/v1/nodes/${name}`, { spec: { taints: pick(taints) } }, 'merge');
    },
    label: (name) => {
      const labels = pick([GPU_LABELS, { accelerator: null }, { 'kubernetes.io/os': 'windows' }, LINUX]);
      return client.patch(`/api/v1/nodes/${name}`, { metadata: { labels } }, 'merge');
    },
    ready: (name) => {
      const conditions = [{ type: 'Ready', status: pick(['True', 'False', 'Unknown']), reason: 'Test' }];
      return client.patch(`/api/v1/nodes/${name}/status`, { status: { conditions } }, 'strategic');
    },
  };

  for (let change = 0; change < CHANGES; change += 1) {
    const nodes = await client.list<Node>('/api/v1/nodes');
    const node = pick(nodes);
    const deed = nodes.length < 5 ? deeds.add : (deeds[pick(Object.keys(deeds)) ?? ''] ?? deeds.add);
    await deed?.(node?.metadata?.name ?? '', node ?? {});
    await agrees();
  }

  for (const name of ORDERS) {
    const { length } = await eligibleNodes(name);
    await statusOf(plane, SYSTEM, name, ({ eligible }) => eligible === length);
  }
});
