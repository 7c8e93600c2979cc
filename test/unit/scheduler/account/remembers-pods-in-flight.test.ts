import { expect, test } from 'vitest';
import { IN_FLIGHT_LIMIT_MS } from '../../../../src/scheduler/account/flight/in-flight.ts';
import { DaemonCluster, type TenantPodOptions } from '../../headroom/cluster-of-daemons.ts';
import { type ExtenderOptions, extenderOver } from '../extender.ts';

/** Nodes of 4 cpu, of which 500m are held for the agent that is still to come. */
function clusterWith(nodes: readonly string[]): DaemonCluster {
  const cluster = new DaemonCluster().synced();
  for (const node of nodes) cluster.node(node);
  cluster.daemonSet('agent');
  return cluster;
}

function filterOver(cluster: DaemonCluster, options: ExtenderOptions = {}) {
  const over = extenderOver(cluster.store, options);
  const passing = (Pod: unknown, NodeNames: readonly string[]): unknown =>
    (over.ask('filter', { Pod, Nodes: null, NodeNames }) as { NodeNames: unknown }).NodeNames;
  const passes = (name: string, pod: TenantPodOptions, nodes: readonly string[]) =>
    passing(cluster.tenantPod(name, pod), nodes);
  /** The pod is seen, and then is no more: what it was let pass with is over. */
  const ends = (name: string) => {
    cluster.putTenantPod(name);
    cluster.gone('pods', name);
  };
  return { ...over, passing, passes, ends };
}

test('when the cluster grows, pods in flight still count where they were passed on', () => {
  const cluster = clusterWith(['n0']);
  const { passes, ends } = filterOver(cluster);
  const { nodeCapacity } = cluster.store;
  passes('early', { cpu: '2' }, ['n0']);

  for (let index = 1; index <= nodeCapacity; index += 1) cluster.node(`n${index}`);
  const last = `n${nodeCapacity}`;
  passes('late', { cpu: '2' }, [last]);

  expect(passes('third', { cpu: '2' }, ['n0', 'n1', last])).toEqual(['n1']);
  ends('early');
  expect(passes('third', { cpu: '2' }, ['n0', 'n1', last])).toEqual(['n0', 'n1']);
});

test('who leaves takes nothing from a node that has taken the number of another', () => {
  const cluster = clusterWith(['n1']);
  const { passes, ends } = filterOver(cluster);
  passes('early', { cpu: '2' }, ['n1']);
  cluster.gone('nodes', 'n1');
  cluster.node('n2');
  passes('late', { cpu: '2' }, ['n2']);

  ends('early');

  expect(cluster.store.nodeNumber('n2')).toBe(0);
  expect(passes('third', { cpu: '2' }, ['n2'])).toEqual([]);
});

/** Whether the node comes back under its number, or another one has taken that. */
const COMEBACKS: readonly [what: string, meanwhile: (cluster: DaemonCluster) => void][] = [
  ['with its number', () => {}],
  ['when another has its number', (cluster) => cluster.node('other')],
  [
    'with a number beyond those of then',
    (cluster) => {
      for (let index = cluster.store.nodeCapacity; index >= 0; index -= 1) cluster.node(`more-${index}`);
    },
  ],
];

test.each(COMEBACKS)('who is on the way to a node arrives when it is made again, %s', (_what, meanwhile) => {
  const cluster = clusterWith(['n1', 'n2']);
  const { passes, ask, told, ends } = filterOver(cluster);
  passes('early', { cpu: '2' }, ['n1', 'n2']);
  cluster.gone('nodes', 'n1');
  meanwhile(cluster);
  cluster.node('n1', '4', {}, 110, [], 'n1-again');

  const both = passes('late', { cpu: '2' }, ['n1', 'n2']);
  ask('bind', { PodUID: 'early', Node: 'n1' });
  const afterwards = passes('late', { cpu: '2' }, ['n1', 'n2']);
  ends('late');
  ends('early');

  expect([both, afterwards, told.witnessed]).toEqual([[], ['n2'], [true]]);
  expect(passes('last', { cpu: '3' }, ['n1', 'n2'])).toEqual(['n1', 'n2']);
});

test.each(COMEBACKS)('who was told to go elsewhere does not come with it, %s', (_what, meanwhile) => {
  const cluster = clusterWith(['n1', 'n2']);
  const { passes, ask } = filterOver(cluster);
  passes('early', { cpu: '2' }, ['n1', 'n2']);
  cluster.gone('nodes', 'n1');
  meanwhile(cluster);
  ask('bind', { PodUID: 'early', Node: 'n2' });
  cluster.node('n1', '4', {}, 110, [], 'n1-again');

  expect(passes('late', { cpu: '2' }, ['n1', 'n2'])).toEqual(['n1']);
});

