import { expect, test } from 'vitest';
import { OBJECT_KINDS } from '../../../src/cluster/records.ts';
import { DaemonCluster, type TenantPodOptions } from '../daemons/cluster-of-daemons.ts';
import { type ExtenderOptions, extenderOver } from './extender.ts';

/** Nodes of 4 cpu, with the agent of 500m missing unless a test puts it there. */
function clusterWith(nodes: readonly string[], kind: 'snapshot' | 'watch' = 'snapshot'): DaemonCluster {
  const cluster = new DaemonCluster(kind).synced();
  for (const node of nodes) cluster.node(node);
  cluster.daemonSet('agent');
  return cluster;
}

function filterOver(cluster: DaemonCluster, options: ExtenderOptions = {}) {
  const over = extenderOver(cluster.store, options);
  const filter = (name: string, pod: TenantPodOptions, NodeNames: readonly string[]) =>
    over.ask('filter', { Pod: cluster.tenantPod(name, pod), Nodes: null, NodeNames });
  return { ...over, filter };
}

const refusedWith = (failed: Record<string, string>, NodeNames: string[] = []) => ({
  Nodes: null,
  NodeNames,
  FailedNodes: {},
  FailedAndUnresolvableNodes: failed,
  Error: '',
});

const HELD = '500m cpu held for kube-system/agent';

test('a pod passes where it fits beside the daemon that is still to come', () => {
  const cluster = clusterWith(['n1']);
  const { filter } = filterOver(cluster);

  expect(filter('small', { cpu: '3500m' }, ['n1'])).toEqual(refusedWith({}, ['n1']));
});

test('a pod that would take its room is refused, with daemon, resource and amount', () => {
  const cluster = clusterWith(['n1', 'n2']);
  cluster.daemonPod('agent', { node: 'n2' });
  const { filter, told } = filterOver(cluster);

  const answer = filter('large', { cpu: '3501m' }, ['n1', 'n2']);

  expect(answer).toEqual(refusedWith({ n1: `DW504 n1: ${HELD}` }, ['n2']));
  expect(told.filtered).toMatchObject([{ audited: false, example: `DW504 n1: ${HELD}` }]);
});

test('the words name every daemon and resource that is held', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('log-agent', { cpu: '200m', memory: '256Mi' });
  const { filter } = filterOver(cluster);

  const answer = filter('large', { cpu: '3900m' }, ['n1']);

  expect(answer).toEqual(
    refusedWith({ n1: `DW504 n1: ${HELD}; 200m cpu, 256Mi memory held for kube-system/log-agent` }),
  );
});

