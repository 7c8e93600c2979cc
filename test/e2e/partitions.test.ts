/** Two tenant and two resource partitions, each with an API server and an etcd of its own, two schedulers, one Daemonward. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { podRequests } from '../../src/kube/resources/requests.ts';
import { nodeObject } from './harness/nodes.ts';
import { metricSum } from './harness/ops-port.ts';
import { inParallel } from './harness/parallel.ts';
import {
  type PartitionedCluster,
  SYSTEM,
  startPartitionedCluster,
  TENANT,
  TENANTS,
  type TenantPartition,
} from './harness/partitioned-cluster.ts';
import { exchange } from './harness/request.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, daemonSetsPath, type Pod, podObject, podsPath } from './harness/workloads.ts';

const POOL = 'shared';

/** Of 4 cpu a node: two daemons of each partition take 800m, and beside them there is room for two tenants' pods. */
const DAEMONS = ['network', 'logs'];
const DAEMON_CPU = '200m';
const TENANT_CPU = '1500m';
const NODE_MILLICORES = 4_000n;
const TENANTS_PODS_ON_NODE = 2;
const WAITING = 20;

/** Short, so that a test sees the end of holds; long beside what a control plane takes to place a daemon. */
const PATIENCE = '30s';

/** Long enough for a scheduler to try again what it was refused, if it ever will. */
const STANDSTILL_MS = 6_000;

/** Four control planes on two cores. */
const START_MS = 240_000;
const PLACED_WITHIN_MS = 90_000;
/** Silence is noticed after fifteen seconds, and a watch is tried again every fifteen at the latest. */
const BEHIND_WITHIN_MS = 120_000;
const OUTAGE_MS = 420_000;

let cluster: PartitionedCluster;

beforeAll(async () => {
  cluster = await startPartitionedCluster({ patience: PATIENCE, pool: POOL });
}, START_MS);
afterAll(() => cluster?.stop(), START_MS);

async function pods(partition: TenantPartition, namespace: string): Promise<Pod[]> {
  return cluster.tenants[partition].client().list<Pod>(podsPath(namespace));
}

async function boundTo(node: string): Promise<Pod[]> {
  const all = await Promise.all(
    TENANTS.flatMap((partition) => [SYSTEM, TENANT].map((namespace) => pods(partition, namespace))),
  );
  return all.flat().filter(({ spec }) => spec.nodeName === node);
}

async function daemonsOn(partition: TenantPartition, nodes: readonly string[]): Promise<string[]> {
  const running = (await pods(partition, SYSTEM)).filter(
    ({ spec, status }) => nodes.includes(spec.nodeName ?? '') && status?.phase === 'Running',
  );
  return running.map(({ spec, metadata }) => `${spec.nodeName} ${metadata?.labels?.app}`).toSorted();
}

function everyDaemon(nodes: readonly string[]): string[] {
  return nodes.flatMap((node) => DAEMONS.map((daemon) => `${node} ${daemon}`)).toSorted();
}

async function untilDaemonsRun(
  nodes: readonly string[],
  partitions: readonly TenantPartition[] = TENANTS,
): Promise<void> {
  for (const partition of partitions) {
    await waitFor(
      `the daemons of ${partition} run on ${nodes.join(', ')}`,
      () => daemonsOn(partition, nodes),
      (running) => running.length === nodes.length * DAEMONS.length,
      { withinMs: PLACED_WITHIN_MS },
    );
  }
}

async function millicoresOn(node: string): Promise<bigint> {
  const requests = (await boundTo(node)).map(({ spec }) => podRequests(spec).get('cpu') ?? 0n);
  return requests.reduce((sum, amount) => sum + amount, 0n);
}

async function expectNoNodeOverfull(nodes: readonly string[]): Promise<void> {
  for (const node of nodes) expect(await millicoresOn(node), node).toBeLessThanOrEqual(NODE_MILLICORES);
}

function problemOf(name: string): Promise<string | null> {
  return exchange(`${cluster.daemonward.opsUrl}/state`).then(({ text }) => {
    const { cluster: state } = JSON.parse(text);
    return state.partitions.find((partition: { name: string }) => partition.name === name)?.problem ?? null;
  });
}