test.each(COMEBACKS)('who was told of it while it was gone is taken back whole, %s', (_what, meanwhile) => {
  const cluster = clusterWith(['n1', 'n2']);
  const { passes, ask, ends } = filterOver(cluster);
  passes('early', { cpu: '2' }, ['n1', 'n2']);
  cluster.gone('nodes', 'n1');
  meanwhile(cluster);
  ask('bind', { PodUID: 'early', Node: 'n1' });
  cluster.node('n1', '4', {}, 110, [], 'n1-again');

  ends('early');

  expect(passes('last', { cpu: '3' }, ['n1', 'n2'])).toEqual(['n1', 'n2']);
});

test('a node that is named twice is counted once, and taken back once', () => {
  const cluster = clusterWith(['n1']);
  const { passes, ends } = filterOver(cluster);

  passes('twice', { cpu: '1' }, ['n1', 'n1']);

  expect(passes('other', { cpu: '2500m' }, ['n1'])).toEqual(['n1']);
  ends('twice');
  expect(passes('third', { cpu: '1001m' }, ['n1'])).toEqual([]);
  expect(passes('third', { cpu: '1' }, ['n1'])).toEqual(['n1']);
});

test('a pod that was refused everywhere is not in flight', () => {
  const cluster = clusterWith(['n1']);
  const { passes, extender } = filterOver(cluster);

  passes('large', { cpu: '4' }, ['n1']);

  expect(extender.inFlight.size).toBe(0);
});

test('in audit a pod is in flight where the scheduler may put it, refused or not', () => {
  const cluster = clusterWith(['n1']);
  const { passes, told } = filterOver(cluster, { headroom: { mode: 'audit' } });

  passes('large', { cpu: '4' }, ['n1']);
  passes('small', { cpu: '1' }, ['n1']);

  expect(told.filtered.map(({ pod }) => pod.name)).toEqual(['large', 'small']);
});

test('what no node has is not counted', () => {
  const cluster = clusterWith(['n1']);
  const { passing, extender } = filterOver(cluster);
  const pod = cluster.tenantPod('odd');
  const containers = [{ name: 'c', resources: { requests: { cpu: '1', 'example.com/odd': '1' } } }];

  passing({ ...pod, spec: { ...pod.spec, containers } }, ['n1']);

  expect(extender.inFlight.amounts('cpu')?.[0]).toBe(1_000);
  expect(extender.inFlight.amounts('example.com/odd')).toBeUndefined();
});

test('when too many pods are in flight nobody else is let in where room is held, until one has left', () => {
  const mostPods = 5_000;
  const cluster = clusterWith([]);
  cluster.node('n1', '4', {}, mostPods * 2);
  cluster.node('free', '4', { pool: 'b' });
  cluster.daemonSet('agent', { nodeSelector: { pool: 'a' }, generation: 2 });
  cluster.node('n1', '4', { pool: 'a' }, mostPods * 2);
  const { passes, extender, told } = filterOver(cluster);
  for (let index = 0; index < mostPods; index += 1) passes(`p${index}`, { cpu: '0' }, ['n1']);

  const whenFull = passes('late', { cpu: '0' }, ['n1', 'free']);
  cluster.putTenantPod('p7', { node: 'n1', cpu: '0' });
  const afterwards = passes('late', { cpu: '0' }, ['n1', 'free']);

  expect(extender.inFlight.size).toBe(mostPods);
  expect(whenFull).toEqual(['free']);
  expect(afterwards).toEqual(['n1', 'free']);
  expect(told.left).toEqual(['bound']);
});

/** Below the agent's priority. */
const LOW = { priorityClassName: '', priority: 0, cpu: '1' } as const;
const lowPod = (cluster: DaemonCluster, cpu = '1') =>
  cluster.daemonPodObject('low', { node: 'n1', bound: false, cpu, priority: 0 });

test('a daemon is kept out by daemons above it, and by none of its own priority', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('low', LOW);
  cluster.daemonSet('equal', { ...LOW, cpu: '3' });
  const { passing } = filterOver(cluster);

  expect(passing(lowPod(cluster, '3500m'), ['n1'])).toEqual(['n1']);
  expect(passing(lowPod(cluster, '3501m'), ['n1'])).toEqual([]);
});

