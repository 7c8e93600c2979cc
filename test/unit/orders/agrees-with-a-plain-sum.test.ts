/** What the filter says with orders and daemons on a node is what a plain sum over them says. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clusterOf, ORDERED, ordersOver, SCANNER } from './cluster-with-orders.ts';

const HELD = 'DW504 room held for daemons';
const NODE_CPU = 4_000;

const milli = fc.integer({ min: 1, max: 30 }).map((tenths) => tenths * 100);
const order = fc.record({ cpu: milli, priority: fc.constantFrom(0, 500), isOwn: fc.boolean() });
const scene = fc.record({
  orders: fc.array(order, { maxLength: 4 }),
  /** Of a daemon that has not come yet; none when it is zero. */
  daemon: fc.constantFrom(0, 300, 1_000),
  daemonPriority: fc.constantFrom(0, 100, 1_000),
  taken: fc.constantFrom(0, 500, 1_500),
  asked: milli,
  asks: fc.constantFrom('tenant', 'system', 'claimant'),
  priority: fc.constantFrom(0, 100, 500, 501),
});

type Scene = typeof scene extends fc.Arbitrary<infer S> ? S : never;

function plainVerdict({ orders, daemon, daemonPriority, taken, asked, asks, priority }: Scene): string {
  const free = NODE_CPU - taken;
  const forDaemons = daemonPriority >= priority ? daemon : 0;
  const byOrders = orders
    .filter(({ isOwn, priority: own }) => {
      if (asks === 'tenant') return true;
      return own >= priority && !(asks === 'claimant' && isOwn);
    })
    .reduce((sum, { cpu }) => sum + cpu, 0);
  // What no hold is in the way of is the scheduler's own business.
  if (forDaemons + byOrders === 0) return 'passes';
  if (asked + forDaemons > free && forDaemons > 0) return HELD;
  if (asked + forDaemons + byOrders > free) return byOrders > 0 ? ORDERED : HELD;
  return 'passes';
}

test('for tenants, for others of the system, and for those whom an order names', () => {
  const met = new Map<string, number>();
  fc.assert(
    fc.property(scene, (one) => {
      fc.pre(one.asked <= NODE_CPU - one.taken);
      const cluster = clusterOf('n1');
      cluster.put('priorityClasses', { metadata: { name: 'p500' }, value: 500 });
      one.orders.forEach(({ cpu, priority, isOwn }, index) => {
        cluster.order({
          name: `o${index}`,
          cpu: `${cpu}m`,
          priorityClassName: priority === 500 ? 'p500' : '',
          owners: isOwn ? [SCANNER] : [],
        });
      });
      if (one.daemon > 0) {
        cluster.daemonSet('agent', {
          cpu: `${one.daemon}m`,
          priorityClassName: '',
          priority: one.daemonPriority,
        });
      }
      if (one.taken > 0) cluster.putTenantPod('there', { node: 'n1', cpu: `${one.taken}m` });
      const { asks, asked, priority } = one;
      const cpu = `${asked}m`;
      const owner = asks === 'claimant' ? SCANNER : { ...SCANNER, name: 'other' };
      const pod =
        asks === 'tenant'
          ? cluster.tenantPod('p', { cpu, priority })
          : cluster.claimantObject('p', { cpu, priority, owner });
      const { filtered, extender } = ordersOver(cluster);

      const verdict = filtered(pod, ['n1']).n1 ?? '';

      extender.stop();
      expect(verdict).toBe(plainVerdict(one));
      met.set(verdict, (met.get(verdict) ?? 0) + 1);
    }),
    { numRuns: 200, endOnFailure: true },
  );
  expect([...met.keys()].toSorted()).toEqual([HELD, ORDERED, 'passes']);
});
