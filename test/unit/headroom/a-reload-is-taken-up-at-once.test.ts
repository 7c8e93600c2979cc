/** What the settings say of holds is so from the next look on, on every node, for daemons and for orders. */
import { expect, test } from 'vitest';
import { HoldLedger, type LedgerSettings } from '../../../src/headroom/hold-ledger.ts';
import { OrderCluster } from '../orders/cluster-with-orders.ts';
import { PATIENCE_MS, settings } from './ledger-over.ts';

const NOW = Date.parse('2026-01-01T01:00:00Z');
const MINUTE_MS = 60_000;

function reloading(nodes: readonly string[]) {
  const cluster = new OrderCluster().synced();
  for (const node of nodes) cluster.node(node);
  const clock = { now: NOW };
  let current: LedgerSettings = settings;
  const ledger = new HoldLedger(cluster.store, () => current, {
    now: () => clock.now,
    time: () => clock.now,
  });
  const reload = (changed: Partial<LedgerSettings>) => {
    current = { ...settings, ...changed };
  };
  /** The resources of which something is held on the node, for daemons and by orders. */
  const on = (node: string) => {
    ledger.refresh();
    const keys = ({ amounts }: { amounts: ReadonlyMap<string, bigint> }) => [...amounts.keys()].join();
    const holds = ledger.holdsOn(node).filter(({ expired }) => !expired);
    return { holds: holds.map(keys), orders: ledger.reservationsOn(node).map(keys) };
  };
  return { cluster, clock, ledger, reload, on };
}

test('other resources are held', () => {
  const { cluster, ledger, reload, on } = reloading(['n1', 'n2']);
  cluster.daemonSet('agent', { memory: '1Ki' });
  cluster.order({ cpu: '1', memory: '2Ki' });
  const before = on('n2');

  reload({ isHeld: (resource) => resource === 'memory' });

  expect(before).toEqual({ holds: ['cpu,memory,pods'], orders: ['cpu,memory,pods'] });
  expect(on('n2')).toEqual({ holds: ['memory'], orders: ['memory'] });
  expect(ledger.amounts.held(ledger.amounts.lowestLevel, 'memory')?.[1]).toBe(3_072);
  expect(ledger.amounts.held(ledger.amounts.lowestLevel, 'cpu')).toBeUndefined();
});

test('a shorter patience ends what has lasted longer, and a longer one brings it back', () => {
  const { cluster, clock, reload, on } = reloading(['n1']);
  cluster.daemonSet('agent');
  on('n1');
  clock.now += 2 * MINUTE_MS;

  reload({ patienceMs: MINUTE_MS });
  const impatient = on('n1').holds;
  reload({ patienceMs: PATIENCE_MS });

  expect(impatient).toEqual([]);
  expect(on('n1').holds).toHaveLength(1);
});

test('a daemon that is not protected any more has no room, and the others have theirs', () => {
  const { cluster, reload, on, ledger } = reloading(['n1']);
  cluster.daemonSet('agent');
  cluster.daemonSet('other');
  on('n1');

  reload({ isProtected: ({ name }) => name === 'other' });
  on('n1');

  expect(ledger.holdsOn('n1').map(({ daemon }) => daemon.daemonSet.name)).toEqual(['other']);
  expect(ledger.amounts.held(0, 'cpu')?.[0]).toBe(500);
});

test('each node keeps what its own orders keep, and nothing of its neighbour’s', () => {
  const { cluster, ledger } = reloading([]);
  cluster.node('both', '4', { pool: 'a' });
  cluster.node('one');
  cluster.node('both-again', '4', { pool: 'a' });
  cluster.order({ name: 'everywhere', cpu: '1', created: '2026-01-01T00:00:00Z' });
  cluster.order({ name: 'pool', cpu: '2', nodeSelector: { pool: 'a' }, created: '2026-01-01T00:10:00Z' });

  ledger.refresh();

  const names = ['both', 'one', 'both-again'].map((node) =>
    ledger.reservationsOn(node).map(({ order }) => order.order.name),
  );
  expect(names).toEqual([['everywhere', 'pool'], ['everywhere'], ['everywhere', 'pool']]);
  const ofOrders = ['everywhere', 'pool'].map((name) => ledger.orderRoom.of(`order-${name}`, 'cpu'));
  expect(ofOrders.map((byNode) => Array.from(byNode ?? []).slice(0, 3))).toEqual([
    [1_000, 1_000, 1_000],
    [2_000, 0, 2_000],
  ]);
});