test('a daemon that is asked about again does not stand in its own way', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('low', { ...LOW, cpu: '3' });
  const { passing } = filterOver(cluster);

  const answers = [1, 2, 3].map(() => passing(lowPod(cluster, '3'), ['n1']));

  expect(answers).toEqual([['n1'], ['n1'], ['n1']]);
});

test('a daemon whose class has been raised since its pod was made is not kept out by its own hold', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('low', { ...LOW, priority: 10, cpu: '3' });
  const { passing } = filterOver(cluster);

  expect(passing(lowPod(cluster, '3'), ['n1'])).toEqual(['n1']);
});

test.each<[who: string, priority: number, waited: number]>([
  ['those whom its hold keeps out, and not twice', 0, 0],
  ['those above it', 1, 0],
  ['all, when its hold is over', 0, 600_000],
])('a daemon that was let pass counts for %s', (_who, priority, waited) => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('low', LOW);
  const { passing, passes, clock } = filterOver(cluster);
  passes('first', { cpu: '1m' }, []);
  clock.now = waited;
  // The agent's patience begins anew, so that some hold is left.
  cluster.daemonSet('agent', { generation: 2 });
  passing(lowPod(cluster), ['n1']);

  const answers = ['2501m', '2500m'].map((cpu) => passes('web', { cpu, priority }, ['n1']));

  expect(answers).toEqual([[], ['n1']]);
});

test('a daemon in flight counts no more once it is bound or gone, or waited for too long', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('low', LOW);
  const { passing, passes, ends, clock } = filterOver(cluster);
  const passesAbove = () => {
    const answer = passes('web', { cpu: '3', priority: 1 }, ['n1']);
    ends('web');
    return answer;
  };
  /** The next one that its controller has made. */
  const asked = (name = 'low-n1-next') => {
    passing(cluster.daemonPodObject('low', { node: 'n1', bound: false, cpu: '1', priority: 0, name }), [
      'n1',
    ]);
    return passesAbove();
  };

  const inFlight = asked('low-n1-1');
  cluster.daemonPod('low', { node: 'n1', bound: false, cpu: '1', priority: 0 });
  cluster.gone('pods', 'low-n1-1');
  const gone = passesAbove();
  const again = asked();
  clock.now = IN_FLIGHT_LIMIT_MS;
  const tooLong = passesAbove();
  asked();
  cluster.daemonPod('low', { node: 'n1', cpu: '100m', priority: 0, name: 'low-n1-next' });

  expect([inFlight, gone, again, tooLong]).toEqual([[], ['n1'], [], ['n1']]);
  expect(passesAbove()).toEqual(['n1']);
});

/** A scheduler has said where it means to put the pod. */
function nominate(cluster: DaemonCluster, pod: { metadata: object; status: object }): void {
  cluster.put('pods', { ...pod, status: { ...pod.status, nominatedNodeName: 'n1' } });
}

test('a pod that was nominated before we began to listen counts', () => {
  const cluster = clusterWith(['n1']);
  nominate(cluster, cluster.tenantPod('early', { cpu: '2', priority: 1 }));
  const { passes } = filterOver(cluster);

  expect(passes('web', { cpu: '1501m' }, ['n1'])).toEqual([]);
  expect(passes('web', { cpu: '1500m' }, ['n1'])).toEqual(['n1']);
});

test('a pod that is in flight and nominated counts once', () => {
  const cluster = clusterWith(['n1']);
  const { passes } = filterOver(cluster);
  passes('early', { cpu: '2', priority: 1 }, ['n1']);

  nominate(cluster, cluster.tenantPod('early', { cpu: '2', priority: 1 }));

  expect(passes('web', { cpu: '1500m' }, ['n1'])).toEqual(['n1']);
});

test('a daemon that is nominated and whose room is held counts once', () => {
  const cluster = clusterWith(['n1']);
  cluster.daemonSet('low', LOW);
  const { passes } = filterOver(cluster);

  nominate(cluster, lowPod(cluster));

  expect(passes('web', { cpu: '2500m' }, ['n1'])).toEqual(['n1']);
});

test('only so many pods that are gone are remembered', () => {
  const mostGone = 1_000;
  const cluster = clusterWith(['n1']);
  const { passes, ends, extender } = filterOver(cluster);
  for (let index = 0; index <= mostGone; index += 1) ends(`p${index}`);

  passes('p1', { cpu: '1' }, ['n1']);
  const second = extender.inFlight.size;
  passes('p0', { cpu: '1' }, ['n1']);

  expect([second, extender.inFlight.size]).toEqual([0, 1]);
});