test('where only a place among the pods is missing, that is said', () => {
  const cluster = clusterWith([]);
  cluster.node('n1', '4', {}, 1);
  const { filter } = filterOver(cluster);

  expect(filter('tiny', { cpu: '1m' }, ['n1'])).toEqual(
    refusedWith({ n1: 'DW504 n1: 1 pod held for kube-system/agent' }),
  );
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

test('a daemon is not let into the room of one above it, but into its own', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('low', { priority: 0, priorityClassName: '', cpu: '1' });
  const { ask } = filterOver(cluster);
  const askFor = (cpu: string) => {
    const daemon = cluster.daemonPodObject('low', { node: 'n1', bound: false, cpu });
    return ask('filter', { Pod: { ...daemon, spec: { ...daemon.spec, priority: 0 } }, NodeNames: ['n1'] });
  };

  expect(askFor('3500m')).toMatchObject({ NodeNames: ['n1'] });
  expect(askFor('3600m')).toMatchObject({ FailedAndUnresolvableNodes: { n1: `DW504 n1: ${HELD}` } });
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

  clock.now = 299_999;
  const shortBefore = filter('late', { cpu: '2' }, ['n1']);
  clock.now = 300_000;

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

test('a node that is not known yet is refused for a moment, then passed', () => {
  const cluster = clusterWith(['n1'], 'watch');
  hear(cluster, 0);
  const { filter, clock, told } = filterOver(cluster);
  const ask = () => filter('web', { cpu: '1' }, ['n1', 'new']);

  const atFirst = ask();
  clock.now = 4_999;
  const stillNot = ask();
  clock.now = 5_000;

  expect(atFirst).toEqual(
    refusedWith({ new: 'DW504 new: new or just started, and its daemons are not known yet' }, ['n1']),
  );
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

test('audit answers as if there were no holds, and tells what it would have refused', () => {
  const cluster = clusterWith(['n1']);
  const { filter, told } = filterOver(cluster, { headroom: { mode: 'audit' } });

  expect(filter('large', { cpu: '4' }, ['n1'])).toEqual(refusedWith({}, ['n1']));
  expect(told.filtered).toMatchObject([{ audited: true, nodes: new Map([['DW504', 1]]) }]);
});

test('off neither refuses nor tells', () => {
  const cluster = clusterWith(['n1']);
  const { filter, told, extender } = filterOver(cluster, { headroom: { mode: 'off' } });

  expect(filter('large', { cpu: '4' }, ['n1'])).toEqual(refusedWith({}, ['n1']));
  expect(told.filtered).toEqual([]);
  expect(extender.inFlight.size).toBe(0);
});

test('new settings hold from the next call on', () => {
  const cluster = clusterWith(['n1']);
  const { filter, reconfigure, clock } = filterOver(cluster, { headroom: { mode: 'off' } });
  const passes = () => filter('large', { cpu: '4' }, ['n1']);

  expect(passes()).toMatchObject({ NodeNames: ['n1'] });
  reconfigure({ headroom: { mode: 'enforce' } });
  expect(passes()).toMatchObject({ NodeNames: [] });
  reconfigure({ headroom: { daemonSets: [{ namespace: 'elsewhere', name: '*' }] } });
  expect(passes()).toMatchObject({ NodeNames: ['n1'] });
  reconfigure({ headroom: { resources: ['memory'] } });
  expect(passes()).toMatchObject({ NodeNames: ['n1'] });
  clock.now = 60_000;
  reconfigure({ headroom: { patience: '2m' } });
  expect(passes()).toMatchObject({ NodeNames: [] });
  reconfigure({ headroom: { patience: '1s' } });
  clock.now += 1_000;
  expect(passes()).toMatchObject({ NodeNames: ['n1'] });
});

test('Arktos, which knows one kind of failure only, is told in both', () => {
  const cluster = clusterWith(['n1']);
  const daemonSets = [{ namespace: '*', name: '*' }];
  const { filter } = filterOver(cluster, { flavor: 'arktos', headroom: { daemonSets } });

  expect(filter('large', { cpu: '4' }, ['n1'])).toMatchObject({
    FailedNodes: { n1: `DW504 n1: ${HELD}` },
    FailedAndUnresolvableNodes: { n1: `DW504 n1: ${HELD}` },
  });
});

test('whole nodes come back byte for byte, without those that are refused', () => {
  const cluster = clusterWith(['n1', 'n2', 'n3']);
  cluster.daemonPod('agent', { node: 'n1' });
  cluster.daemonPod('agent', { node: 'n3' });
  const { doors } = filterOver(cluster);
  const item = (name: string) => `{ "metadata":{"name":"${name}"}, "big": 9007199254740993 }`;
  const pod = JSON.stringify(cluster.tenantPod('large', { cpu: '3600m' }));
  const list = (items: string) => `{"metadata":{}, "items":[ ${items} ], "more": 1.0}`;
  const all = [item('n1'), item('n2'), item('n3')].join(' , ');

  const answer = doors.get('/scheduler/filter')?.(
    Buffer.from(`{"Pod":${pod},"Nodes":${list(all)},"NodeNames":null}`),
  );

  const passing = list(`${item('n1')},${item('n3')}`);
  expect(answer?.ok && answer.value.toString()).toBe(
    `{"Nodes":${passing},"NodeNames":null,"FailedNodes":{},"FailedAndUnresolvableNodes":{"n2":"DW504 n2: ${HELD}"},"Error":""}`,
  );
});

test('beyond a hundred, refused nodes are not named, so that the scheduler can count them as one', () => {
  const names = Array.from({ length: 130 }, (_, index) => `n${index}`);
  const { filter } = filterOver(clusterWith(names));

  const answer = filter('large', { cpu: '4' }, names);

  const { FailedAndUnresolvableNodes: failed } = answer as {
    FailedAndUnresolvableNodes: Record<string, string>;
  };
  expect(failed.n99).toBe(`DW504 n99: ${HELD}`);
  expect(failed.n100).toBe(`DW504 ${HELD}`);
  expect(new Set(Object.values(failed)).size).toBe(101);
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

function hear(cluster: DaemonCluster, heardAt: number): void {
  for (const kind of OBJECT_KINDS) cluster.store.markHeard(kind, { resourceVersion: '1', heardAt });
}

function clusterHeardAt(heardAt: number): DaemonCluster {
  const cluster = new DaemonCluster('watch').synced();
  hear(cluster, heardAt);
  return cluster;
}
