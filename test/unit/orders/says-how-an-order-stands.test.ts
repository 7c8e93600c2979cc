/** The status of an order: counted on its nodes, with the reason of each that is short. */
import { expect, test } from 'vitest';
import { clusterOf, NOW, ordersOver, SCANNER } from './cluster-with-orders.ts';

const DAY_MS = 86_400_000;

const ready = (reason: string, message: string, status = 'False') => ({
  type: 'Ready',
  status,
  reason,
  message,
});
const NO_CONFLICT = {
  type: 'Conflicting',
  status: 'False',
  reason: 'NoConflict',
  message: 'no other order has its room',
};

test('all is well', () => {
  const cluster = clusterOf('n1', 'n2');
  cluster.order({ cpu: '1', owners: [SCANNER] });

  expect(ordersOver(cluster).statuses()).toMatchObject([
    {
      eligible: 2,
      held: 2,
      claimed: 0,
      short: 0,
      shortNodes: [],
      periodStart: Date.parse('2026-01-01T00:00:00Z'),
      nextRefresh: Date.parse('2026-01-02T00:00:00Z'),
      conditions: [ready('Reserved', 'reserved on 2 nodes', 'True'), NO_CONFLICT],
    },
  ]);
});

test('a node is claimed, held, or both', () => {
  const cluster = clusterOf('n1', 'n2', 'n3');
  cluster.order({ cpu: '1', owners: [SCANNER] });
  cluster.claimant('s', { node: 'n1', cpu: '1' });
  cluster.claimant('t', { node: 'n2', cpu: '400m' });

  expect(ordersOver(cluster).statuses()).toMatchObject([{ eligible: 3, claimed: 2, held: 2, short: 0 }]);
});

test('nodes that are full or too small are short, each with the reason', () => {
  const cluster = clusterOf('n1', 'full');
  cluster.node('tiny', '500m');
  cluster.node('crowded', '4', {}, 1);
  cluster.putTenantPod('web', { node: 'full', cpu: '3700m' });
  cluster.putTenantPod('app', { node: 'crowded', cpu: '1' });
  cluster.order({ cpu: '1' });

  expect(ordersOver(cluster).statuses()).toMatchObject([
    {
      eligible: 4,
      held: 1,
      short: 3,
      shortNodes: [
        { node: 'crowded', reason: 'no place for another pod' },
        { node: 'full', reason: '700m of cpu too little' },
        { node: 'tiny', reason: 'the node is too small, even when it is empty' },
      ],
      conditions: [ready('Short', '3 of 4 nodes cannot give the room'), NO_CONFLICT],
    },
  ]);
});

test('daemons that are still to come are before an order of lower priority', () => {
  const cluster = clusterOf('n1');
  cluster.daemonSet('agent', { cpu: '3500m' });
  cluster.order({ cpu: '1' });

  expect(ordersOver(cluster).statuses()).toMatchObject([
    { short: 1, shortNodes: [{ node: 'n1', reason: '500m of cpu too little' }] },
  ]);
});

test('only the first twenty are named', () => {
  const names = Array.from({ length: 30 }, (_, index) => `n${String(index).padStart(2, '0')}`);
  const cluster = clusterOf();
  for (const name of names.toReversed()) cluster.node(name, '500m');
  cluster.order({ cpu: '1' });

  const [status] = ordersOver(cluster).statuses();

  expect(status?.short).toBe(30);
  expect(status?.shortNodes.map(({ node }) => node)).toEqual(names.slice(0, 20));
});

test.each([
  ['priority', { name: 'best', priorityClassName: 'middle', created: '2026-01-01T00:30:00Z' }],
  ['age', { name: 'best', created: '2025-12-31T23:30:00Z' }],
  ['uid', { name: 'best', uid: 'a' }],
])('of two orders that do not both fit the worse one by %s is told so', (_by, best) => {
  const cluster = clusterOf('n1');
  cluster.put('priorityClasses', { metadata: { name: 'middle' }, value: 500 });
  cluster.order({ name: 'worse', cpu: '3', uid: 'b' });
  cluster.order({ cpu: '2', ...best });

  const statuses = ordersOver(cluster).statuses();

  expect(statuses).toMatchObject([
    { order: { name: 'best' }, held: 1, short: 0, conditions: [{ status: 'True' }, NO_CONFLICT] },
    {
      order: { name: 'worse' },
      held: 0,
      short: 1,
      shortNodes: [{ node: 'n1', reason: '1 of cpu too little: the order best comes first' }],
      conditions: [
        { status: 'False', reason: 'Short' },
        {
          type: 'Conflicting',
          status: 'True',
          reason: 'RoomTaken',
          message: 'on 1 node the room is kept by orders that come first',
        },
      ],
    },
  ]);
});

test.each([
  ['paused', { paused: true }, NOW, ready('Paused', 'spec.paused is true: nothing is reserved')],
  [
    'over',
    { strategy: { type: 'OneTime', refreshPolicy: 'Never' } },
    NOW * 2,
    ready('Expired', 'its time is over, and nothing begins it anew'),
  ],
  [
    'over where nobody is',
    { owners: [SCANNER] },
    NOW + DAY_MS,
    ready('Expired', 'its time is over; it begins anew where an owner has a pod at 2026-01-03T00:00:00.000Z'),
  ],
  [
    'still to begin',
    { strategy: { type: 'Scheduled', refreshPolicy: 'Never', schedule: '0 6 * * *' } },
    NOW,
    ready('Waiting', 'nothing is reserved until 2026-01-01T06:00:00.000Z'),
  ],
  [
    'without a node',
    { nodeSelector: { a: 'b' } },
    NOW,
    ready('NoEligibleNodes', 'no node is ready, not cordoned, and meant by the template'),
  ],
  [
    'of nonsense',
    { strategy: { type: 'Recurring', refreshPolicy: 'Never', schedule: 'soon' } },
    NOW,
    ready('Invalid', 'spec.strategy.schedule is not the five fields of cron, such as "0 */6 * * *"'),
  ],
  [
    'of a tenant',
    { namespace: 'shop' },
    NOW,
    ready('Invalid', 'its namespace does not belong to the system tenant'),
  ],
])('an order that is %s says so', (_what, options, now, condition) => {
  const cluster = clusterOf('n1');
  cluster.order(options);

  const [status] = ordersOver(cluster, { clock: { now } }).statuses();

  expect(status).toMatchObject({ eligible: 0, held: 0, short: 0, conditions: [condition, NO_CONFLICT] });
});

test.each(['off', 'audit'] as const)(
  'with headroom.mode %s nothing is called held but what guardians stand on',
  (mode) => {
    const cluster = clusterOf('n1', 'n2');
    cluster.order({ name: 'held' });
    cluster.order({ name: 'guarded', enforcement: 'Guardian' });
    for (const node of ['n1', 'n2']) cluster.guardian('guarded', node);

    const shown = ordersOver(cluster, { headroom: { mode } })
      .statuses()
      .map(({ order, held, conditions }) => [order.name, held, conditions[0]?.reason]);

    expect(Object.fromEntries(shown.map(([name, ...rest]) => [name, rest]))).toEqual({
      held: [0, 'NotEnforced'],
      guarded: [2, 'Reserved'],
    });
  },
);
