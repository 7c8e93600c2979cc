/** What changes in the cluster: nodes, pods, DaemonSets, Orders, tenants and what they bring. No name comes twice. */
import { TENANT_LABEL } from '../e2e/harness/guarded-cluster.ts';
import { nodeName, nodeObject } from '../e2e/harness/nodes.ts';
import { orderObject, ordersPath } from '../e2e/harness/orders.ts';
import { updateTemplate } from '../e2e/harness/rollouts.ts';
import { daemonSetObject, daemonSetsPath, podObject, podsPath } from '../e2e/harness/workloads.ts';
import type { Random } from '../snapshot/random.ts';
import { NODE_SIZE, NODES, POOL, type SoakedCluster } from './cluster.ts';
import type { Deed } from './deeds.ts';

/** How many there are of each at most: the size of the cluster stays, so that memory has no reason to grow. */
const MOST = { pods: 200, daemonSets: 4, orders: 4, namespaces: 5, priorityClasses: 3, limitRanges: 3 };

/** Nodes come and go by so many around their number. */
const NODES_MORE = 4;

/** Replicas have their labels in common, as in clusters. */
const APPS = 40;

/** And templates repeat: what all pods ask for comes in so many sizes, so that shapes which are kept by a bound are all seen soon. */
const SIZES = 20;

const AT_ONCE = '?gracePeriodSeconds=0';
const FORBIDDEN = 403;
const CREATED = 201;

/** Oldest first; beyond their number the oldest goes. */
interface Line {
  readonly paths: string[];
  readonly most: number;
}

