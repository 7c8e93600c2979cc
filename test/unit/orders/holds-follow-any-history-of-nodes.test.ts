/** Whatever happens to nodes, pods and orders: what is kept is what somebody who begins now would keep, counted plainly. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusterOf, NOW, type OrderCluster, ordersOver, SCANNER } from './cluster-with-orders.ts';

const NODES = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6'];
const ORDERS = ['a', 'b', 'c'];
const HOUR_MS = 3_600_000;

const step = fc.record({
  what: fc.constantFrom(
    'node',
    'node',
    'node',
    'no-node',
    'order',
    'no-order',
    'claimant',
    'guardian',
    'tenant',
    'no-pod',
    'class',
    'time',
  ),
  node: fc.constantFrom(...NODES),
  order: fc.constantFrom(...ORDERS),
  cpu: fc.constantFrom('300m', '1', '2', '9'),
  pool: fc.constantFrom('x', 'y'),
  ready: fc.boolean(),
  cordoned: fc.constantFrom(false, false, true),
  taint: fc.constantFrom('', '', 'NoSchedule', 'NoExecute', 'PreferNoSchedule'),
  tolerates: fc.boolean(),
  paused: fc.constantFrom(false, false, false, true),
  type: fc.constantFrom('OneTime', 'Scheduled', 'Recurring'),
  refreshPolicy: fc.constantFrom('OnClaim', 'Always', 'Never'),
  startHour: fc.integer({ min: 0, max: 12 }),
  hours: fc.integer({ min: 0, max: 3 }),
  value: fc.constantFrom(0, 10),
  /** Several changes may come between two looks; each look is compared with one that begins anew. */
  refreshes: fc.boolean(),
});

type Step = typeof step extends fc.Arbitrary<infer S> ? S : never;

function apply(cluster: OrderCluster, one: Step, clock: { now: number }, count: number): void {
  const { what, node, order, cpu } = one;
  const hour = String(one.startHour).padStart(2, '0');
  switch (what) {
    case 'node':
      cluster.put('nodes', {
        metadata: { name: node, uid: node, labels: { pool: one.pool } },
        spec: {
          unschedulable: one.cordoned,
          taints: one.taint === '' ? [] : [{ key: 'k', effect: one.taint }],
        },
        status: {
          allocatable: { cpu: '4', memory: '8Gi', pods: '110' },
          conditions: [{ type: 'Ready', status: one.ready ? 'True' : 'Unknown' }],
        },
      });
      break;
    case 'no-node':
      cluster.gone('nodes', node);
      break;
    case 'order':
      cluster.order({
        name: order,
        generation: count,
        cpu,
        paused: one.paused,
        enforcement: one.ready ? 'Hold' : 'Guardian',
        duration: '5h',
        strategy: {
          type: one.type,
          refreshPolicy: one.refreshPolicy,
          schedule: one.type === 'OneTime' ? '' : '0 */2 * * *',
        },
        nodeSelector: one.cordoned ? { pool: one.pool } : {},
        tolerations: one.tolerates ? [{ operator: 'Exists', effect: 'NoSchedule' }] : [],
        priorityClassName: one.tolerates ? 'middle' : '',
        owners: [SCANNER],
      });
      break;
    case 'no-order':
      cluster.gone('orders', `/kube-system/${order}`);
      break;
    case 'claimant':
      cluster.claimant(`claimant-${node}`, { node, cpu, startTime: `2026-01-01T${hour}:00:00Z` });
      break;
    case 'guardian':
      cluster.guardian(order, node, { cpu });
      break;
    case 'tenant':
      cluster.putTenantPod(`tenant-${node}`, { node, cpu });
      break;
    case 'no-pod':
      cluster.gone('pods', `${one.ready ? 'claimant' : order}-${node}`);
      break;
    case 'class':
      cluster.put('priorityClasses', { metadata: { name: 'middle' }, value: one.value });
      break;
    case 'time':
      clock.now += one.hours * HOUR_MS;
      break;
  }
}

