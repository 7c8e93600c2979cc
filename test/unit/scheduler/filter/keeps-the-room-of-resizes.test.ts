/** Room that a resize has not freed yet, or that a resized daemon waits for, is not given to others. */
import { expect, test } from 'vitest';
import { clusterWith, filterOver, HELD, refusedWith } from '../cluster-with-agent.ts';

const PASSED = refusedWith({}, ['n1']);
const REFUSED = refusedWith({ n1: HELD });

test('after a shrink the room is free only when the kubelet has carried it out', () => {
  const cluster = clusterWith(['n1']);
  const { filter } = filterOver(cluster);
  const shrunk = { node: 'n1', cpu: '1' };

  cluster.putTenantPod('large', { ...shrunk, granted: '3' });
  const before = filter('web', { cpu: '1' }, ['n1']);
  cluster.putTenantPod('large', { ...shrunk, granted: '1' });

  expect(before).toEqual(REFUSED);
  expect(filter('web', { cpu: '1' }, ['n1'])).toEqual(PASSED);
});

test('a growth that can never be takes no room', () => {
  const cluster = clusterWith(['n1']);
  const { filter } = filterOver(cluster);

  cluster.putTenantPod('large', { node: 'n1', cpu: '64', granted: '1', pending: 'Infeasible' });

  expect(filter('web', { cpu: '1' }, ['n1'])).toEqual(PASSED);
});

test('while a resized daemon waits for room nobody else is let in, until the patience is over', () => {
  const cluster = clusterWith(['n1']);
  const { filter, clock } = filterOver(cluster);
  cluster.putTenantPod('large', { node: 'n1', cpu: '3' });
  cluster.daemonPod('agent', { node: 'n1' });

  const before = filter('web', { cpu: '100m' }, ['n1']);
  cluster.daemonPod('agent', { node: 'n1', cpu: '2', granted: '500m' });
  const meanwhile = filter('web', { cpu: '100m' }, ['n1']);
  clock.now = 600_000;

  expect(before).toEqual(PASSED);
  expect(meanwhile).toEqual(REFUSED);
  expect(filter('web', { cpu: '100m' }, ['n1'])).toEqual(PASSED);
});

test('a pod that fits beside a resized daemon is let in', () => {
  const cluster = clusterWith(['n1']);
  const { filter } = filterOver(cluster);
  cluster.daemonPod('agent', { node: 'n1', cpu: '2', granted: '500m' });

  expect(filter('web', { cpu: '2' }, ['n1'])).toEqual(PASSED);
  expect(filter('other', { cpu: '2001m' }, ['n1'])).toEqual(REFUSED);
});
