import { expect, test } from 'vitest';
import { chooseVictims } from '../../../../src/scheduler/preempt/victims.ts';
import { DaemonCluster, type TenantPodOptions } from '../../headroom/cluster-of-daemons.ts';
import { type ExtenderOptions, extenderOver } from '../extender.ts';

type Pods = Record<string, Omit<TenantPodOptions, 'node'>>;

function put(cluster: DaemonCluster, pods: Pods, node = 'n1'): void {
  for (const [name, options] of Object.entries(pods)) cluster.putTenantPod(name, { ...options, node });
}

test.each<[rule: string, pods: Pods, need: Record<string, number>, chosen: string[] | null]>([
  [
    'the lowest priority first',
    { high: { cpu: '1', priority: 9 }, low: { cpu: '1', priority: 1 } },
    { cpu: 1_000 },
    ['low'],
  ],
  [
    'of equal priority, from the namespace that holds most, even when another’s pod is younger',
    {
      young: { cpu: '1', namespace: 'small', startTime: '2026-03-03T00:00:00Z' },
      old: { cpu: '1', namespace: 'big', startTime: '2026-01-01T00:00:00Z' },
      older: { cpu: '1', namespace: 'big', startTime: '2025-01-01T00:00:00Z' },
    },
    { cpu: 1_000 },
    ['old'],
  ],
  [
    'what a namespace holds is measured by what is needed',
    {
      right: { cpu: '0', memory: '2Ki', namespace: 'memory' },
      wrong: { cpu: '9', memory: '1Ki', namespace: 'cpu' },
    },
    { cpu: -1, memory: 1_024 },
    ['right'],
  ],
  [
    'what it holds of one resource is weighed by how much of it is needed, and not by its unit',
    {
      cpu: { cpu: '3', memory: '1Mi', namespace: 'cpu' },
      memory: { cpu: '1', memory: '2Mi', namespace: 'memory' },
    },
    { cpu: 1_000, memory: 2 ** 20 },
    ['cpu'],
  ],
  [
    'of one namespace the youngest',
    {
      old: { cpu: '1', startTime: '2026-01-01T00:00:00Z' },
      young: { cpu: '1', startTime: '2026-02-02T00:00:00Z' },
    },
    { cpu: 1_000 },
    ['young'],
  ],
  [
    'nobody whose end frees nothing of what is needed',
    { useless: { cpu: '1', priority: 1 }, useful: { cpu: '1m', memory: '1Ki', priority: 2 } },
    { memory: 1_024 },
    ['useful'],
  ],
  [
    'whoever a later one has made needless is spared',
    { small: { cpu: '400m', priority: 1 }, large: { cpu: '1', priority: 2 } },
    { cpu: 1_000 },
    ['large'],
  ],
  [
    'of several that could be spared, the most important',
    {
      a: { cpu: '300m', priority: 1 },
      b: { cpu: '300m', priority: 2 },
      c: { cpu: '800m', priority: 3 },
    },
    { cpu: 1_000 },
    ['a', 'c'],
  ],
  [
    'as many as it takes',
    { a: { cpu: '1', priority: 1 }, b: { cpu: '1', priority: 2 } },
    { cpu: 1_001 },
    ['a', 'b'],
  ],
  [
    'a place among the pods is room too',
    { a: { cpu: '0' }, b: { cpu: '0', priority: 1 } },
    { pods: 1 },
    ['a'],
  ],
  [
    'every need is met',
    { cpu: { cpu: '1' }, memory: { cpu: '0', memory: '1Ki', priority: 1 } },
    { cpu: 1, memory: 1 },
    ['cpu', 'memory'],
  ],
  ['nobody when nothing is needed', { a: {} }, { cpu: 0 }, []],
  ['nobody when all together are not enough', { a: { cpu: '1' }, b: { cpu: '1' } }, { cpu: 2_001 }, null],
])('%s', (_rule, pods, need, chosen) => {
  const cluster = new DaemonCluster();
  put(cluster, pods);

  const victims = chooseVictims(
    [...cluster.store.podsOnNode('n1')],
    new Map(Object.entries(need)),
    ({ namespace }) => namespace,
  );

  expect(victims?.map(({ name }) => name).toSorted() ?? null).toEqual(chosen);
});

