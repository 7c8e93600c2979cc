/** The details of a node: what each Order keeps there, the one that comes first first, and what is not there. */
import { expect, test } from 'vitest';
import { explainNode } from '../../../src/explain/node.ts';
import { nodeText } from '../../../src/explain/text/node-text.ts';
import { clusterOf, NOW, type OrderCluster, SCANNER } from '../orders/cluster-with-orders.ts';
import { explaining } from './scene.ts';

function explained(cluster: OrderCluster, name = 'n1') {
  const node = cluster.store.node(name);
  if (node === undefined) throw new Error(`no node ${name}`);
  return explainNode(node, 10, explaining(cluster.store, { clock: { now: NOW } }).scene());
}

test('without Orders nothing is said of them', () => {
  const explanation = explained(clusterOf('n1'));

  expect(explanation.orders).toEqual([]);
  expect(nodeText(explanation)).not.toContain('orders');
});

test('what is kept, what is claimed, and what a guardian stands for', () => {
  const cluster = clusterOf('n1');
  cluster.order({ name: 'a', cpu: '1', owners: [SCANNER] });
  cluster.order({ name: 'b', cpu: '500m', enforcement: 'Guardian' });
  cluster.claimant('s', { node: 'n1', cpu: '400m' });
  cluster.guardian('b', 'n1', { cpu: '500m' });

  const { orders } = explained(cluster);

  expect(orders).toMatchObject([
    { order: 'kube-system/a', wanted: { cpu: '600m' }, claimed: true, guarded: false, short: '' },
    { order: 'kube-system/b', wanted: { cpu: '500m' }, claimed: false, guarded: true, short: '' },
  ]);
});

test('an Order whose room is not there is said to lack it, in the words of its status', () => {
  const cluster = clusterOf('n1');
  cluster.order({ name: 'first', cpu: '3' });
  cluster.order({ name: 'second', cpu: '3', created: '2026-01-01T00:30:00Z' });
  cluster.order({ name: 'huge', cpu: '64', created: '2026-01-01T00:40:00Z' });

  const explanation = explained(cluster);
  const text = nodeText(explanation);

  expect(explanation.orders.map(({ order, short }) => `${order}: ${short}`)).toEqual([
    'kube-system/first: ',
    'kube-system/second: 2 of cpu too little: the order first comes first',
    'kube-system/huge: the node is too small, even when it is empty',
  ]);
  expect(text).toMatch(/kube-system\/first +3 cpu, a place among the pods +until 2026-01-02T00:00:00/);
  expect(text).toMatch(
    /kube-system\/second +3 cpu, a place among the pods; 2 of cpu too little: the order first comes first +until/,
  );
  expect(text).toMatch(/kube-system\/huge +the node is too small, even when it is empty +until/);
});

test('where the node does not belong to an Order, it keeps nothing', () => {
  const cluster = clusterOf('n1');
  cluster.order({ nodeSelector: { disk: 'ssd' } });
  cluster.order({ name: 'paused', paused: true });

  expect(explained(cluster).orders).toEqual([]);
});
