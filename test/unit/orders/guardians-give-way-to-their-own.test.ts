/** Guardians take the room in the order's name: not twice, and only for those for whom it is. */
import { expect, test } from 'vitest';
import { clusterOf, NOW, ORDERED, type OrderCluster, ordersOver, SCANNER } from './cluster-with-orders.ts';

function withGuardian(): OrderCluster {
  const cluster = clusterOf('n1');
  cluster.order({ enforcement: 'Guardian', cpu: '1', owners: [SCANNER] });
  cluster.guardian('room', 'n1');
  return cluster;
}

function preempted(cluster: OrderCluster, Pod: unknown, uids: readonly string[]) {
  const { ask, told } = ordersOver(cluster);
  const answer = ask('preempt', {
    Pod,
    NodeNameToVictims: null,
    NodeNameToMetaVictims: { n1: { Pods: uids.map((UID) => ({ UID })), NumPDBViolations: 0 } },
  });
  const { n1 } = Object(answer).NodeNameToMetaVictims ?? {};
  const victims = n1?.Pods.map(({ UID }: { readonly UID: string }) => UID) ?? null;
  return { victims, event: told.preempted[0]?.candidates[0] };
}

test('the room of a guardian is not kept twice, and is kept again as soon as it is gone', () => {
  const cluster = withGuardian();
  const { keptOn, filtered } = ordersOver(cluster);
  const pod = cluster.tenantPod('p', { cpu: '3500m' });

  expect(keptOn('n1')).toEqual(['room 0m']);
  cluster.gone('pods', 'room-n1');
  expect(keptOn('n1')).toEqual(['room 1000m']);
  expect(filtered(pod, ['n1'])).toEqual({ n1: ORDERED });
  expect(filtered(cluster.claimantObject('s', { cpu: '4' }), ['n1'])).toEqual({ n1: 'passes' });
});

test('a guardian that asks for less than the order leaves the rest to the extender', () => {
  const cluster = clusterOf('n1');
  cluster.order({ enforcement: 'Guardian', cpu: '1' });
  cluster.guardian('room', 'n1', { cpu: '300m' });

  expect(ordersOver(cluster).keptOn('n1')).toEqual(['room 700m']);
});

test('a pod of another namespace that names the order as its owner guards nothing', () => {
  const cluster = clusterOf('n1');
  cluster.order({ enforcement: 'Guardian', cpu: '1' });
  cluster.guardian('room', 'n1', { namespace: 'shop' });

  expect(ordersOver(cluster).keptOn('n1')).toEqual(['room 1000m']);
});

test('guardians are due where room is to be kept, and nowhere else', () => {
  const cluster = clusterOf('n1', 'n2', 'n3', 'n4');
  cluster.node('tiny', '500m');
  cluster.order({
    enforcement: 'Guardian',
    cpu: '1',
    owners: [SCANNER, { kind: 'DaemonSet', apiVersion: 'apps/v1', name: 'agent' }],
  });
  cluster.claimant('s', { node: 'n2', cpu: '400m' });
  cluster.claimant('t', { node: 'n3', cpu: '1' });
  cluster.daemonSet('agent', { cpu: '1' });
  const clock = { now: NOW };
  const { guardians } = ordersOver(cluster, { clock });

  expect(guardians('room').toSorted()).toEqual(['n1 1000m', 'n2 600m', 'n4 1000m']);
  // A pod that is made for the node waits: its guardian gives way.
  cluster.daemonPod('agent', { node: 'n4', bound: false, cpu: '1' });
  expect(guardians('room').toSorted()).toEqual(['n1 1000m', 'n2 600m']);
  clock.now = Date.parse('2026-02-01T00:00:00Z');
  expect(guardians('room')).toEqual([]);
  cluster.order({ enforcement: 'Hold', cpu: '1', generation: 2 });
  clock.now = NOW;
  expect(guardians('room')).toEqual([]);
});

test('a guardian goes for a daemon that cannot evict it, only where it is in the way, and does not come back before it is bound', () => {
  const cluster = clusterOf('n1', 'n2');
  cluster.order({ enforcement: 'Guardian', cpu: '2' });
  for (const node of ['n1', 'n2']) cluster.guardian('room', node, { cpu: '2', priority: 1 });
  cluster.putTenantPod('web', { node: 'n1', cpu: '1' });
  cluster.daemonSet('agent', { cpu: '2', priorityClassName: '' });
  for (const node of ['n1', 'n2']) cluster.daemonPod('agent', { node, bound: false, cpu: '2' });
  const { guardians } = ordersOver(cluster);

  expect(guardians('room')).toEqual(['n2 2000m']);
  cluster.gone('pods', 'room-n1');
  expect(guardians('room')).toEqual(['n2 2000m']);
});

