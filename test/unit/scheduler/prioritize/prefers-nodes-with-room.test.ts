import { expect, test } from 'vitest';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { type ExtenderOptions, extenderOver } from '../extender.ts';

function scoresOver(cluster: DaemonCluster, options: ExtenderOptions = {}) {
  const { ask } = extenderOver(cluster.store, options);
  return (cpu: string, NodeNames: readonly string[]) =>
    ask('prioritize', { Pod: cluster.tenantPod('web', { cpu }), NodeNames });
}

test('the more room stays after the holds, the higher the score', () => {
  const cluster = new DaemonCluster().synced();
  for (const node of ['empty', 'half', 'full']) cluster.node(node);
  cluster.putTenantPod('a', { node: 'half', cpu: '2' });
  cluster.putTenantPod('b', { node: 'full', cpu: '4' });
  const scores = scoresOver(cluster);

  expect(scores('400m', ['full', 'half', 'empty', 'unknown'])).toEqual([
    { Host: 'full', Score: 0 },
    { Host: 'half', Score: 4 },
    { Host: 'empty', Score: 9 },
    { Host: 'unknown', Score: 0 },
  ]);
});

test('a node that owes room to a daemon scores lower than one that does not', () => {
  const cluster = new DaemonCluster().synced();
  for (const node of ['owes', 'has']) cluster.node(node);
  cluster.daemonSet('agent', { cpu: '1', priorityClassName: '' });
  cluster.daemonPod('agent', { node: 'has', cpu: '1m' });
  const scores = scoresOver(cluster);

  expect(scores('100m', ['owes', 'has'])).toEqual([
    { Host: 'owes', Score: 7 },
    { Host: 'has', Score: 9 },
  ]);
});

test('memory counts as well as cpu', () => {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1');
  cluster.putTenantPod('cache', { node: 'n1', cpu: '1m', memory: '6Gi' });

  expect(scoresOver(cluster)('1m', ['n1'])).toEqual([{ Host: 'n1', Score: 2 }]);
});

test.each(['off', 'audit'] as const)('%s adds nothing to what the scheduler thinks', (mode) => {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1');

  expect(scoresOver(cluster, { headroom: { mode } })('1', ['n1'])).toEqual([{ Host: 'n1', Score: 0 }]);
});
