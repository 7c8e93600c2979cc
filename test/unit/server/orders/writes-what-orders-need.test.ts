/** What the running service writes of Orders: the status and the Events of all, and guardians where they are wanted. */
import { expect, test } from 'vitest';
import { clusterOf } from '../../orders/cluster-with-orders.ts';
import { followOrders } from './followed-orders.ts';

const STATUS = '/apis/daemonward.dev/v1alpha1/namespaces/kube-system/orders/room/status';
const PODS = '/api/v1/namespaces/kube-system/pods';

const nodes = (count: number) => Array.from({ length: count }, (_, index) => `n${index}`);

test('where there is no Order nothing is asked and nothing is written', async () => {
  const { pass, writes, log } = followOrders(clusterOf('n1'), { guardians: 'on' });

  await pass(60);

  expect([writes, log]).toEqual([[], []]);
});

test('a status is there within seconds, and is not written again while nothing changes', async () => {
  const cluster = clusterOf('n1', 'n2');
  cluster.order();
  const { pass, writes, statuses } = followOrders(cluster);

  await pass(3);
  const soon = writes.length;
  await pass(600);

  expect(soon).toBe(1);
  expect(writes.map(({ method, path }) => `${method} ${path}`)).toEqual([`PATCH ${STATUS}`]);
  expect(statuses.get(STATUS)).toMatchObject({ eligible: 2, held: 2, short: 0 });
});

test('while nodes come every second it is written at most every five, and the last of it is not lost', async () => {
  const cluster = clusterOf('n');
  cluster.order();
  const { pass, writes, statuses } = followOrders(cluster);

  for (const node of nodes(60)) {
    cluster.node(node);
    await pass(1);
  }
  await pass(10);

  const gaps = writes.slice(1).map(({ at }, index) => at - (writes[index]?.at ?? 0));
  expect(writes.length).toBeGreaterThan(5);
  expect(Math.min(...gaps)).toBeGreaterThanOrEqual(5);
  expect(statuses.get(STATUS)).toMatchObject({ eligible: 61, held: 61 });
});

test('who does not hold the Lease writes and tells nothing, and begins when he does', async () => {
  const cluster = clusterOf('n1');
  cluster.order({ cpu: '8', enforcement: 'Guardian' });
  const { known, pass, writes, notes } = followOrders(cluster, { guardians: 'on' });
  known.holds = false;

  await pass(60);
  const before = [writes.length, notes.length];
  known.holds = true;
  await pass(5);

  expect(before).toEqual([0, 0]);
  expect(writes.map(({ path }) => path)).toEqual([STATUS]);
  expect(notes.map(({ reason }) => reason)).toEqual(['OrderShort']);
});

test('nothing is written by a view that is old', async () => {
  const cluster = clusterOf('n1');
  cluster.order({ enforcement: 'Guardian' });
  const { pass, writes } = followOrders(cluster, { guardians: 'on' });
  await pass(10);
  const [made] = cluster.store.podsOfOwner('order-room');
  const before = writes.length;

  cluster.store.markHeard('pods', { resourceVersion: '1', heardAt: Date.now() - 600_000 });
  cluster.gone('pods', made?.uid ?? '');
  await pass(60);

  expect([before, writes.length]).toEqual([2, 2]);
});

test('without guardians no pod is made, and the Order is held all the same', async () => {
  const cluster = clusterOf('n1', 'n2');
  cluster.order({ enforcement: 'Guardian' });
  const { pass, count, statuses } = followOrders(cluster, { guardians: 'off' });

  await pass(30);

  expect(count('POST')).toBe(0);
  expect(statuses.get(STATUS)).toMatchObject({ eligible: 2, held: 2 });
});

test('with them, an Order that is held makes no pod', async () => {
  const cluster = clusterOf('n1', 'n2');
  cluster.order({ enforcement: 'Hold' });
  const { pass, count } = followOrders(cluster, { guardians: 'on' });

  await pass(30);

  expect([count('POST'), count('DELETE')]).toEqual([0, 0]);
});

test('guardians come at their rate, one a node, and then nothing more is written', async () => {
  const cluster = clusterOf(...nodes(50));
  cluster.order({ enforcement: 'Guardian' });
  const { pass, count, writes, metrics } = followOrders(cluster, { guardians: 'on', perSecond: 20 });
  const made: number[] = [];

  for (let second = 0; second < 4; second += 1) {
    await pass(1);
    made.push(count('POST'));
  }
  await pass(120);

  expect(made).toEqual([20, 40, 50, 50]);
  expect([count('POST'), count('DELETE')]).toEqual([50, 0]);
  expect(writes.filter(({ method }) => method === 'POST').every(({ path }) => path === PODS)).toBe(true);
  expect((await metrics.guardiansDue.get()).values).toMatchObject([{ value: 0 }]);
});

test('guardians go at their rate when the Order is paused, and come back afterwards', async () => {
  const cluster = clusterOf(...nodes(30));
  cluster.order({ enforcement: 'Guardian' });
  const { pass, count } = followOrders(cluster, { guardians: 'on', perSecond: 20 });
  await pass(5);

  cluster.order({ enforcement: 'Guardian', paused: true, generation: 2 });
  await pass(1);
  const gone = count('DELETE');
  await pass(10);
  cluster.order({ enforcement: 'Guardian', generation: 3 });
  await pass(30);

  expect(gone).toBe(20);
  expect([count('DELETE'), count('POST')]).toEqual([30, 60]);
});

test('guardians of an Order that is gone are left to the garbage collector', async () => {
  const cluster = clusterOf('n1', 'n2');
  cluster.order({ enforcement: 'Guardian' });
  const { pass, count } = followOrders(cluster, { guardians: 'on' });
  await pass(5);

  cluster.gone('orders', '/kube-system/room');
  await pass(30);

  expect([count('POST'), count('DELETE')]).toEqual([2, 0]);
});

test('without the right to write pods the status is written all the same, and it is told once', async () => {
  const cluster = clusterOf('n1', 'n2');
  cluster.order({ enforcement: 'Guardian' });
  const { known, pass, log, count } = followOrders(cluster, { guardians: 'on' });
  known.forbids = ({ method }) =>
    method === 'POST' ? 'User "x" cannot create resource "pods" in API group ""' : undefined;

  await pass(1_000);
  const told = [...log];
  const written = count('PATCH');
  known.forbids = () => undefined;
  await pass(300);

  expect(told).toEqual(['missing: create, delete pods']);
  expect(written).toBe(1);
  expect(count('POST')).toBe(2);
});

test('a mistake of one look is told, and the next one goes on', async () => {
  const cluster = clusterOf('n1');
  cluster.order();
  const { pass, log, extender, count } = followOrders(cluster);
  const { look } = extender;
  let looks = 0;
  extender.look = () => {
    looks += 1;
    if (looks === 1) throw new Error('a mistake');
    return look.call(extender);
  };

  await pass(5);

  expect(log).toEqual(['orders were not looked at']);
  expect(count('PATCH')).toBe(1);
});

test('after it was stopped nothing is written', async () => {
  const cluster = clusterOf('n1');
  cluster.order();
  const { orders, pass, writes } = followOrders(cluster);

  await orders.stop();
  await pass(60);

  expect(writes).toEqual([]);
});
