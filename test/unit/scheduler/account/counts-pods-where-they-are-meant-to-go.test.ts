/** Nominations, evictions and pods that are gone already: what a scheduler means to do counts before it is done. */
import { expect, test } from 'vitest';
import { DaemonCluster, type TenantPodOptions } from '../../headroom/cluster-of-daemons.ts';
import { extenderOver } from '../extender.ts';

/** Nodes of 4 cpu that owe 1 to their agent. */
function clusterWith(...nodes: readonly string[]) {
  const cluster = new DaemonCluster('watch').synced();
  for (const kind of ['nodes', 'pods', 'daemonSets', 'namespaces', 'priorityClasses'] as const)
    cluster.store.markHeard(kind, { resourceVersion: '1', heardAt: 0 });
  for (const node of nodes) cluster.node(node);
  cluster.daemonSet('agent', { cpu: '1' });
  const over = extenderOver(cluster.store);
  /** Schedulers ask about the first state of each pod. */
  const asked = (name: string, pod: TenantPodOptions) => versioned(cluster.tenantPod(name, pod), ASKED);
  const passing = (name: string, pod: TenantPodOptions, NodeNames: readonly string[] = nodes) => {
    const answer = over.ask('filter', { Pod: asked(name, pod), NodeNames });
    return (answer as { NodeNames: string[] }).NodeNames;
  };
  /** In a later state, unless it is told in which. */
  const nominate = (name: string, nominatedNodeName: string, pod: TenantPodOptions, version = LATER) => {
    const object = versioned(cluster.tenantPod(name, pod), version);
    cluster.put('pods', { ...object, status: { ...object.status, nominatedNodeName } });
  };
  // The account is kept before anybody waits.
  passing('first', {}, []);
  return { cluster, ...over, asked, passing, nominate };
}

/** Resource versions; as text the later one would be the smaller. */
const [EARLIER, ASKED, LATER] = ['98', '99', '100'];

function versioned<P extends { readonly metadata: object }>(pod: P, resourceVersion = ASKED): P {
  return { ...pod, metadata: { ...pod.metadata, resourceVersion } };
}

test('a pod that was deleted before its question came is not waited for', () => {
  const { cluster, passing, extender } = clusterWith('n1');
  cluster.putTenantPod('ghost', { cpu: '3' });
  cluster.gone('pods', 'ghost');

  expect(passing('ghost', { cpu: '3' })).toEqual(['n1']);
  expect(extender.inFlight.size).toBe(0);
  expect(passing('web', { cpu: '3' })).toEqual(['n1']);
});

test('a pod that is bound already is not waited for', () => {
  const { cluster, passing, extender } = clusterWith('n1', 'n2');
  cluster.putTenantPod('web', { node: 'n2', cpu: '1' });

  passing('web', { cpu: '1' });

  expect(extender.inFlight.size).toBe(0);
});

test('once the scheduler has said where, a pod in flight counts there only', () => {
  const { passing, nominate } = clusterWith('n1', 'n2');
  passing('waits-for-its-volume', { cpu: '3' });
  const before = passing('other', { cpu: '3' });

  nominate('waits-for-its-volume', 'n1', { cpu: '3' });

  expect(before).toEqual([]);
  expect(passing('other', { cpu: '3' })).toEqual(['n2']);
});

test.each([
  ['of the state that was asked about', 'n1', ASKED],
  ['of an older state', 'n1', EARLIER],
  ['of a state of which nobody can tell', 'n1', 'not-a-number'],
  ['to a node that it was not passed on', 'n3', LATER],
])('a nomination %s does not move it', (_what, node, version) => {
  const { passing, nominate } = clusterWith('n1', 'n2', 'n3');
  passing('moved', { cpu: '3' }, ['n1', 'n2']);

  nominate('moved', node, { cpu: '3' }, version);

  expect(passing('other', { cpu: '3' }, ['n1', 'n2'])).toEqual([]);
});

test('what the scheduler has told stands, whatever it meant before', () => {
  const { passing, nominate, ask } = clusterWith('n1', 'n2');
  passing('told', { cpu: '3' });
  ask('bind', { PodUID: 'told', Node: 'n2' });

  nominate('told', 'n1', { cpu: '3' });

  expect(passing('other', { cpu: '3' })).toEqual(['n1']);
});