test('it stays where who waits is being deleted, or is no daemon and may go elsewhere', () => {
  const cluster = clusterOf('n1', 'n2');
  cluster.order({ enforcement: 'Guardian', cpu: '3' });
  for (const node of ['n1', 'n2']) cluster.guardian('room', node, { cpu: '3' });
  cluster.daemonSet('agent', { cpu: '2', priorityClassName: '' });
  cluster.daemonPod('agent', { node: 'n1', bound: false, cpu: '2', terminating: true });
  const pinned = cluster.daemonPodObject('agent', { node: 'n2', bound: false, cpu: '2', priority: 5 });
  const ownerReferences = [{ ...SCANNER, uid: 'owner', controller: true }];
  cluster.put('pods', { ...pinned, metadata: { ...pinned.metadata, ownerReferences } });

  expect(ordersOver(cluster).guardians('room').toSorted()).toEqual(['n1 3000m', 'n2 3000m']);
});

test('an order that is not there has no guardians', () => {
  const cluster = withGuardian();

  expect(ordersOver(cluster).guardians('gone')).toEqual([]);
});

test('it stays where the daemon of a tenant waits, which may not use its room', () => {
  const cluster = clusterOf('n1');
  cluster.put('priorityClasses', { metadata: { name: 'middle' }, value: 500 });
  cluster.order({ enforcement: 'Guardian', cpu: '3', priorityClassName: 'middle' });
  cluster.guardian('room', 'n1', { cpu: '3', priority: 500 });
  cluster.daemonSet('theirs', { cpu: '2', namespace: 'shop' });
  cluster.daemonPod('theirs', { node: 'n1', bound: false, cpu: '2', namespace: 'shop' });

  expect(ordersOver(cluster).guardians('room')).toEqual(['n1 3000m']);
});

test('it goes for a daemon of the system of any priority, which could not evict it', () => {
  const cluster = clusterOf('n1');
  cluster.put('priorityClasses', { metadata: { name: 'middle' }, value: 500 });
  cluster.order({ enforcement: 'Guardian', cpu: '3', priorityClassName: 'middle' });
  cluster.guardian('room', 'n1', { cpu: '3', priority: 500 });
  cluster.daemonSet('agent', { cpu: '2', priorityClassName: '' });
  cluster.daemonPod('agent', { node: 'n1', bound: false, cpu: '2' });

  expect(ordersOver(cluster).guardians('room')).toEqual([]);
});

test('a daemon is given the guardian as its victim, and no tenant', () => {
  const cluster = withGuardian();
  cluster.daemonSet('agent', { cpu: '1', priorityClassName: '', priority: 1000 });
  cluster.putTenantPod('web', { node: 'n1', cpu: '3' });
  const agent = cluster.daemonPodObject('agent', { node: 'n1', bound: false, cpu: '1', priority: 1000 });

  const { victims, event } = preempted(cluster, agent, ['web']);

  expect(victims).toEqual(['room-n1']);
  expect(event).toMatchObject({ code: 'DW505', change: 'other victims' });
});

test('so is a pod for which the order is', () => {
  const cluster = withGuardian();
  cluster.putTenantPod('web', { node: 'n1', cpu: '3' });
  const scanner = cluster.claimantObject('s', { cpu: '1', priority: 5 });

  expect(preempted(cluster, scanner, ['web', 'room-n1']).victims).toEqual(['room-n1']);
});

test('where guardians are not enough, the victims stay as they were offered', () => {
  const cluster = withGuardian();
  cluster.putTenantPod('web', { node: 'n1', cpu: '3' });
  const scanner = cluster.claimantObject('s', { cpu: '2', priority: 5 });

  expect(preempted(cluster, scanner, ['web']).victims).toEqual(['web']);
});

test('a guardian of another order stays: it stands there for others', () => {
  const cluster = clusterOf('n1');
  cluster.order({ name: 'own', enforcement: 'Guardian', cpu: '1', owners: [SCANNER] });
  cluster.order({ name: 'other', enforcement: 'Guardian', cpu: '1', priorityClassName: 'above' });
  cluster.put('priorityClasses', { metadata: { name: 'above' }, value: 100 });
  for (const order of ['other', 'own']) cluster.guardian(order, 'n1');
  cluster.putTenantPod('web', { node: 'n1', cpu: '2' });
  const scanner = (cpu: string) => cluster.claimantObject(`s-${cpu}`, { cpu, priority: 5 });

  expect(preempted(cluster, scanner('1'), ['web']).victims).toEqual(['own-n1']);
  // Both together would be enough.
  expect(preempted(cluster, scanner('2'), ['web']).victims).toEqual(['web']);
});

test.each([
  ['as high as the pod cannot be evicted for it', { priority: 5 }, '3'],
  ['at its end gives no room', { phase: 'Succeeded' }, '3500m'],
])('a guardian that is %s', (_what, options, cpu) => {
  const cluster = clusterOf('n1');
  cluster.order({ enforcement: 'Guardian', cpu: '1', owners: [SCANNER] });
  cluster.guardian('room', 'n1', options);
  cluster.putTenantPod('web', { node: 'n1', cpu });
  const scanner = cluster.claimantObject('s', { cpu: '1', priority: 5 });

  expect(preempted(cluster, scanner, ['web']).victims).toEqual(['web']);
});

