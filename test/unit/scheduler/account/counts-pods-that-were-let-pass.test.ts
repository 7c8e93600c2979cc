import { expect, test } from 'vitest';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { clusterWith, filterOver } from '../cluster-with-agent.ts';

test('pods that were let pass count until they are bound, gone or asked about again', () => {
  const cluster = clusterWith(['n1']);
  const { filter, extender, told } = filterOver(cluster);
  const passes = (name: string) => filter(name, { cpu: '2' }, ['n1']);

  expect(passes('a')).toMatchObject({ NodeNames: ['n1'] });
  expect(passes('b')).toMatchObject({ NodeNames: [] });
  expect(passes('a')).toMatchObject({ NodeNames: ['n1'] });
  cluster.putTenantPod('a', { node: 'n1', cpu: '2' });
  expect(extender.inFlight.size).toBe(0);
  expect(passes('b')).toMatchObject({ NodeNames: [] });
  cluster.gone('pods', 'a');
  expect(passes('b')).toMatchObject({ NodeNames: ['n1'] });
  cluster.putTenantPod('b', { cpu: '2' });
  cluster.gone('pods', 'b');
  expect(extender.inFlight.size).toBe(0);
  expect(told.left).toEqual(['again', 'bound', 'gone']);
});

test('a daemon that was let pass counts for those whom its own hold does not keep out', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('low', { priority: 0, priorityClassName: '', cpu: '1' });
  const { ask, filter } = filterOver(cluster);
  const daemon = cluster.daemonPodObject('low', { node: 'n1', bound: false, cpu: '1' });
  const Pod = { ...daemon, spec: { ...daemon.spec, priority: 0 } };
  const passes = (name: string, cpu: string, priority: number) => filter(name, { cpu, priority }, ['n1']);

  expect(passes('higher', '3500m', 100)).toMatchObject({ NodeNames: ['n1'] });
  cluster.putTenantPod('higher');
  cluster.gone('pods', 'higher');
  ask('filter', { Pod, NodeNames: ['n1'] });
  expect(passes('higher', '3500m', 100)).toMatchObject({ NodeNames: [] });
  expect(passes('higher', '2500m', 100)).toMatchObject({ NodeNames: ['n1'] });
  cluster.putTenantPod('higher');
  cluster.gone('pods', 'higher');
  expect(passes('equal', '2500m', 0)).toMatchObject({ NodeNames: ['n1'] });
});

test('a pod counts on every node that it was passed on, also where the hold came after it', () => {
  const cluster = new DaemonCluster().synced();
  for (const node of ['n1', 'n2']) cluster.node(node);
  const { filter } = filterOver(cluster);
  filter('early', { cpu: '2' }, ['n1', 'n2']);

  cluster.daemonSet('agent');

  expect(filter('late', { cpu: '2' }, ['n1', 'n2'])).toMatchObject({ NodeNames: [] });
  expect(filter('small', { cpu: '1500m' }, ['n1', 'n2'])).toMatchObject({ NodeNames: ['n1', 'n2'] });
});

test('a pod that was let pass and never bound is forgotten in the end', () => {
  const cluster = clusterWith(['n1']);
  const { filter, clock, told } = filterOver(cluster, { headroom: { patience: '24h' } });
  filter('stuck', { cpu: '2' }, ['n1']);

  clock.now = 599_999;
  const shortBefore = filter('late', { cpu: '2' }, ['n1']);
  clock.now = 600_000;

  expect(shortBefore).toMatchObject({ NodeNames: [] });
  expect(filter('late', { cpu: '2' }, ['n1'])).toMatchObject({ NodeNames: ['n1'] });
  expect(told.left).toEqual(['limit']);
});

test('a node that takes the place of another inherits nobody', () => {
  const cluster = clusterWith(['n1']);
  const { filter } = filterOver(cluster);
  filter('a', { cpu: '2' }, ['n1']);

  cluster.gone('nodes', 'n1');
  cluster.node('n2');

  expect(cluster.store.nodeNumber('n2')).toBe(0);
  expect(filter('b', { cpu: '3' }, ['n2'])).toMatchObject({ NodeNames: ['n2'] });
  expect(filter('c', { cpu: '1' }, ['n2'])).toMatchObject({ NodeNames: [] });
});
