/** What a caller says of pods is limited by what the view knows: it cannot take what nobody has, nor speak for others. */
import { expect, test } from 'vitest';
import { project } from '../../cluster/records.ts';
import { clusterWith, filterOver, hear } from '../cluster-with-agent.ts';

/** Of a pod that was let pass on n1 of n1 and n2, each with 4 cpu and 500m held. */
function passed() {
  const cluster = clusterWith(['n1', 'n2', 'n3']);
  const over = filterOver(cluster);
  over.filter('web', { cpu: '3' }, ['n1', 'n2']);
  const fits = (node: string) => {
    const answer = over.filter('probe', { cpu: '1' }, [node]) as { NodeNames: string[] };
    over.filter('probe', { cpu: '4' }, [node]);
    return answer.NodeNames.length === 1;
  };
  const pod = cluster.tenantPod('web', { cpu: '3' });
  const tells = () => over.extender.account.isWitnessed(project('pods', pod), 0);
  return { cluster, fits, ...over, pod, tells };
}

test('a pod that no node could hold takes nothing, in audit too', () => {
  const cluster = clusterWith(['n1']);
  const { filter, extender } = filterOver(cluster, { headroom: { mode: 'audit' } });

  filter('huge', { cpu: '4001m' }, ['n1']);
  const afterHuge = extender.inFlight.size;
  filter('whole', { cpu: '4' }, ['n1']);

  expect([afterHuge, extender.inFlight.size]).toEqual([0, 1]);
});

test.each([
  ['of no nodes', []],
  ['of nodes that nobody knows', ['invented-1', 'invented-2']],
])('a filter call %s leaves the pod where it was', (_what, NodeNames) => {
  const { ask, pod, fits, told } = passed();

  ask('filter', { Pod: pod, NodeNames });

  expect([fits('n1'), fits('n2'), fits('n3')]).toEqual([false, false, true]);
  expect(told.left.filter((by) => by !== 'again')).toEqual([]);
});

test.each([
  ['no candidates', {}],
  ['a candidate without victims', { n1: { Pods: [] } }],
  ['candidates that nobody knows', { invented: { Pods: [{ UID: 'x' }] } }],
])('a preempt call with %s leaves the pod where it was', (_what, NodeNameToMetaVictims) => {
  const { ask, pod, fits } = passed();

  ask('preempt', { Pod: pod, NodeNameToMetaVictims });

  expect([fits('n1'), fits('n2'), fits('n3')]).toEqual([false, false, true]);
});

test('a refusal that passes is not used up by a call without candidates', () => {
  const { ask, filter, cluster } = passed();
  // Kept out by the pod that is on its way.
  filter('next', { cpu: '1' }, ['n1']);
  const Pod = cluster.tenantPod('next', { cpu: '1' });
  cluster.putTenantPod('victim', { node: 'n1', cpu: '1m', priority: -1 });

  ask('preempt', { Pod, NodeNameToMetaVictims: {} });
  const answer = ask('preempt', { Pod, NodeNameToMetaVictims: { n1: { Pods: [{ UID: 'victim' }] } } });

  expect(answer).toEqual({ NodeNameToMetaVictims: {} });
});

const bind = (uid: string, Node: string) => ({ PodName: uid, PodNamespace: 'shop', PodUID: uid, Node });

test('a node on which the pod was not let pass is not believed', () => {
  const { ask, fits, told, tells } = passed();

  ask('bind', bind('web', 'n3'));

  expect(told.witnessed).toEqual([false]);
  expect([fits('n1'), fits('n2'), fits('n3')]).toEqual([false, false, true]);
  expect(tells()).toBe(false);
});

test('once its node is told, another one is not believed', () => {
  const { ask, fits, told } = passed();
  ask('bind', bind('web', 'n1'));

  ask('bind', bind('web', 'n2'));

  expect(told.witnessed).toEqual([true, false]);
  expect([fits('n1'), fits('n2')]).toEqual([false, true]);
});

test('a node that has taken the number of one on which it was let pass is not believed', () => {
  const { cluster, ask, told, pod } = passed();
  const at = (resourceVersion: string) => ({ ...pod, metadata: { ...pod.metadata, resourceVersion } });
  ask('filter', { Pod: at('1'), NodeNames: ['n1', 'n2'] });
  // Meant for n2 from now on, and let pass on n1 all the same.
  cluster.put('pods', { ...at('2'), status: { ...pod.status, nominatedNodeName: 'n2' } });
  cluster.gone('nodes', 'n1');
  cluster.node('n4');

  ask('bind', bind('web', 'n4'));

  expect(cluster.store.nodeNumber('n4')).toBe(0);
  expect(told.witnessed).toEqual([false]);
});

test('a pod that is not on its way does not make the scheduler one that tells', () => {
  const { ask, told, tells } = passed();

  ask('bind', bind('invented', 'n1'));
  const byInvention = tells();
  ask('bind', bind('web', 'n1'));

  expect(told.witnessed).toEqual([false, true]);
  expect([byInvention, tells()]).toEqual([false, true]);
});

/** The pods' watch is behind by so much at most. */
const SHOWN_WITHIN_MS = 10_000;

function watched() {
  const cluster = clusterWith(['n1'], 'watch');
  hear(cluster, 0);
  const over = filterOver(cluster, { staleAfterSeconds: 3_600 });
  const at = (now: number) => {
    over.clock.now = now;
    hear(cluster, now);
  };
  /** Something is asked, so that what is over is forgotten. */
  const size = () => {
    over.filter('probe', { cpu: '4' }, ['n1']);
    return over.extender.inFlight.size;
  };
  return { cluster, at, size, ...over };
}

test('a pod that the watch never shows is forgotten after seconds', () => {
  const { filter, at, size, told } = watched();
  filter('invented', { cpu: '1' }, ['n1']);

  at(SHOWN_WITHIN_MS - 1);
  const before = size();
  at(SHOWN_WITHIN_MS);

  expect([before, size()]).toEqual([1, 0]);
  expect(told.left).toEqual(['unseen']);
});

test('asking about it again does not keep it', () => {
  const { filter, at, size } = watched();
  filter('invented', { cpu: '1' }, ['n1']);
  at(SHOWN_WITHIN_MS / 2);
  filter('invented', { cpu: '1' }, ['n1']);

  at(SHOWN_WITHIN_MS);

  expect(size()).toBe(0);
});

test('a pod that the watch shows in time stays, before it was let pass or after', () => {
  const { cluster, filter, at, size } = watched();
  cluster.putTenantPod('early', { cpu: '1' });
  filter('early', { cpu: '1' }, ['n1']);
  filter('late', { cpu: '1' }, ['n1']);
  cluster.putTenantPod('late', { cpu: '1' });

  at(SHOWN_WITHIN_MS * 2);

  expect(size()).toBe(2);
});

test('while the watch is silent nobody is forgotten: it may be there', () => {
  const { cluster, filter, clock, size } = watched();
  filter('web', { cpu: '1' }, ['n1']);
  clock.now = SHOWN_WITHIN_MS * 3;

  const silent = size();
  hear(cluster, clock.now);

  expect([silent, size()]).toEqual([1, 0]);
});