test('what the scheduler tells stands above what it seemed to mean', () => {
  const { passing, nominate, ask, told } = clusterWith('n1', 'n2');
  passing('told', { cpu: '3' });
  nominate('told', 'n1', { cpu: '3' });

  ask('bind', { PodUID: 'told', Node: 'n2' });

  expect(told.witnessed).toEqual([true]);
  expect(passing('other', { cpu: '3' })).toEqual(['n1']);
});

test('room that was made for a nominated pod is kept from pods of at most its priority', () => {
  const { passing, nominate, cluster } = clusterWith('n1', 'n2');
  nominate('urgent', 'n1', { cpu: '2', priority: 100 });

  expect(passing('low', { cpu: '2', priority: 100 })).toEqual(['n2']);
  cluster.putTenantPod('low');
  cluster.gone('pods', 'low');
  expect(passing('urgent', { cpu: '2', priority: 100 })).toEqual(['n1', 'n2']);
  cluster.gone('pods', 'urgent');
  expect(passing('next', { cpu: '2', priority: 0 })).toEqual(['n1', 'n2']);
});

test('a nominated pod of lower priority keeps nobody out', () => {
  const { passing, nominate } = clusterWith('n1');
  nominate('low', 'n1', { cpu: '2', priority: 1 });

  expect(passing('high', { cpu: '3', priority: 2 })).toEqual(['n1']);
});

test('who was given victims counts on their nodes at once, until the scheduler says which', () => {
  const { cluster, ask, asked, passing, nominate } = clusterWith('n1', 'n2');
  for (const node of ['n1', 'n2']) cluster.putTenantPod(`low-${node}`, { node, cpu: '2' });
  const urgent = { cpu: '2', priority: 100 };
  ask('preempt', {
    Pod: asked('urgent', urgent),
    NodeNameToMetaVictims: { n1: { Pods: [{ UID: 'low-n1' }] }, n2: { Pods: [{ UID: 'low-n2' }] } },
  });
  for (const node of ['n1', 'n2']) cluster.gone('pods', `low-${node}`);

  const atOnce = passing('other', { cpu: '2' });
  nominate('urgent', 'n2', urgent);

  expect(atOnce).toEqual([]);
  expect(passing('other', { cpu: '2' })).toEqual(['n1']);
});

test('what comes of victims does not move it once it was let pass, though its scheduler had not heard of it', () => {
  const { cluster, ask, asked, passing, nominate } = clusterWith('n1', 'n2');
  cluster.putTenantPod('low', { node: 'n1', cpu: '3' });
  const urgent = { cpu: '3', priority: 100 };
  ask('preempt', { Pod: asked('urgent', urgent), NodeNameToMetaVictims: { n1: { Pods: [{ UID: 'low' }] } } });
  cluster.gone('pods', 'low');
  passing('urgent', urgent);

  nominate('urgent', 'n1', urgent);

  expect(passing('other', { cpu: '1' })).toEqual([]);
});

test('two who want the same room are not both given the same victims', () => {
  const { cluster, ask } = clusterWith('n1');
  cluster.daemonPod('agent', { node: 'n1', cpu: '1' });
  for (const name of ['a', 'b', 'c']) cluster.putTenantPod(name, { node: 'n1', cpu: '1' });
  const preempt = (name: string) =>
    ask('preempt', {
      Pod: cluster.tenantPod(name, { cpu: '2', priority: 2_000_001_001 }),
      NodeNameToMetaVictims: { n1: { Pods: [{ UID: 'agent-n1-1' }, { UID: 'a' }] } },
    });

  const first = preempt('first');
  const second = preempt('second');

  expect(first).toMatchObject({ NodeNameToMetaVictims: { n1: { Pods: [{}, {}] } } });
  expect(second).toEqual({ NodeNameToMetaVictims: {} });
});

test('the first pod of a DaemonSet that is as new as its node is not kept waiting', () => {
  const { cluster, ask } = clusterWith('n1');
  const Pod = cluster.daemonPodObject('brand-new', { node: 'new', bound: false });

  expect(ask('filter', { Pod, NodeNames: ['new'] })).toMatchObject({ NodeNames: ['new'] });
});
