/** Daemons in flight count for those from whom no hold keeps their room, on the right node, and however many they are. */
import { expect, test } from 'vitest';
import { MOST_PLACES } from '../../../../src/scheduler/account/flight/daemons-in-flight.ts';
import { IN_FLIGHT_LIMIT_MS } from '../../../../src/scheduler/account/flight/in-flight.ts';
import { incomingPod } from '../../../../src/scheduler/account/incoming-pod.ts';
import { namedNodes } from '../../../../src/scheduler/account/named-nodes.ts';
import type { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { clusterWith, filterOver } from '../cluster-with-agent.ts';
import type { ExtenderOptions } from '../extender.ts';

/** Above `low`, and below the agent. */
const MIDDLE = 100;

/** Each node of 4 cpu owes 500m to the agent, and 1 to a daemon of the lowest priority. */
function clusterWithLow(nodes: readonly string[], options: ExtenderOptions = {}) {
  const cluster = clusterWith(nodes);
  cluster.daemonSet('low', { priority: 0, priorityClassName: '', cpu: '1' });
  const over = filterOver(cluster, options);
  const send = (daemon: string, node: string) => {
    const Pod = cluster.daemonPodObject(daemon, { node, bound: false, cpu: '1', priority: 0 });
    return over.ask('filter', { Pod, NodeNames: [node] });
  };
  /** Whether a pod of so much cpu would be let in; it is not remembered. */
  const admits = (cpu: string, priority: number, node = 'n1') => {
    const answer = over.filter('asks', { cpu, priority }, [node]) as { NodeNames: string[] };
    cluster.putTenantPod('asks');
    cluster.gone('pods', 'asks');
    return answer.NodeNames.length > 0;
  };
  return { cluster, ...over, send, admits };
}

test('a daemon in flight counts beside a hold that has run out, until it is bound', () => {
  const { cluster, send, admits, clock } = clusterWithLow(['n1'], { headroom: { patience: '1m' } });
  clock.now = 59_999;
  send('low', 'n1');
  const whileHeld = [admits('2500m', 0), admits('2501m', 0)];

  // The agent is waited for anew, so that what fits is still looked at.
  clock.now = 60_000;
  cluster.daemonSet('agent', { generation: 2 });
  const whenOver = [admits('2500m', 0), admits('2501m', 0)];
  cluster.daemonPod('low', { node: 'n1', cpu: '1' });

  expect(whileHeld).toEqual([true, false]);
  expect(whenOver).toEqual([true, false]);
  expect([admits('2500m', 0), admits('2501m', 0)]).toEqual([true, false]);
});

test.each<[what: string, happens: (cluster: DaemonCluster) => void]>([
  ['is seen bound', (cluster) => cluster.daemonPod('low', { node: 'n1', cpu: '1' })],
  [
    'has gone',
    (cluster) => {
      cluster.daemonPod('low', { node: 'n1', bound: false, cpu: '1' });
      cluster.gone('pods', 'low-n1-1');
    },
  ],
])('a daemon that %s before its question comes is not on its way', (_what, happens) => {
  const { cluster, send, extender } = clusterWithLow(['n1']);
  happens(cluster);

  send('low', 'n1');

  expect(extender.account.daemonsInFlight.size).toBe(0);
});

test('the priority that the DaemonSet has now says from whom its room is held', () => {
  const { cluster, send, admits } = clusterWithLow(['n1']);
  cluster.daemonSet('low', { priority: 200, priorityClassName: '', cpu: '1', generation: 2 });
  send('low', 'n1');
  const before = admits('2501m', MIDDLE);

  cluster.daemonSet('low', { priority: 0, priorityClassName: '', cpu: '1', generation: 3 });

  expect(before).toBe(false);
  expect([admits('2500m', MIDDLE), admits('2501m', MIDDLE)]).toEqual([true, false]);
});

test('a node that takes the number of another does not inherit its daemons', () => {
  const { cluster, send, admits } = clusterWithLow(['n1']);
  send('low', 'n1');
  const before = admits('3500m', MIDDLE);

  cluster.gone('nodes', 'n1');
  cluster.node('n2');

  expect(cluster.store.nodeNumber('n2')).toBe(0);
  expect(before).toBe(false);
  expect(admits('3500m', MIDDLE, 'n2')).toBe(true);
});

test('a node that comes back under its name has the daemons that were made for it', () => {
  const { cluster, send, admits } = clusterWithLow(['n1', 'n2']);
  send('low', 'n1');

  cluster.gone('nodes', 'n1');
  cluster.gone('nodes', 'n2');
  cluster.node('n1');
  cluster.node('n2');

  expect(admits('3500m', MIDDLE, 'n1')).toBe(false);
  expect(admits('3500m', MIDDLE, 'n2')).toBe(true);
});

test('a cluster that outgrows its arrays still counts them', () => {
  const { cluster, send, admits } = clusterWithLow(['n1']);
  send('low', 'n1');
  const capacity = cluster.store.nodeCapacity;

  for (let index = 2; index <= capacity + 1; index += 1) cluster.node(`n${index}`);
  send('low', `n${capacity + 1}`);

  expect(['n1', 'n2', `n${capacity + 1}`].map((node) => admits('3500m', MIDDLE, node))).toEqual([
    false,
    true,
    false,
  ]);
});

/** So many that no more can be remembered, each of them on all nodes. */
function fill({ cluster, extender }: ReturnType<typeof clusterWithLow>, now: number): void {
  const { account } = extender;
  const names = Array.from(cluster.store.nodes(), ({ name }) => name);
  const nodes = namedNodes(names, cluster.store);
  for (let index = 0; index < MOST_PLACES / names.length; index += 1) {
    account.enter(daemonNamed(cluster, `many-${index}`), nodes, new Uint8Array(names.length).fill(1), now);
  }
}

function daemonNamed(cluster: DaemonCluster, name: string) {
  cluster.daemonPod('low', { node: 'n1', bound: false, name, cpu: '0' });
  const pod = cluster.store.pod(name);
  if (pod === undefined) throw new Error('no such pod');
  return incomingPod(pod);
}

test('when no more can be remembered, daemons pass and nobody else does where room is held', () => {
  const nodes = Array.from({ length: 100 }, (_, index) => `n${index + 1}`);
  const over = clusterWithLow(nodes, { headroom: { patience: '24h' } });
  const { admits, send, clock, cluster, extender } = over;
  extender.ledger.refresh();
  const before = admits('100m', 0);
  fill(over, clock.now);

  const whenFull = admits('100m', 0);
  const daemon = send('agent', 'n1');
  cluster.gone('pods', 'many-0');
  const soonAfter = admits('100m', 0);
  clock.now = IN_FLIGHT_LIMIT_MS;

  expect([before, whenFull]).toEqual([true, false]);
  expect(daemon).toMatchObject({ NodeNames: ['n1'] });
  expect(soonAfter).toBe(false);
  expect(admits('100m', 0)).toBe(true);
  expect(extender.account.daemonsInFlight.size).toBe(0);
});
