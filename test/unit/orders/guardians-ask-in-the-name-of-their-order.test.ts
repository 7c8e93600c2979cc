/** A guardian that looks for room is its order: no more and no less, whatever the priority class of guardians. */
import { expect, test } from 'vitest';
import { clusterOf, ORDERED, ordersOver } from './cluster-with-orders.ts';

/** Of the class that the installation makes: one above tenants, and above daemons that name no class. */
const GUARDIAN = 1;
const LATER = '2026-01-01T00:30:00Z';

test('the room of its own order is open to it, also when the order names its class', () => {
  const cluster = clusterOf('n1');
  cluster.put('priorityClasses', { metadata: { name: 'middle' }, value: 500 });
  cluster.order({ enforcement: 'Guardian', cpu: '1', priorityClassName: 'middle' });
  cluster.putTenantPod('web', { node: 'n1', cpu: '3' });
  const guardian = cluster.guardianObject('room', 'n1', { priority: 500, waits: true });

  expect(ordersOver(cluster).filtered(guardian, ['n1'])).toEqual({ n1: 'passes' });
});

test('the room of an order that comes first is not, and that of one that comes after it is', () => {
  const cluster = clusterOf('n1');
  cluster.order({ name: 'first', enforcement: 'Guardian', cpu: '3' });
  cluster.order({ name: 'second', enforcement: 'Guardian', cpu: '3', created: LATER });
  const { filtered } = ordersOver(cluster);
  const waiting = { cpu: '3', priority: GUARDIAN, waits: true };

  expect(filtered(cluster.guardianObject('second', 'n1', waiting), ['n1'])).toEqual({ n1: ORDERED });
  expect(filtered(cluster.guardianObject('first', 'n1', waiting), ['n1'])).toEqual({ n1: 'passes' });
});

test.each(['', 'middle'])(
  'the room of a daemon is not, were the order of the class "%s"',
  (priorityClassName) => {
    const cluster = clusterOf('n1');
    cluster.put('priorityClasses', { metadata: { name: 'middle' }, value: 500 });
    cluster.order({ enforcement: 'Guardian', cpu: '2', priorityClassName });
    cluster.daemonSet('agent', { cpu: '3', priorityClassName: '' });
    const guardian = cluster.guardianObject('room', 'n1', { cpu: '2', priority: GUARDIAN, waits: true });

    expect(ordersOver(cluster).filtered(guardian, ['n1'])).toEqual({ n1: 'DW504 room held for daemons' });
  },
);

test('that of a paused order finds none', () => {
  const cluster = clusterOf('n1');
  cluster.order({ name: 'other', cpu: '3' });
  cluster.order({ name: 'paused', enforcement: 'Guardian', cpu: '2', paused: true });
  const guardian = cluster.guardianObject('paused', 'n1', { cpu: '2', priority: GUARDIAN, waits: true });

  expect(ordersOver(cluster).filtered(guardian, ['n1'])).toEqual({ n1: ORDERED });
});

test('a pod of a tenant that names the order as its owner is nobody', () => {
  const cluster = clusterOf('n1');
  cluster.order({ enforcement: 'Guardian', cpu: '1' });
  const forged = cluster.guardianObject('room', 'n1', { cpu: '4', namespace: 'shop', waits: true });

  expect(ordersOver(cluster).filtered(forged, ['n1'])).toEqual({ n1: ORDERED });
});

test('it evicts nobody, whatever class its order names', () => {
  const cluster = clusterOf('n1');
  cluster.put('priorityClasses', { metadata: { name: 'middle' }, value: 500 });
  cluster.order({ enforcement: 'Guardian', cpu: '1', priorityClassName: 'middle' });
  cluster.putTenantPod('web', { node: 'n1', cpu: '4' });
  const { ask, told } = ordersOver(cluster);

  const answer = ask('preempt', {
    Pod: cluster.guardianObject('room', 'n1', { priority: 500, waits: true }),
    NodeNameToVictims: null,
    NodeNameToMetaVictims: { n1: { Pods: [{ UID: 'web' }], NumPDBViolations: 0 } },
  });

  expect(answer).toEqual({ NodeNameToMetaVictims: {} });
  expect(told.preempted[0]?.candidates).toMatchObject([{ code: 'DW505', change: 'dropped' }]);
});
