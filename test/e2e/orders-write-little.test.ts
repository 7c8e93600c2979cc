/** Ten orders while nodes come, go and change without a rest: how much of it reaches the API server, by its own count. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { type Daemonward, startDaemonward } from './harness/daemonward.ts';
import { createNodes, type Node } from './harness/nodes.ts';
import { metricSum, sumIn } from './harness/ops-port.ts';
import { defineOrders, grantOrders, orderObject, ordersPath, statusOf, WRITING } from './harness/orders.ts';
import { inParallel } from './harness/parallel.ts';

/** A short form; `DAEMONWARD_E2E_NODES=5000` is the whole one. */
const NODES = Number(process.env.DAEMONWARD_E2E_NODES ?? '300');
const ORDERS = 10;
const SYSTEM = 'kube-system';

const CHURN_MS = NODES > 300 ? 30_000 : 15_000;
const QUIET_MS = 15_000;
/** An order's status is written no more often. */
const WRITTEN_EVERY_MS = 5_000;
/** What is still to be told when the nodes rest. */
const AFTERWARDS_MS = 10_000;

const WITHIN_MS = 120_000 + 60 * NODES;

let plane: ControlPlane;
let daemonward: Daemonward;
let nodes: string[];

beforeAll(async () => {
  plane = await startControlPlane();
  await defineOrders(plane);
  await grantOrders(plane);
  nodes = await createNodes(plane.client(), NODES, { namePrefix: 'sized', awaitReady: false });
  // No controller is there to take off the taint that every new node gets.
  await inParallel(nodes, (name) =>
    plane.client().patch<Node>(`/api/v1/nodes/${name}`, { spec: { taints: [] } }, 'merge'),
  );
  const env = { KUBECONFIG: plane.kubeconfig('daemonward') };
  daemonward = await startDaemonward(plane.supervisor, { env, sections: WRITING });
}, WITHIN_MS);

afterAll(() => plane?.stop());

/** All that the API server was asked to do with orders but to show them. */
async function statusWrites(): Promise<number> {
  const { text } = await plane.client().raw('GET', '/metrics');
  const written = { resource: 'orders', subresource: 'status' };
  return sumIn(text, 'apiserver_request_total', { ...written, verb: 'APPLY' });
}

const nameOf = (index: number) => `room-${index}`;

async function allHeld(count: number): Promise<void> {
  for (let index = 0; index < ORDERS; index += 1) {
    await statusOf(plane, SYSTEM, nameOf(index), ({ held }) => held === count, WITHIN_MS);
  }
}

/** One change after the other: as fast as the API server takes them. */
async function churn(): Promise<number> {
  const end = Date.now() + CHURN_MS;
  let changes = 0;
  while (Date.now() < end) {
    const name = nodes[changes % nodes.length] ?? '';
    const unschedulable = Math.floor(changes / nodes.length) % 2 === 0;
    await plane.client().patch<Node>(`/api/v1/nodes/${name}`, { spec: { unschedulable } }, 'merge');
    changes += 1;
  }
  return changes;
}

test(
  `${NODES} nodes that change for ${CHURN_MS / 1_000} s cost a write an order every few seconds, and none when they rest`,
  async () => {
    for (let index = 0; index < ORDERS; index += 1) {
      await plane.client().create(ordersPath(SYSTEM), orderObject(nameOf(index), { pool: '', cpu: '100m' }));
    }
    await allHeld(NODES);
    const before = await statusWrites();

    const changes = await churn();
    const during = await statusWrites();
    await inParallel(nodes, (name) =>
      plane.client().patch<Node>(`/api/v1/nodes/${name}`, { spec: { unschedulable: false } }, 'merge'),
    );
    await allHeld(NODES);
    await sleep(AFTERWARDS_MS);
    const rested = await statusWrites();
    await sleep(QUIET_MS);
    const after = await statusWrites();

    const counted = await metricSum(daemonward, 'daemonward_order_status_writes_total', {
      outcome: 'written',
    });
    const writes = during - before;
    console.log(JSON.stringify({ nodes: NODES, orders: ORDERS, changes, writes, own: counted }));
    expect(changes).toBeGreaterThan(CHURN_MS / 100);
    expect(writes).toBeGreaterThan(0);
    expect(writes).toBeLessThanOrEqual(ORDERS * (CHURN_MS / WRITTEN_EVERY_MS + 1));
    expect(after).toBe(rested);
    expect(counted).toBe(after);
  },
  3 * WITHIN_MS,
);
