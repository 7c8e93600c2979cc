/** Of Orders it is told once when something changes, and seldom while it lasts. */
import { expect, test } from 'vitest';
import type { EventNote } from '../../../../src/server/events/event-note.ts';
import { OrderNews } from '../../../../src/server/events/order-news.ts';
import { clusterOf, NOW, type OrderCluster, ordersOver } from '../../orders/cluster-with-orders.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

function newsOf(cluster: OrderCluster) {
  const { statuses, clock } = ordersOver(cluster);
  const notes: EventNote[] = [];
  const news = new OrderNews({ clock: () => clock.now, tell: (note) => void notes.push(note) });
  /** What is told when somebody looks after so long. */
  const after = (ms: number) => {
    clock.now += ms;
    notes.length = 0;
    news.look(statuses());
    return notes.map(({ type, reason, about, message }) => `${type} ${reason} ${about.name}: ${message}`);
  };
  return { after, notes, clock };
}

/** Two nodes with room, and one that is full. */
function clusterWithFullNode(): OrderCluster {
  const cluster = clusterOf('n1', 'n2', 'n3');
  cluster.putTenantPod('web', { node: 'n3', cpu: '3500m' });
  return cluster;
}

const SHORT = 'Warning OrderShort room: 1 of 3 nodes cannot give its room: n3 (500m of cpu too little)';
const EXPIRED = 'Normal OrderExpired room: its time is over: room is not kept any longer on any node';

test('nothing is told of an Order that has all of its room', () => {
  const cluster = clusterOf('n1');
  cluster.order();
  const { after } = newsOf(cluster);

  expect([after(0), after(10 * MINUTE_MS)]).toEqual([[], []]);
});

test('a node without the room is told at once, then every five minutes, on the Order itself', () => {
  const cluster = clusterWithFullNode();
  cluster.order();
  const { after, notes } = newsOf(cluster);

  const first = after(0);
  const [note] = notes;
  const soon = [after(3_000), after(5 * MINUTE_MS - 3_001)];
  const again = after(1);

  expect(first).toEqual([SHORT]);
  expect(note).toMatchObject({
    about: {
      apiVersion: 'daemonward.dev/v1alpha1',
      kind: 'Order',
      namespace: 'kube-system',
      name: 'room',
      uid: 'order-room',
    },
    isKnownToAll: true,
  });
  expect(soon).toEqual([[], []]);
  expect(again).toEqual([SHORT]);
});

test('a shortage that has ended and comes back is told anew, without waiting', () => {
  const cluster = clusterWithFullNode();
  cluster.order();
  const { after } = newsOf(cluster);
  after(0);

  cluster.gone('pods', 'web');
  const ended = after(3_000);
  cluster.putTenantPod('app', { node: 'n3', cpu: '3500m' });

  expect(ended).toEqual([]);
  expect(after(3_000)).toEqual([SHORT]);
});

test('of many nodes three are named, within the length of a message', () => {
  const cluster = clusterOf();
  for (let index = 0; index < 500; index += 1) cluster.node(`${'n'.repeat(240)}-${index}`, '500m');
  cluster.order();
  const { after, notes } = newsOf(cluster);

  const [first] = after(0);

  expect(first).toMatch(
    /^Warning OrderShort room: 500 of 500 nodes cannot give its room: n+-0 \(the node is too small/,
  );
  expect(Buffer.byteLength(notes[0]?.message ?? '')).toBeLessThanOrEqual(1_024);
});

test('the Order that comes off worse is told so, and the other one is not', () => {
  const cluster = clusterOf('n1');
  cluster.order({ name: 'first', cpu: '3' });
  cluster.order({ name: 'second', cpu: '3', created: '2026-01-01T00:30:00Z' });
  const { after } = newsOf(cluster);

  const told = after(0);
  const soon = after(3_000);
  cluster.gone('orders', '/kube-system/first');

  expect(told).toEqual([
    'Warning OrderShort second: 1 of 1 nodes cannot give its room: n1 (2 of cpu too little: the order first comes first)',
    'Warning OrderConflicting second: on 1 node the room is kept by orders that come first',
  ]);
  expect([soon, after(3_000)]).toEqual([[], []]);
});

test.each(['Never', 'OnClaim'])('the end of an Order is told once, refreshPolicy %s', (refreshPolicy) => {
  const cluster = clusterOf('n1');
  cluster.order({ strategy: { type: 'OneTime', refreshPolicy } });
  const { after } = newsOf(cluster);
  after(0);

  expect([after(DAY_MS), after(3_000), after(DAY_MS)]).toEqual([[EXPIRED], [], []]);
});

test('one whose schedule brings it back has not ended', () => {
  const cluster = clusterOf('n1');
  const strategy = { type: 'Scheduled', schedule: '0 0 * * *', refreshPolicy: 'Never' };
  cluster.order({ strategy, duration: '2h', created: '2025-12-31T00:00:00Z' });
  const { after } = newsOf(cluster);

  expect([after(0), after(2 * 60 * MINUTE_MS), after(DAY_MS)]).toEqual([[], [], []]);
});

test.each([
  ['pauses', { paused: true }],
  ['deletes', { terminating: true }],
  ['spoils', { strategy: { type: 'Recurring', schedule: 'every now and then' } }],
])('who %s an Order is not told that its time is over', (_what, change) => {
  const cluster = clusterOf('n1');
  cluster.order();
  const { after } = newsOf(cluster);
  after(0);

  cluster.order({ ...change, generation: 2 });

  expect([after(3_000), after(3_000)]).toEqual([[], []]);
});

test('an Order that had ended before anybody looked is not told of', () => {
  const cluster = clusterOf('n1');
  cluster.order({ created: '2025-12-01T00:00:00Z', strategy: { type: 'OneTime', refreshPolicy: 'Never' } });
  const { after } = newsOf(cluster);

  expect([after(0), after(3_000)]).toEqual([[], []]);
});

test('one that was made anew under its name begins anew', () => {
  const cluster = clusterWithFullNode();
  cluster.order();
  const { after, clock } = newsOf(cluster);
  after(0);

  cluster.order({ uid: 'another' });
  const told = after(3_000);

  expect(clock.now).toBe(NOW + 3_000);
  expect(told).toEqual([SHORT]);
});