const AGENT = 'agent-n1-1';
const LATER = { cpu: '500m', priorityClassName: '', priority: 2_000 };

/** One node of 4 cpu with the agent (500m) on it, and what else there is. */
function clusterWithAgent(pods: Pods = {}): DaemonCluster {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1');
  cluster.daemonSet('agent', { priorityClassName: '' });
  cluster.daemonPod('agent', { node: 'n1' });
  put(cluster, pods);
  return cluster;
}

function preemptOver(cluster: DaemonCluster, options: ExtenderOptions = {}) {
  const over = extenderOver(cluster.store, options);
  /** The victims that are left of each candidate. */
  const preempt = (Pod: unknown, candidates: Record<string, readonly string[]>) => {
    const victims = Object.entries(candidates).map(([node, uids]) => [
      node,
      { Pods: uids.map((UID) => ({ UID })) },
    ]);
    const answer = over.ask('preempt', { Pod, NodeNameToMetaVictims: Object.fromEntries(victims) }) as {
      NodeNameToMetaVictims: Record<string, { Pods: { UID: string }[] }>;
    };
    return Object.fromEntries(
      Object.entries(answer.NodeNameToMetaVictims).map(([node, { Pods }]) => [
        node,
        Pods.map(({ UID }) => UID),
      ]),
    );
  };
  const important = (cpu: string) => cluster.tenantPod('important', { cpu, priority: 1_000 });
  const letPass = (name: string, cpu: string) =>
    over.ask('filter', { Pod: cluster.tenantPod(name, { cpu, priority: 1_000 }), NodeNames: ['n1'] });
  return { ...over, preempt, important, letPass };
}

test('what a tenant holds is what all of his namespaces hold, and not each by itself', () => {
  const cluster = clusterWithAgent({
    young: { cpu: '1', namespace: 'small', startTime: '2026-03-03T00:00:00Z' },
    'big-1': { cpu: '700m', namespace: 'big-1', startTime: '2026-01-01T00:00:00Z' },
    'big-2': { cpu: '700m', namespace: 'big-2', startTime: '2025-01-01T00:00:00Z' },
    fixed: { cpu: '1100m', priority: 5_000 },
  });
  for (const name of ['big-1', 'big-2']) {
    cluster.put('namespaces', { metadata: { name, labels: { 'capsule.clastix.io/tenant': 'big' } } });
  }
  const { preempt, important } = preemptOver(cluster);

  expect(preempt(important('500m'), { n1: [AGENT] })).toEqual({ n1: ['big-1'] });
});

test('pods in flight take their room too, when other victims are chosen', () => {
  const cluster = clusterWithAgent({ a: { cpu: '1', priority: 1 }, b: { cpu: '1', priority: 2 } });
  const { preempt, important, letPass } = preemptOver(cluster);
  letPass('flying', '1500m');

  expect(preempt(important('1'), { n1: [AGENT] })).toEqual({ n1: ['a'] });
});

test('pods in flight take their room too, when what was offered is judged', () => {
  const cluster = clusterWithAgent({ web: { cpu: '2' } });
  cluster.daemonSet('later', LATER);
  const { preempt, important, letPass } = preemptOver(cluster);
  letPass('flying', '500m');

  expect(preempt(important('2500m'), { n1: ['web'] })).toEqual({ n1: ['web'] });
  expect(preempt(important('2501m'), { n1: ['web'] })).toEqual({});
});

test.each([
  ['enforce', ['b', 'a']],
  ['audit', ['a']],
  ['off', ['a']],
] as const)(
  'with the headroom on %s, other victims make room for the holds as far as they hold',
  (mode, chosen) => {
    const cluster = clusterWithAgent({
      a: { cpu: '500m', priority: 1 },
      b: { cpu: '500m', priority: 2 },
      fixed: { cpu: '2', priority: 5_000 },
    });
    cluster.daemonSet('later', LATER);
    const { preempt, important } = preemptOver(cluster, { headroom: { mode } });

    expect(preempt(important('1'), { n1: [AGENT] })).toEqual({ n1: chosen });
  },
);