export function churnOf({ plane, system, tenant }: SoakedCluster, random: Random): Deed[] {
  const client = plane.client();
  let names = 0;
  const newName = (prefix: string): string => {
    names += 1;
    return `${prefix}-${names}-${random.suffix(5)}`;
  };
  const lineOf = (most: number): Line => ({ paths: [], most });
  const lines = {
    pods: lineOf(MOST.pods),
    daemonSets: lineOf(MOST.daemonSets),
    orders: lineOf(MOST.orders),
    namespaces: lineOf(MOST.namespaces),
    priorityClasses: lineOf(MOST.priorityClasses),
    limitRanges: lineOf(MOST.limitRanges),
  };
  const enter = async ({ paths, most }: Line, path: string, query = ''): Promise<void> => {
    paths.push(path);
    while (paths.length > most) await client.delete(`${paths.shift()}${query}`);
  };
  const nameIn = ({ paths }: Line): string => paths[random.below(paths.length)]?.split('/').at(-1) ?? '';
  const work = () => {
    const size = random.below(SIZES);
    return { pool: POOL, schedulerName: POOL, cpu: `${50 + 10 * size}m`, memory: `${16 + 2 * size}Mi` };
  };
  const daemonWork = () => ({ ...work(), priorityClassName: 'system-node-critical' });

  const nodes = Array.from({ length: NODES }, (_, index) => nodeName(POOL, index));
  let nextNode = NODES;
  const addNode = async () => {
    const options = {
      namePrefix: POOL,
      pool: POOL,
      size: NODE_SIZE,
      labels: { 'soak/kind': random.suffix(3) },
    };
    await client.create('/api/v1/nodes', nodeObject(nextNode, options));
    nodes.push(nodeName(POOL, nextNode));
    nextNode += 1;
  };
  const changeNode = async () => {
    const node = nodes[random.below(nodes.length)] ?? '';
    const labels = { 'soak/kind': random.suffix(3) };
    const spec = { unschedulable: random.below(3) === 0 };
    await client.patch(`/api/v1/nodes/${node}`, { metadata: { labels }, spec }, 'merge');
  };
  const changeNodes = async () => {
    if (nodes.length < NODES - NODES_MORE) return addNode();
    if (nodes.length > NODES + NODES_MORE) return client.delete(`/api/v1/nodes/${nodes.shift()}`);
    return random.pick([addNode, changeNode, () => client.delete(`/api/v1/nodes/${nodes.shift()}`)])();
  };

  return [
    {
      name: 'pods of a tenant',
      everyMs: 500,
      async run() {
        const name = newName('pod');
        const pod = podObject(name, work());
        const labels = { app: `app-${random.below(APPS)}` };
        await client.create(podsPath(tenant), { ...pod, metadata: { ...pod.metadata, labels } });
        await enter(lines.pods, `${podsPath(tenant)}/${name}`, AT_ONCE);
      },
    },
    { name: 'nodes made, changed or removed', everyMs: 8_000, run: changeNodes },
    {
      name: 'DaemonSets made',
      everyMs: 60_000,
      async run() {
        const name = newName('daemon');
        await client.create(daemonSetsPath(system), daemonSetObject(name, daemonWork()));
        await enter(lines.daemonSets, `${daemonSetsPath(system)}/${name}`);
      },
    },
    {
      name: 'DaemonSets rolled',
      everyMs: 30_000,
      async run() {
        const name = nameIn(lines.daemonSets);
        if (name === '') return;
        const { cpu, memory } = work();
        await updateTemplate(client, { namespace: system, name }, { cpu, memory });
      },
    },
    {
      name: 'Orders made',
      everyMs: 30_000,
      async run() {
        const name = newName('order');
        const more = { enforcement: random.pick(['Hold', 'Hold', 'Hold', 'Guardian']) };
        const cpu = `${10 + random.below(90)}m`;
        await client.create(ordersPath(system), orderObject(name, { pool: POOL, cpu, more }));
        await enter(lines.orders, `${ordersPath(system)}/${name}`);
      },
    },
    {
      name: 'Orders changed',
      everyMs: 15_000,
      async run() {
        const name = nameIn(lines.orders);
        if (name === '') return;
        const cpu = `${10 + random.below(90)}m`;
        const spec = { template: { spec: { resources: { requests: { cpu } } } } };
        await client.patch(`${ordersPath(system)}/${name}`, { spec }, 'merge');
      },
    },
    {
      name: 'DaemonSets of tenants, refused',
      everyMs: 5_000,
      async run() {
        const object = daemonSetObject(newName('refused'), { pool: POOL });
        const { status, text } = await client.raw('POST', daemonSetsPath(tenant), object);
        if (status !== FORBIDDEN || !text.includes('DW101'))
          throw new Error(`not refused: ${status} ${text}`);
      },
    },
    {
      name: 'dry runs of DaemonSets',
      everyMs: 700,
      async run() {
        const object = daemonSetObject(newName('dry'), daemonWork());
        const { status, text } = await client.raw('POST', `${daemonSetsPath(system)}?dryRun=All`, object);
        if (status !== CREATED) throw new Error(`not taken: ${status} ${text}`);
      },
    },
    {
      name: 'tenants with a namespace and a pod',
      everyMs: 45_000,
      async run() {
        const name = newName('shop');
        const metadata = { name, labels: { [TENANT_LABEL]: newName('tenant') } };
        await client.create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata });
        await enter(lines.namespaces, `/api/v1/namespaces/${name}`);
        const account = { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name: 'default' } };
        // Its controller may have been quicker.
        await client.raw('POST', `/api/v1/namespaces/${name}/serviceaccounts`, account);
        await client.create(podsPath(name), podObject('only', work()));
      },
    },
    {
      name: 'priority classes',
      everyMs: 60_000,
      async run() {
        const name = newName('class');
        const path = '/apis/scheduling.k8s.io/v1/priorityclasses';
        const kind = { apiVersion: 'scheduling.k8s.io/v1', kind: 'PriorityClass' };
        await client.create(path, { ...kind, metadata: { name }, ...{ value: random.below(1_000) } });
        await enter(lines.priorityClasses, `${path}/${name}`);
      },
    },
    {
      name: 'limit ranges',
      everyMs: 60_000,
      async run() {
        const name = newName('limits');
        const path = `/api/v1/namespaces/${system}/limitranges`;
        const limits = [
          { type: 'Container', defaultRequest: { 'ephemeral-storage': `${1 + random.below(9)}Mi` } },
        ];
        await client.create(path, {
          apiVersion: 'v1',
          kind: 'LimitRange',
          metadata: { name },
          ...{ spec: { limits } },
        });
        await enter(lines.limitRanges, `${path}/${name}`);
      },
    },
  ];
}
