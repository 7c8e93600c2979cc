/** What is seen of one pod, or of the rollout as a whole, changes what is held on all nodes. */
import { expect, test } from 'vitest';
import { DaemonCluster } from './cluster-of-daemons.ts';
import { ledgerOver } from './ledger-over.ts';

function clusterWith(nodes: readonly string[]): DaemonCluster {
  const cluster = new DaemonCluster();
  for (const node of nodes) cluster.node(node);
  return cluster;
}

test('a rollout that seemed to be over and is not goes on to be waited for', () => {
  const cluster = clusterWith(['n1', 'n2']);
  const set = { cpu: '2', generation: 2 };
  cluster.daemonSet('a', set);
  cluster.daemonPod('a', { node: 'n1', cpu: '1', generation: 1 });
  cluster.daemonPod('a', { node: 'n2', cpu: '2', generation: 2 });
  const { on } = ledgerOver(cluster);
  const updated = (updatedNumberScheduled: number) =>
    cluster.daemonSet('a', {
      ...set,
      status: { observedGeneration: 2, updatedNumberScheduled, desiredNumberScheduled: 2 },
    });

  const before = on('n1');
  updated(2);
  const over = on('n1');
  updated(1);

  expect([before, over]).toEqual([['a growth 1000m'], []]);
  expect([on('n1'), on('n2')]).toEqual([['a growth 1000m'], []]);
});

test('a node that seemed too small for what one pod asked for is looked at when the next asks for less', () => {
  const cluster = clusterWith(['small-1', 'small-2']);
  cluster.node('large', '16');
  cluster.daemonSet('a', { cpu: '100m' });
  const { on } = ledgerOver(cluster);

  cluster.daemonPod('a', { node: 'large', cpu: '9', revision: 'r' });
  const meanwhile = on('small-2');
  cluster.daemonPod('a', { node: 'small-1', cpu: '200m', revision: 'r' });

  expect(meanwhile).toEqual([]);
  expect(on('small-2')).toEqual(['a missing 200m']);
});

test('what one pod lacked, made while a webhook was down, is forgotten with it', () => {
  const cluster = clusterWith(['n1', 'n2', 'n3']);
  cluster.daemonSet('a', { cpu: '100m' });
  const { on } = ledgerOver(cluster);
  cluster.daemonPod('a', { node: 'n1', cpu: '1', revision: 'r' });
  cluster.daemonPod('a', { node: 'n2', cpu: '100m', revision: 'r' });
  const before = on('n3');

  cluster.gone('pods', 'a-n2-1');
  const without = on('n3');
  cluster.gone('pods', 'a-n1-1');

  expect([before, without]).toEqual([['a missing 100m'], ['a missing 1000m']]);
  // What the last one has shown stays known.
  expect(on('n3')).toEqual(['a missing 1000m']);
});