test('daemons of both partitions find their place on new nodes of both, whatever waits, and equal names do not mix', async () => {
  for (const partition of TENANTS) {
    const client = cluster.tenants[partition].client();
    // The same namespace and names in both: only their own pods count for each.
    for (const daemon of DAEMONS) {
      const work = { pool: POOL, cpu: DAEMON_CPU };
      await client.create(daemonSetsPath(SYSTEM), daemonSetObject(daemon, work));
    }
    const names = Array.from({ length: WAITING }, (_, index) => `web-${index}`);
    await inParallel(names, (name) =>
      client.create(podsPath(TENANT), podObject(name, { pool: POOL, cpu: TENANT_CPU })),
    );
  }
  await waitFor(
    'both daemons of both partitions are known',
    async () => JSON.parse((await exchange(`${cluster.daemonward.opsUrl}/state`)).text).headroom.daemonSets,
    (known) => known.length === DAEMONS.length * TENANTS.length,
  );

  const nodes = [...(await cluster.addNodes('east', 2)), ...(await cluster.addNodes('west', 2))];
  await untilDaemonsRun(nodes);
  await sleep(STANDSTILL_MS);

  for (const partition of TENANTS) expect(await daemonsOn(partition, nodes)).toEqual(everyDaemon(nodes));
  await expectNoNodeOverfull(nodes);
  const placed = (await Promise.all(TENANTS.map((partition) => pods(partition, TENANT))))
    .flat()
    .filter(({ spec }) => spec.nodeName);
  expect(placed).toHaveLength(nodes.length * TENANTS_PODS_ON_NODE);
  const { text } = await exchange(`${cluster.daemonward.opsUrl}/explain/daemonsets/${SYSTEM}/${DAEMONS[0]}`);
  expect(text).toContain('several partitions have the DaemonSet');
});

test(
  'an API server of tenants that is away changes nothing for the other, and comes back',
  async () => {
    const before = await cluster.addNodes('east', 1, 10);
    await untilDaemonsRun(before);

    await cluster.tenants.green.killApiServer();
    await waitFor(
      'green is behind',
      () => problemOf('green'),
      (problem) => problem !== null,
      { withinMs: BEHIND_WITHIN_MS },
    );
    const ready = await exchange(`${cluster.daemonward.opsUrl}/readyz`);
    expect(ready.status, ready.text).toBe(200);
    expect(JSON.parse(ready.text).notes.partitions).toContain('the tenant partition green is behind');
    expect(await problemOf('blue')).toBeNull();
    expect(await metricSum(cluster.daemonward, 'daemonward_partition_behind', { partition: 'green' })).toBe(
      1,
    );

    // A node that joins meanwhile: blue has its daemons there, and what is held for green stands until its patience ends.
    const client = cluster.resources.west.client();
    const object = nodeObject(10, { namePrefix: `${POOL}-west`, pool: POOL });
    const name = object.metadata?.name ?? '';
    await client.create('/api/v1/nodes', object);
    await cluster.tenants.blue.client().create('/api/v1/nodes', object);
    await untilDaemonsRun([name], ['blue']);
    expect(await daemonsOn('blue', before)).toEqual(everyDaemon(before));

    await cluster.tenants.green.startApiServer();
    await waitFor(
      'green is seen again',
      () => problemOf('green'),
      (problem) => problem === null,
      { withinMs: BEHIND_WITHIN_MS },
    );
    await cluster.tenants.green.client().create('/api/v1/nodes', object);
    await untilDaemonsRun([name]);
    expect(await daemonsOn('green', before)).toEqual(everyDaemon(before));
    await expectNoNodeOverfull([...before, name]);
  },
  OUTAGE_MS,
);

test(
  'an API server of nodes that is away lets its own nodes pass, counted, and holds stand on the others',
  async () => {
    await cluster.resources.east.killApiServer();
    await waitFor(
      'east is behind',
      () => problemOf('east'),
      (problem) => problem !== null,
      { withinMs: BEHIND_WITHIN_MS },
    );
    const passed = () => metricSum(cluster.daemonward, 'daemonward_partition_nodes_passed_total');
    const before = await passed();

    const nodes = await cluster.addNodes('west', 1, 20);
    await untilDaemonsRun(nodes);
    await sleep(STANDSTILL_MS);

    for (const partition of TENANTS) expect(await daemonsOn(partition, nodes)).toEqual(everyDaemon(nodes));
    expect(await passed()).toBeGreaterThan(before);
    await expectNoNodeOverfull(nodes);
    await cluster.resources.east.startApiServer();
    await waitFor(
      'east is seen again',
      () => problemOf('east'),
      (problem) => problem === null,
      { withinMs: BEHIND_WITHIN_MS },
    );
  },
  OUTAGE_MS,
);
