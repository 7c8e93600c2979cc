import { expect, test } from 'vitest';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { clusterWith, filterOver, HELD, hear, refusedWith } from '../cluster-with-agent.ts';

test('a pod passes where it fits beside the daemon that is still to come', () => {
  const cluster = clusterWith(['n1']);
  const { filter } = filterOver(cluster);

  expect(filter('small', { cpu: '3500m' }, ['n1'])).toEqual(refusedWith({}, ['n1']));
});

test('a pod that would take its room is refused, in the same words for every node', () => {
  const cluster = clusterWith(['n1', 'n2']);
  cluster.daemonPod('agent', { node: 'n2' });
  const { filter, told } = filterOver(cluster);

  const answer = filter('large', { cpu: '3501m' }, ['n1', 'n2']);

  expect(answer).toEqual(refusedWith({ n1: HELD }, ['n2']));
  expect(told.filtered).toMatchObject([{ audited: false, example: HELD }]);
});

test('the words are the same whatever is held, and for whom', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('log-agent', { cpu: '200m', memory: '256Mi' });
  cluster.node('n2', '4', {}, 1);
  const { filter } = filterOver(cluster);

  const answer = filter('large', { cpu: '3900m' }, ['n1', 'n2']);

  expect(answer).toEqual(refusedWith({ n1: HELD, n2: HELD }));
});

test('a daemon of lower priority keeps nobody out', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('agent', { priorityClassName: '', generation: 2 });
  const { filter } = filterOver(cluster);

  expect(filter('equal', { cpu: '4', priority: 0 }, ['n1'])).toMatchObject({ NodeNames: [] });
  expect(filter('higher', { cpu: '4', priority: 1 }, ['n1'])).toMatchObject({ NodeNames: ['n1'] });
});

test('a DaemonSet of a tenant is not protected, unless the settings name it', () => {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1');
  cluster.daemonSet('agent', { namespace: 'shop' });
  const daemonSets = [{ namespace: 'sh*', name: 'agent' }];

  const byDefault = filterOver(cluster).filter('large', { cpu: '4' }, ['n1']);
  const named = filterOver(cluster, { headroom: { daemonSets } }).filter('large', { cpu: '4' }, ['n1']);

  expect(byDefault).toMatchObject({ NodeNames: ['n1'] });
  expect(named).toMatchObject({ NodeNames: [] });
});

test('only the resources that are to be kept are kept', () => {
  const cluster = clusterWith(['n1']);
  const { filter } = filterOver(cluster, { headroom: { resources: ['memory'] } });

  expect(filter('large', { cpu: '4' }, ['n1'])).toMatchObject({ NodeNames: ['n1'] });
});

test('the daemon itself is let in, and its room is free for others once it is bound and seen', () => {
  const cluster = clusterWith(['n1']);
  cluster.putTenantPod('web', { node: 'n1', cpu: '3' });
  cluster.daemonPod('agent', { node: 'n1', bound: false });
  const { ask, filter } = filterOver(cluster);

  const daemon = ask('filter', {
    Pod: cluster.daemonPodObject('agent', { node: 'n1', bound: false }),
    NodeNames: ['n1'],
  });
  const before = filter('late', { cpu: '1' }, ['n1']);
  cluster.daemonPod('agent', { node: 'n1', bound: true });
  const after = filter('late', { cpu: '500m' }, ['n1']);

  expect(daemon).toMatchObject({ NodeNames: ['n1'] });
  expect(before).toMatchObject({ NodeNames: [] });
  expect(after).toMatchObject({ NodeNames: ['n1'] });
});

test('a daemon is not let into the room of one above it, but into its own', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('low', { priority: 0, priorityClassName: '', cpu: '1' });
  const { ask } = filterOver(cluster);
  const askFor = (cpu: string) => {
    const daemon = cluster.daemonPodObject('low', { node: 'n1', bound: false, cpu });
    return ask('filter', { Pod: { ...daemon, spec: { ...daemon.spec, priority: 0 } }, NodeNames: ['n1'] });
  };

  expect(askFor('3500m')).toMatchObject({ NodeNames: ['n1'] });
  expect(askFor('3600m')).toMatchObject({ FailedAndUnresolvableNodes: { n1: HELD } });
});

test('a daemon that is made for no node in particular is let in beside those above it wherever there is room', () => {
  const nodes = ['n1', 'n2', 'n3', 'n4', 'n5', 'n6'];
  const cluster = clusterWith(nodes, 'watch');
  hear(cluster, 0);
  cluster.daemonSet('low', { priority: 0, priorityClassName: '' });
  // It may have been placed before this process began, so that a tenant gets no room that is held.
  cluster.putTenantPod('unaccounted');
  const { ask, filter } = filterOver(cluster);
  const daemon = cluster.daemonPodObject('low', { node: 'n1', bound: false, priority: 0 });

  const Pod = { ...daemon, spec: { ...daemon.spec, affinity: undefined } };

  expect(filter('web', { cpu: '1' }, nodes)).toMatchObject({ NodeNames: [] });
  expect(ask('filter', { Pod, NodeNames: nodes })).toMatchObject({ NodeNames: nodes });
});

test('Arktos, which knows one kind of failure only, is told in both', () => {
  const cluster = clusterWith(['n1']);
  const daemonSets = [{ namespace: '*', name: '*' }];
  const { filter } = filterOver(cluster, { flavor: 'arktos', headroom: { daemonSets } });

  expect(filter('large', { cpu: '4' }, ['n1'])).toMatchObject({
    FailedNodes: { n1: HELD },
    FailedAndUnresolvableNodes: { n1: HELD },
  });
});

test.each([
  ['the system’s, which is meant by default', 'system', 'system', true],
  ['a tenant’s, which has the same namespaces', 't1', 'system', false],
  ['a tenant’s, where that is named', 't1', 't*', true],
])('on Arktos room is kept for the named DaemonSets of one tenant: %s', (_whose, tenant, named, isHeld) => {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1');
  cluster.daemonSet('agent', { tenant });
  const daemonSets = [{ namespace: 'kube-system', name: '*', tenant: named }];
  const { filter } = filterOver(cluster, { flavor: 'arktos', headroom: { daemonSets } });

  expect(filter('large', { cpu: '4' }, ['n1'])).toMatchObject({ NodeNames: isHeld ? [] : ['n1'] });
});

test('whole nodes come back byte for byte, without those that are refused', async () => {
  const cluster = clusterWith(['n1', 'n2', 'n3']);
  cluster.daemonPod('agent', { node: 'n1' });
  cluster.daemonPod('agent', { node: 'n3' });
  const { doors } = filterOver(cluster);
  const item = (name: string) => `{ "metadata":{"name":"${name}"}, "big": 9007199254740993 }`;
  const pod = JSON.stringify(cluster.tenantPod('large', { cpu: '3600m' }));
  const list = (items: string) => `{"metadata":{}, "items":[ ${items} ], "more": 1.0}`;
  const all = [item('n1'), item('n2'), item('n3')].join(' , ');

  const answer = await doors
    .get('/scheduler/filter')
    ?.answer(Buffer.from(`{"Pod":${pod},"Nodes":${list(all)},"NodeNames":null}`));

  const passing = list(`${item('n1')},${item('n3')}`);
  expect(answer?.ok && answer.value.toString()).toBe(
    `{"Nodes":${passing},"NodeNames":null,"FailedNodes":{},"FailedAndUnresolvableNodes":{"n2":"${HELD}"},"Error":""}`,
  );
});
