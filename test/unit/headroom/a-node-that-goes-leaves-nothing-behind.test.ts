/** What was held on a node goes with it: the next node under its number owes only what is its own. */
import { expect, test } from 'vitest';
import { OrderCluster } from '../orders/cluster-with-orders.ts';
import { ledgerOver, PATIENCE_MS } from './ledger-over.ts';

function clusterWith(...nodes: readonly string[]): OrderCluster {
  const cluster = new OrderCluster().synced();
  for (const node of nodes) cluster.node(node, '4', { agent: 'yes' });
  cluster.daemonSet('agent', { nodeSelector: { agent: 'yes' } });
  return cluster;
}

const NOW = Date.parse('2026-01-01T01:00:00Z');

function ledgerOf(cluster: OrderCluster) {
  const clock = { now: NOW };
  const over = ledgerOver(cluster, clock);
  /** By node, the cpu that is held there, by orders too; and how many nodes keep anybody out at all. */
  const sums = (...nodes: readonly string[]) => {
    over.ledger.refresh();
    const { amounts, orderRoom } = over.ledger;
    const at = (node: string) => cluster.store.nodeNumber(node);
    return {
      held: nodes.map((node) => amounts.held(amounts.lowestLevel, 'cpu')?.[at(node)] ?? 0),
      ordered: nodes.map((node) => orderRoom.all('cpu')?.[at(node)] ?? 0),
      marked: amounts.markedNodes,
      shown: [...over.ledger.all().keys()],
    };
  };
  return { ...over, clock, sums };
}

test('with the last node nothing is held any more', () => {
  const cluster = clusterWith('n1');
  cluster.order({ cpu: '1' });
  const { sums, ledger } = ledgerOf(cluster);
  const before = sums('n1');

  cluster.gone('nodes', 'n1');

  expect(before).toEqual({ held: [1_500], ordered: [1_000], marked: 1, shown: ['n1'] });
  expect(sums()).toEqual({ held: [], ordered: [], marked: 0, shown: [] });
  expect([ledger.holdsOn('n1'), ledger.reservationsOn('n1')]).toEqual([[], []]);
  expect(ledger.amounts.held(0, 'cpu')).toBeUndefined();
  expect(ledger.orderRoom.all('cpu')?.[0]).toBe(0);
});

test('a node that takes the number of another owes nothing of what that one owed', () => {
  const cluster = clusterWith('n1');
  const { sums } = ledgerOf(cluster);
  const number = cluster.store.nodeNumber('n1');
  sums('n1');

  cluster.gone('nodes', 'n1');
  cluster.node('plain');

  expect(cluster.store.nodeNumber('plain')).toBe(number);
  expect(sums('plain')).toEqual({ held: [0], ordered: [0], marked: 0, shown: [] });
});

test('two nodes that come back with each other’s numbers keep each their own', () => {
  const cluster = clusterWith('n1');
  cluster.node('plain');
  const { sums } = ledgerOf(cluster);
  sums('n1');
  for (const node of ['n1', 'plain']) cluster.gone('nodes', node);

  cluster.node('n1', '4', { agent: 'yes' });
  cluster.node('plain');
  const first = sums('n1', 'plain');
  for (const node of ['plain', 'n1']) cluster.gone('nodes', node);
  cluster.node('n1', '4', { agent: 'yes' });
  cluster.node('plain');

  const own = { held: [500, 0], ordered: [0, 0], marked: 1, shown: ['n1'] };
  expect([first, sums('n1', 'plain')]).toEqual([own, own]);
});

test('a node that goes with one of its DaemonSets, when patience with the other ends, is forgotten', () => {
  const cluster = clusterWith('n1');
  cluster.daemonSet('other');
  const { sums, clock } = ledgerOf(cluster);
  sums();

  clock.now += PATIENCE_MS;
  cluster.gone('nodes', 'n1');
  cluster.gone('daemonSets', '/kube-system/other');

  expect(sums()).toEqual({ held: [], ordered: [], marked: 0, shown: [] });
});
