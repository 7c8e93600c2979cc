import { expect, test } from 'vitest';
import { scheduled } from './partitioned.ts';

/** A node of 4 cpu in each resource partition, and an agent of 500m in each tenant partition that is nowhere yet. */
function withAgents() {
  const over = scheduled();
  over.east.node('e1');
  over.west.node('w1');
  over.blue.daemonSet('agent');
  over.green.daemonSet('agent');
  return over;
}

test('a new node of either resource partition is held for the daemons of both tenant partitions', () => {
  const { blue, green, filter } = withAgents();

  // 4 cpu, of which 1 is kept for two agents.
  expect(filter('blue', blue.tenantPod('fits', { cpu: '3' }), ['e1', 'w1'])).toEqual(['e1', 'w1']);
  expect(filter('green', green.tenantPod('large', { cpu: '3500m' }), ['e1', 'w1'])).toEqual([]);
});

test('equal names in both partitions are two daemons: that one has come gives nothing of the other away', () => {
  const { blue, green, clock, filter } = withAgents();
  blue.daemonPod('agent', { node: 'e1' });
  clock.now = 4_000;

  expect(filter('green', green.tenantPod('large', { cpu: '3500m' }), ['e1'])).toEqual([]);
  green.daemonPod('agent', { node: 'e1' });
  clock.now = 8_000;
  expect(filter('green', green.tenantPod('small', { cpu: '3' }), ['e1'])).toEqual(['e1']);
});

test('two schedulers never get the same room beside a hold: who was let pass counts for the other', () => {
  const { blue, green, filter, ask } = withAgents();
  expect(filter('blue', blue.tenantPod('first', { cpu: '2' }), ['e1'])).toEqual(['e1']);

  expect(filter('green', green.tenantPod('second', { cpu: '2' }), ['e1'])).toEqual([]);

  ask('blue', 'bind', { PodUID: 'blue-first', PodName: 'first', PodNamespace: 'shop', Node: 'e1' });
  expect(filter('green', green.tenantPod('second', { cpu: '1' }), ['e1'])).toEqual(['e1']);
});

test('a node that pods of another partition have filled is refused, although nothing is held there', () => {
  const { blue, green, east, told, filter } = scheduled();
  east.node('e1');
  blue.putTenantPod('large', { node: 'e1', cpu: '3' });

  expect(filter('green', green.tenantPod('web', { cpu: '2' }), ['e1'])).toEqual([]);
  expect(told.filtered.map(({ example }) => example)).toEqual([
    'DW509 room taken by pods of other partitions',
  ]);
  expect(filter('green', green.tenantPod('small', { cpu: '1' }), ['e1'])).toEqual(['e1']);
});

test('a daemon gets its own room, whatever pods of other partitions take', () => {
  const { blue, green, east, filter } = scheduled();
  east.node('e1');
  blue.putTenantPod('large', { node: 'e1', cpu: '4' });
  green.daemonSet('agent');
  green.daemonPod('agent', { node: 'e1', bound: false });

  expect(filter('green', green.daemonPodObject('agent', { node: 'e1', bound: false }), ['e1'])).toEqual([
    'e1',
  ]);
});

test('what a scheduler says of a pod of another partition is refused, and changes nothing', () => {
  const { blue, filter, ask, extender } = withAgents();
  blue.putTenantPod('web');
  filter('blue', blue.tenantPod('web'), ['e1', 'w1']);
  const before = extender.inFlight.size;

  expect(() => filter('green', blue.tenantPod('web'), ['e1'])).toThrow(
    'metadata.uid: is that of a pod of the partition blue, and this path is that of green',
  );
  ask('green', 'bind', { PodUID: 'blue-web', PodName: 'web', PodNamespace: 'shop', Node: 'w1' });

  expect(extender.inFlight.size).toBe(before);
  expect(extender.inFlight.isOnItsWay('blue-web', 'e1')).toBe(true);
});

test('a preemptor is given victims of its own partition alone', () => {
  const { blue, green, east, ask } = scheduled();
  east.node('e1');
  green.daemonSet('agent', { cpu: '2' });
  green.daemonPod('agent', { node: 'e1', cpu: '2' });
  blue.putTenantPod('others', { node: 'e1', cpu: '1' });
  green.putTenantPod('own', { node: 'e1', cpu: '1' });
  const victims = (uid: string) => ({ e1: { Pods: [{ UID: uid }], NumPDBViolations: 0 } });

  const answer = ask('green', 'preempt', {
    Pod: green.tenantPod('high', { cpu: '1', priority: 1_000 }),
    NodeNameToMetaVictims: victims('green-agent-e1-1'),
  });

  expect(answer.NodeNameToMetaVictims).toEqual({ e1: { Pods: [{ UID: 'green-own' }], NumPDBViolations: 1 } });
});

test('a victim that is not of its own partition makes no room: its scheduler could not evict it', () => {
  const { blue, green, east, ask } = withAgents();
  east.node('e2');
  blue.putTenantPod('others', { node: 'e2', cpu: '3' });

  const answer = ask('green', 'preempt', {
    Pod: green.tenantPod('high', { cpu: '3', priority: 1_000 }),
    NodeNameToMetaVictims: { e2: { Pods: [{ UID: 'blue-others' }], NumPDBViolations: 0 } },
  });

  expect(answer.NodeNameToMetaVictims).toEqual({});
});