test('a victim that is bound to another node by now frees nothing here', () => {
  const cluster = clusterWithAgent({ here: { cpu: '2' } });
  cluster.daemonSet('later', LATER);
  cluster.node('n2');
  put(cluster, { there: { cpu: '2' } }, 'n2');
  const { preempt, important } = preemptOver(cluster);

  expect(preempt(important('3'), { n1: ['here', 'there'] })).toEqual({ n1: ['here', 'there'] });
  expect(preempt(important('3100m'), { n1: ['here', 'there'] })).toEqual({});
});

test('a victim that is named twice frees its room once', () => {
  const cluster = clusterWithAgent({ web: { cpu: '1' }, fixed: { cpu: '2', priority: 5_000 } });
  cluster.daemonSet('later', LATER);
  const { preempt, important } = preemptOver(cluster);

  expect(preempt(important('1500m'), { n1: ['web', 'web'] })).toEqual({});
});

test('no other victims are chosen beside one that nobody knows', () => {
  const cluster = clusterWithAgent({ small: { cpu: '3500m', priority: 1 } });
  const { preempt, important } = preemptOver(cluster);

  expect(preempt(important('1'), { n1: [AGENT, 'unknown'] })).toEqual({});
});

test('an unknown victim may be any daemon on its way, also one of the lowest priority', () => {
  const cluster = clusterWithAgent();
  cluster.daemonSet('agent', {
    priority: 5_000,
    priorityClassName: '',
    generation: 2,
    templateGeneration: 1,
  });
  cluster.daemonSet('later', { ...LATER, priority: 1 });
  const { preempt, important } = preemptOver(cluster);

  expect(preempt(important('1'), { n1: ['unknown'] })).toEqual({});
});

const REQUIRED = 'requiredDuringSchedulingIgnoredDuringExecution';

test.each([
  ['a device', { resourceClaims: [{ name: 'gpu' }] }],
  ['other pods nearby', { affinity: { podAffinity: { [REQUIRED]: [{}] } } }],
  [
    'a port of the node for a container that starts first',
    { initContainers: [{ name: 'i', ports: [{ hostPort: 80 }] }] },
  ],
  ['a volume of its own', { volumes: [{ name: 'v', ephemeral: {} }] }],
])('a pod that wants %s gets no other victims', (_what, spec) => {
  const cluster = clusterWithAgent({ small: { cpu: '3500m', priority: 1 } });
  const { preempt, important } = preemptOver(cluster);
  const pod = important('1');

  expect(preempt({ ...pod, spec: { ...pod.spec, ...spec } }, { n1: [AGENT] })).toEqual({});
});

test('a pod with other volumes, or that only prefers something, gets other victims', () => {
  const cluster = clusterWithAgent({ small: { cpu: '3500m', priority: 1 } });
  const { preempt, important } = preemptOver(cluster);
  const pod = important('1');
  const spec = {
    ...pod.spec,
    volumes: [{ name: 'v', emptyDir: {} }],
    affinity: { podAffinity: { preferredDuringSchedulingIgnoredDuringExecution: [{}] } },
    topologySpreadConstraints: [{ whenUnsatisfiable: 'ScheduleAnyway' }],
  };

  expect(preempt({ ...pod, spec }, { n1: [AGENT] })).toEqual({ n1: ['small'] });
});

test('who was let pass before does not stand in his own way', () => {
  const cluster = clusterWithAgent();
  cluster.daemonSet('later', LATER);
  const { preempt, important, letPass } = preemptOver(cluster);
  letPass('important', '3');
  put(cluster, { faster: { cpu: '2' } });

  expect(preempt(important('3'), { n1: ['faster'] })).toEqual({ n1: ['faster'] });
});