test('a pod that wants more than room keeps the victims that the scheduler has chosen', () => {
  const cluster = withGuardian();
  cluster.putTenantPod('web', { node: 'n1', cpu: '3' });
  const scanner = Object(cluster.claimantObject('s', { cpu: '1', priority: 5 }));
  const containers = [{ resources: { requests: { cpu: '1' } }, ports: [{ hostPort: 80 }] }];

  const { victims, event } = preempted(cluster, { ...scanner, spec: { ...scanner.spec, containers } }, [
    'web',
  ]);

  expect([victims, event]).toEqual([['web'], undefined]);
});

test('where the guardian is the victim already, nothing is changed and nothing told', () => {
  const cluster = withGuardian();
  cluster.putTenantPod('web', { node: 'n1', cpu: '3' });
  const scanner = cluster.claimantObject('s', { cpu: '1', priority: 5 });

  expect(preempted(cluster, scanner, ['room-n1'])).toEqual({ victims: ['room-n1'], event: undefined });
});

test('the guardian of an order evicts nobody', () => {
  const cluster = withGuardian();
  cluster.order({ name: 'more', enforcement: 'Guardian', cpu: '4' });
  cluster.putTenantPod('web', { node: 'n1', cpu: '3', priority: -1 });
  const guardian = cluster.guardianObject('more', 'n1', { cpu: '4', priority: 10, waits: true });

  const { victims, event } = preempted(cluster, guardian, ['web']);

  expect(victims).toBeNull();
  expect(event).toMatchObject({
    code: 'DW505',
    change: 'dropped',
    why: expect.stringContaining('evicts nobody'),
  });
});

test('a tenant is never given a guardian, whatever its priority', () => {
  const cluster = withGuardian();
  cluster.putTenantPod('web', { node: 'n1', cpu: '3', priority: 2_000 });
  const important = cluster.tenantPod('important', { cpu: '1', priority: 1_000 });

  const { victims, event } = preempted(cluster, important, ['room-n1']);

  expect(victims).toBeNull();
  expect(event).toMatchObject({
    code: 'DW506',
    change: 'dropped',
    why: 'kube-system/room-n1 is the guardian of an order',
  });
});

test('a candidate is dropped that an order would keep the pod out of all the same', () => {
  const cluster = clusterOf('n1');
  cluster.order({ cpu: '3' });
  cluster.putTenantPod('web', { node: 'n1', cpu: '1' });
  const important = cluster.tenantPod('important', { cpu: '2', priority: 1_000 });

  const { victims, event } = preempted(cluster, important, ['web']);

  expect(victims).toBeNull();
  expect(event).toMatchObject({ code: 'DW505', change: 'dropped' });
});

test('one that fits beside the order once its victims are gone is left as it is', () => {
  const cluster = clusterOf('n1');
  cluster.order({ cpu: '2' });
  cluster.putTenantPod('web', { node: 'n1', cpu: '2' });
  const important = cluster.tenantPod('important', { cpu: '2', priority: 1_000 });

  expect(preempted(cluster, important, ['web'])).toEqual({ victims: ['web'], event: undefined });
});

test('who may use all that is kept is let in on any number of nodes, whatever else it asks for', () => {
  const nodes = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6'];
  const cluster = clusterOf(...nodes);
  cluster.order({ cpu: '1', owners: [SCANNER] });
  const scanner = Object(cluster.claimantObject('s', { cpu: '1' }));
  const containers = [{ resources: { requests: { cpu: '1', memory: '1Gi' } } }];

  const answer = ordersOver(cluster).filtered({ ...scanner, spec: { ...scanner.spec, containers } }, nodes);

  expect(Object.values(answer)).toEqual(nodes.map(() => 'passes'));
});

test('nodes that keep room for a pod come first for it, and for nobody else', () => {
  const cluster = clusterOf('n1', 'n2');
  cluster.node('kept', '4', { pool: 'kept' });
  cluster.putTenantPod('web', { node: 'kept', cpu: '2' });
  cluster.order({ cpu: '1', nodeSelector: { pool: 'kept' }, owners: [SCANNER] });
  const { ask } = ordersOver(cluster);
  const scores = (Pod: unknown) =>
    Object.fromEntries(
      Object.values(Object(ask('prioritize', { Pod, Nodes: null, NodeNames: ['n1', 'kept'] }))).map(
        (entry) => {
          const { Host, Score } = Object(entry);
          return [Host, Score];
        },
      ),
    );

  const forScanner = scores(cluster.claimantObject('s', { cpu: '1' }));
  const forTenant = scores(cluster.tenantPod('p', { cpu: '1' }));

  expect(forScanner.kept).toBeGreaterThan(forScanner.n1);
  expect(forTenant.kept).toBeLessThan(forTenant.n1);
});
