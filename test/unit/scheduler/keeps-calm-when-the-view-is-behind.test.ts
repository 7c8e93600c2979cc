import { expect, test } from 'vitest';
import { DaemonCluster } from '../headroom/cluster-of-daemons.ts';
import { clusterHeardAt, clusterWith, filterOver, hear, refusedWith } from './cluster-with-agent.ts';

test('a node that is not known yet is refused for a moment, then passed', () => {
  const cluster = clusterWith(['n1'], 'watch');
  hear(cluster, 0);
  const { filter, clock, told } = filterOver(cluster);
  const ask = () => filter('web', { cpu: '1' }, ['n1', 'new']);

  const atFirst = ask();
  clock.now = 4_999;
  const stillNot = ask();
  clock.now = 5_000;

  expect(atFirst).toEqual(refusedWith({ new: 'DW504 new node, its daemons are not known yet' }, ['n1']));
  expect(stillNot).toMatchObject({ NodeNames: ['n1'] });
  expect(ask()).toMatchObject({ NodeNames: ['n1', 'new'] });
  expect(told.doubtful).toEqual(['refused 1', 'refused 1', 'passed 1']);
});

test('a node that by the view repels the pod has just lost a taint: not now', () => {
  const cluster = clusterHeardAt(0);
  const taints = [{ key: 'node.cilium.io/agent-not-ready', effect: 'NoSchedule' }];
  cluster.node('n1', '4', {}, 110, taints);
  const { filter, ask, clock } = filterOver(cluster);
  const tolerant = cluster.tenantPod('tolerant', { cpu: '1' });
  const Pod = { ...tolerant, spec: { ...tolerant.spec, tolerations: [{ operator: 'Exists' }] } };

  const atOnce = filter('web', { cpu: '1' }, ['n1']);
  const forTolerant = ask('filter', { Pod, NodeNames: ['n1'] });
  clock.now = 5_000;
  const afterwards = filter('web', { cpu: '1' }, ['n1']);
  cluster.node('n1', '4', {}, 110, [...taints, { key: 'other', effect: 'PreferNoSchedule' }]);
  const newsCame = filter('web', { cpu: '1' }, ['n1']);
  cluster.node('n1');

  expect([atOnce, forTolerant, afterwards, newsCame]).toMatchObject(
    [[], ['n1'], ['n1'], []].map((NodeNames) => ({ NodeNames })),
  );
  expect(filter('web', { cpu: '1' }, ['n1'])).toMatchObject({ NodeNames: ['n1'] });
});

test('patience does not run while nothing is heard', () => {
  const cluster = clusterHeardAt(0);
  cluster.node('n1');
  cluster.daemonSet('agent');
  const { filter, clock } = filterOver(cluster);
  const ask = () => filter('large', { cpu: '4' }, ['n1']);
  ask();

  clock.now = 200_000;
  const blind = ask();
  clock.now = 3_600_000;
  hear(cluster, clock.now);
  const hearing = ask();
  clock.now += 399_000;
  hear(cluster, clock.now);
  const nearlyOver = ask();
  clock.now += 1_000;
  hear(cluster, clock.now);

  expect([blind, hearing, nearlyOver]).toMatchObject([['n1'], [], []].map((NodeNames) => ({ NodeNames })));
  expect(ask()).toMatchObject({ NodeNames: ['n1'] });
});

test.each([
  ['unsynced', new DaemonCluster('watch'), 0],
  ['stale', clusterHeardAt(0), 200_000],
])('an %s view passes everything through, counted', (reason, cluster, now) => {
  cluster.node('n1');
  cluster.daemonSet('agent');
  const { filter, ask, told } = filterOver(cluster, { clock: { now } });
  const Pod = cluster.tenantPod('large', { cpu: '4', priority: 10 });

  const filtered = filter('large', { cpu: '4' }, ['n1']);
  const scored = ask('prioritize', { Pod, NodeNames: ['n1'] });
  const preempted = ask('preempt', { Pod, NodeNameToMetaVictims: { n1: { Pods: [{ UID: 'x' }] } } });

  expect(filtered).toEqual(refusedWith({}, ['n1']));
  expect(scored).toEqual([{ Host: 'n1', Score: 0 }]);
  expect(preempted).toEqual({ NodeNameToMetaVictims: { n1: { Pods: [{ UID: 'x' }], NumPDBViolations: 0 } } });
  expect(told.passedThrough).toEqual(['filter', 'prioritize', 'preempt'].map((verb) => `${verb} ${reason}`));
});