test('a daemon that was let pass before does not stand in its own way', () => {
  const cluster = clusterWithAgent();
  cluster.daemonSet('later', LATER);
  cluster.daemonSet('low', { cpu: '3', priorityClassName: '', priority: 10 });
  const { preempt, ask } = preemptOver(cluster);
  const Pod = cluster.daemonPodObject('low', { node: 'n1', bound: false, cpu: '3', priority: 10 });
  ask('filter', { Pod, NodeNames: ['n1'] });
  put(cluster, { faster: { cpu: '2' } });

  expect(preempt(Pod, { n1: ['faster'] })).toEqual({ n1: ['faster'] });
});

test('room that was made for another is not counted on', () => {
  const cluster = clusterWithAgent({ web: { cpu: '2' } });
  cluster.daemonSet('later', LATER);
  const other = cluster.tenantPod('other', { cpu: '1', priority: 1_000 });
  cluster.put('pods', { ...other, status: { ...other.status, nominatedNodeName: 'n1' } });
  const { preempt, important } = preemptOver(cluster);

  expect(preempt(important('2001m'), { n1: ['web'] })).toEqual({});
  expect(preempt(important('2'), { n1: ['web'] })).toEqual({ n1: ['web'] });
});

test('what is not to be held keeps nobody from his victims', () => {
  const cluster = clusterWithAgent({ web: { cpu: '2' } });
  cluster.daemonSet('later', { ...LATER, memory: '1Gi' });
  const { preempt, important } = preemptOver(cluster, { headroom: { resources: ['memory'] } });

  expect(preempt(important('4'), { n1: ['web'] })).toEqual({ n1: ['web'] });
});

test('where nothing is held, the scheduler knows best which victims do', () => {
  const cluster = clusterWithAgent({ web: { cpu: '2' } });
  cluster.node('n2', '4', { pool: 'b' });
  cluster.daemonSet('later', { ...LATER, nodeSelector: { pool: 'b' } });
  const { preempt, important } = preemptOver(cluster);

  expect(preempt(important('4'), { n1: ['web'] })).toEqual({ n1: ['web'] });
});

test('a daemon is not asked to wait until a victim is known', () => {
  const cluster = clusterWithAgent();
  cluster.daemonSet('low', { cpu: '3', priorityClassName: '', priority: 10 });
  const { preempt } = preemptOver(cluster);
  const Pod = cluster.daemonPodObject('low', { node: 'n1', bound: false, cpu: '3', priority: 10 });

  expect(preempt(Pod, { n1: ['unknown'] })).toEqual({ n1: ['unknown'] });
});

test.each([
  ['is on its way out', { deletionTimestamp: '2026-01-01T00:00:00Z' }, 'Running'],
  ['has ended', {}, 'Succeeded'],
])('a pod that %s is no victim', (_what, metadata, phase) => {
  const cluster = clusterWithAgent({ fixed: { cpu: '3', priority: 5_000 } });
  const pod = cluster.tenantPod('small', { node: 'n1', cpu: '500m' });
  cluster.put('pods', { ...pod, metadata: { ...pod.metadata, ...metadata }, status: { phase } });
  const { preempt, important } = preemptOver(cluster);

  expect(preempt(important('1'), { n1: [AGENT] })).toEqual({});
});

test('nobody is evicted for a daemon that those above it would keep out all the same', () => {
  const cluster = clusterWithAgent({ web: { cpu: '3' } });
  cluster.daemonSet('later', { ...LATER, cpu: '1' });
  cluster.daemonSet('low', { cpu: '3', priorityClassName: '', priority: 10 });
  const { preempt, told } = preemptOver(cluster);
  const low = (cpu: string) =>
    cluster.daemonPodObject('low', { node: 'n1', bound: false, cpu, priority: 10 });

  expect(preempt(low('2500m'), { n1: ['web'] })).toEqual({ n1: ['web'] });
  expect(preempt(low('2600m'), { n1: ['web'] })).toEqual({});
  expect(told.preempted).toMatchObject([{ candidates: [{ code: 'DW504' }] }]);
});
