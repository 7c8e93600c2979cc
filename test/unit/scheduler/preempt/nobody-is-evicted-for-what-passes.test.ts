/** A pod that only waits for others to be bound, or for news of a node, gets no victims: it is asked about again anyway. */
import { expect, test } from 'vitest';
import { clusterHeardAt, clusterWith, filterOver } from '../cluster-with-agent.ts';

const NOBODY = { NodeNameToMetaVictims: {} };

function crowdedNode() {
  const cluster = clusterWith(['n1']);
  cluster.putTenantPod('old', { node: 'n1', cpu: '500m', priority: 0 });
  const over = filterOver(cluster);
  const preempt = (name: string, cpu: string) =>
    over.ask('preempt', {
      Pod: cluster.tenantPod(name, { cpu, priority: 1000 }),
      NodeNameToMetaVictims: { n1: { Pods: [{ UID: 'old' }], NumPDBViolations: 0 } },
    });
  return { cluster, ...over, preempt };
}

const OLD = { NodeNameToMetaVictims: { n1: { Pods: [{ UID: 'old' }], NumPDBViolations: 0 } } };

test('refused for pods on their way: no victims, once', () => {
  const { filter, preempt, told } = crowdedNode();
  filter('first', { cpu: '3', priority: 1000 }, ['n1']);
  const refused = filter('second', { cpu: '500m', priority: 1000 }, ['n1']);

  expect(refused).toMatchObject({
    FailedAndUnresolvableNodes: { n1: 'DW504 room taken by pods on their way' },
  });
  expect(preempt('second', '500m')).toEqual(NOBODY);
  expect(told.preempted).toMatchObject([{ candidates: [{ node: 'n1', code: 'DW504', change: 'dropped' }] }]);
  expect(preempt('second', '500m')).not.toEqual(NOBODY);
});

test('refused for what is held: somebody may be evicted', () => {
  const { filter, preempt } = crowdedNode();
  const refused = filter('large', { cpu: '3500m', priority: 1000 }, ['n1']);

  expect(refused).toMatchObject({ FailedAndUnresolvableNodes: { n1: 'DW504 room held for daemons' } });
  expect(preempt('large', '3500m')).toEqual(OLD);
});

test('a later refusal for what is held counts, and not the one before', () => {
  const { cluster, filter, preempt } = crowdedNode();
  filter('first', { cpu: '3', priority: 1000 }, ['n1']);
  filter('second', { cpu: '500m', priority: 1000 }, ['n1']);
  cluster.putTenantPod('first', { node: 'n1', cpu: '3', priority: 1000 });
  filter('second', { cpu: '500m', priority: 1000 }, ['n1']);

  expect(preempt('second', '500m')).toEqual(OLD);
});

test('it is forgotten after the longest back-off of a scheduler', () => {
  const { clock, filter, preempt } = crowdedNode();
  filter('first', { cpu: '3', priority: 1000 }, ['n1']);
  filter('second', { cpu: '400m', priority: 1000 }, ['n1']);
  clock.now += 10_000;

  expect(preempt('second', '400m')).not.toEqual(NOBODY);
});

test('refused for a node that is not known yet: no victims', () => {
  const cluster = clusterHeardAt(0);
  cluster.node('n1');
  cluster.putTenantPod('old', { node: 'n1', cpu: '500m', priority: 0 });
  const { ask } = filterOver(cluster);
  const Pod = cluster.tenantPod('web', { cpu: '1', priority: 1000 });
  ask('filter', { Pod, NodeNames: ['new'] });

  const answer = ask('preempt', {
    Pod,
    NodeNameToMetaVictims: { n1: { Pods: [{ UID: 'old' }], NumPDBViolations: 0 } },
  });

  expect(answer).toEqual(NOBODY);
});

test('let pass on some node, and kept out by another extender: somebody may be evicted', () => {
  const { cluster, filter, preempt } = crowdedNode();
  cluster.node('n2');
  filter('first', { cpu: '3', priority: 1000 }, ['n1']);

  const answer = filter('second', { cpu: '500m', priority: 1000 }, ['n1', 'n2']);

  expect(answer).toMatchObject({ NodeNames: ['n2'] });
  expect(preempt('second', '500m')).toEqual(OLD);
});