/** All that decisions read: reservations, and the sums by node number. */
function seen({ extender, statuses }: ReturnType<typeof ordersOver>, cluster: OrderCluster) {
  const all = statuses();
  const { ledger } = extender;
  return {
    kept: NODES.map((node) =>
      ledger.reservationsOn(node).map(({ order, wanted, amounts, isClaimed, isGuarded, period }) => ({
        order: order.order.name,
        wanted: [...wanted],
        amounts: [...amounts],
        isClaimed,
        isGuarded,
        period,
      })),
    ),
    sums: NODES.map((node) => {
      const number = cluster.store.nodeNumber(node);
      const { amounts, orderRoom } = ledger;
      return ['cpu', 'pods'].map((resource) => [
        amounts.held(amounts.lowestLevel, resource)?.[number] ?? 0,
        orderRoom.all(resource)?.[number] ?? 0,
        ...ORDERS.map((order) => orderRoom.of(`order-${order}`, resource)?.[number] ?? 0),
      ]);
    }),
    statuses: all.map(({ order, ...status }) => [order.name, status]),
  };
}

/** The nodes that an order means, counted by nobody's code but this. */
function plainlyEligible(cluster: OrderCluster, name: string): string[] {
  const order = [...cluster.store.orders()].find((each) => each.name === name);
  if (order === undefined || order.paused) return [];
  const { nodeSelector = {}, tolerations = [] } = order.template.placement;
  const tolerates = (tolerations ?? []).length > 0;
  return [...cluster.store.nodes()]
    .filter(({ ready, unschedulable, labels, taints }) => {
      const repels = taints.some(
        ({ effect }) => effect === 'NoExecute' || (effect === 'NoSchedule' && !tolerates),
      );
      const matches = Object.entries(nodeSelector ?? {}).every(([key, value]) => labels[key] === value);
      return ready && !unschedulable && !repels && matches;
    })
    .map((node) => node.name)
    .toSorted();
}

test('after two hundred changes and more it is what computing anew gives', () => {
  let reserved = 0;
  let claimed = 0;
  fc.assert(
    fc.property(fc.array(step, { minLength: 220, maxLength: 260 }), (steps) => {
      const cluster = clusterOf();
      const clock = { now: NOW };
      const running = ordersOver(cluster, { clock });
      steps.forEach((one, count) => {
        apply(cluster, one, clock, count + 1);
        if (!one.refreshes) return;
        const after = seen(running, cluster);
        const anew = ordersOver(cluster, { clock });
        expect(after).toEqual(seen(anew, cluster));
        anew.extender.stop();
        for (const [name, { eligible, claimed: on, conditions }] of after.statuses.map(
          ([key, status]) => [String(key), Object(status)] as const,
        )) {
          reserved += eligible;
          claimed += on;
          const isRunning = !['Waiting', 'Expired', 'Invalid', 'Paused'].includes(conditions[0].reason);
          const meant = plainlyEligible(cluster, name).length;
          // With OnClaim a node that was not claimed may be over while another goes on.
          if (isRunning) expect(eligible).toBeLessThanOrEqual(meant);
          if (!isRunning) expect(eligible).toBe(0);
        }
      });
      running.extender.stop();
    }),
    { numRuns: 10, endOnFailure: true },
  );
  expect(reserved).toBeGreaterThan(500);
  expect(claimed).toBeGreaterThan(50);
});

test('as many holds as eligible nodes, on exactly those nodes', () => {
  fc.assert(
    fc.property(fc.array(step, { minLength: 200, maxLength: 220 }), (steps) => {
      const cluster = clusterOf();
      const clock = { now: NOW };
      cluster.order({
        name: 'a',
        cpu: '1',
        duration: '240h',
        strategy: { type: 'OneTime', refreshPolicy: 'Never' },
        tolerations: [{ operator: 'Exists', effect: 'NoSchedule' }],
        nodeSelector: { pool: 'x' },
      });
      const { extender } = ordersOver(cluster, { clock });
      for (const [count, one] of steps.entries()) {
        if (one.what !== 'node' && one.what !== 'no-node') continue;
        apply(cluster, one, clock, count);
        extender.look();
        expect([...extender.ledger.reservations().keys()].toSorted()).toEqual(plainlyEligible(cluster, 'a'));
      }
      extender.stop();
    }),
    { numRuns: 5, endOnFailure: true },
  );
});
