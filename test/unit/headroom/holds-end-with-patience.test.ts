import { expect, test } from 'vitest';
import { DaemonCluster } from './cluster-of-daemons.ts';
import { ledgerOver, PATIENCE_MS, SURGE } from './ledger-over.ts';

const HOUR_MS = 3_600_000;
const SETTLING_MS = 3_000;

test('patience ends a hold, and a new template begins another', () => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  cluster.node('n1');
  cluster.daemonSet('agent');
  const { on, ledger } = ledgerOver(cluster, clock);
  expect(on('n1')).toHaveLength(1);

  clock.now = PATIENCE_MS;
  const ended = on('n1');
  const shown = ledger.holdsOn('n1');
  const marked = ledger.amounts.isMarked(0, 0);
  cluster.daemonSet('agent', { generation: 2 });

  expect(ended).toEqual([]);
  expect(shown).toMatchObject([{ kind: 'missing', expired: true, since: 0 }]);
  expect(marked).toBe(false);
  expect(on('n1')).toEqual(['agent missing 500m']);
});

test('a rollout that goes on keeps the room of the nodes whose turn has not come', () => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  for (const node of ['n1', 'n2', 'n3']) cluster.node(node);
  cluster.daemonSet('agent', { generation: 2, cpu: '900m' });
  for (const node of ['n1', 'n2', 'n3']) cluster.daemonPod('agent', { node });
  const { on } = ledgerOver(cluster, clock);
  expect(on('n3')).toEqual(['agent growth 400m']);

  clock.now = PATIENCE_MS - 1;
  cluster.gone('pods', 'agent-n1-1');
  cluster.daemonPod('agent', { node: 'n1', generation: 2, cpu: '900m' });
  clock.now += PATIENCE_MS - 1;
  const whileItGoesOn = on('n3');
  clock.now += HOUR_MS;
  const whileItStands = on('n3');
  cluster.gone('pods', 'agent-n2-1');
  cluster.daemonPod('agent', { node: 'n2', generation: 2, cpu: '900m' });

  expect(whileItGoesOn).toEqual(['agent growth 400m']);
  expect(whileItStands).toEqual([]);
  expect(on('n3')).toEqual(['agent growth 400m']);
});

test('the patience for a daemon begins when its turn has come and its predecessor is gone', () => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  cluster.node('n1');
  cluster.daemonSet('agent', { generation: 2 });
  cluster.daemonPod('agent', { node: 'n1' });
  const { on } = ledgerOver(cluster, clock);
  on('n1');

  clock.now = HOUR_MS;
  cluster.daemonPod('agent', { node: 'n1', terminating: true });
  const leaving = on('n1');
  clock.now += HOUR_MS;
  cluster.gone('pods', 'agent-n1-1');
  const gone = on('n1');
  clock.now += PATIENCE_MS;

  expect(leaving).toEqual(['agent leaving 0m']);
  expect(gone).toEqual(['agent missing 500m']);
  expect(on('n1')).toEqual([]);
});

test.each([
  'node.kubernetes.io/not-ready',
  'node.kubernetes.io/unreachable',
  'node.kubernetes.io/network-unavailable',
  'node.cloudprovider.kubernetes.io/uninitialized',
])('room is held on a node with %s, and patience begins when it is gone', (key) => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  cluster.node('n1', '4', {}, 110, [{ key, effect: 'NoSchedule' }]);
  cluster.daemonSet('agent');
  const { on, ledger } = ledgerOver(cluster, clock);
  const starting = on('n1');
  const until = ledger.holdsOn('n1')[0]?.until;

  clock.now = HOUR_MS;
  const longAfter = on('n1');
  cluster.node('n1');
  const started = on('n1');
  clock.now += PATIENCE_MS - 1;
  const nearlyOver = on('n1');
  clock.now += 1;

  expect([starting, longAfter, started, nearlyOver]).toEqual(Array(4).fill(['agent missing 500m']));
  expect(until).toBe(Number.POSITIVE_INFINITY);
  expect(on('n1')).toEqual([]);
});

test('a node that starts is held for the daemons that it is made for, and for no others', () => {
  const cluster = new DaemonCluster();
  const starting = [{ key: 'node.kubernetes.io/not-ready', effect: 'NoSchedule' }];
  cluster.node('n1', '4', { pool: 'a' }, 110, starting);
  for (const pool of ['a', 'b']) cluster.daemonSet(`of-${pool}`, { nodeSelector: { pool } });

  const { on } = ledgerOver(cluster);

  expect(on('n1')).toEqual(['of-a missing 500m']);
});

test('after a rollback, pods of the revision that is the newest again are not outdated', () => {
  const cluster = new DaemonCluster();
  for (const node of ['n1', 'n2']) cluster.node(node);
  cluster.daemonSet('agent', { generation: 3, strategy: SURGE });
  for (const node of ['n1', 'n2']) cluster.daemonPod('agent', { node, revision: 'a' });
  const { on } = ledgerOver(cluster);
  const unknown = on('n2');

  cluster.gone('pods', 'agent-n1-1');
  cluster.daemonPod('agent', { node: 'n1', generation: 3, revision: 'a' });

  expect(unknown).toEqual(['agent surge 500m']);
  expect(on('n2')).toEqual([]);
});

test('a rollout that its controller calls complete is complete', () => {
  const cluster = new DaemonCluster();
  cluster.node('n1');
  cluster.daemonSet('agent', { generation: 3, strategy: SURGE });
  cluster.daemonPod('agent', { node: 'n1' });
  const { on } = ledgerOver(cluster);
  const before = on('n1');

  const status = { observedGeneration: 3, desiredNumberScheduled: 1, updatedNumberScheduled: 1 };
  cluster.daemonSet('agent', { generation: 3, strategy: SURGE, status });

  expect(before).toEqual(['agent surge 500m']);
  expect(on('n1')).toEqual([]);
});

test('pods on new nodes do not make a rollout that stands go on', () => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  for (const node of ['n1', 'n2']) cluster.node(node);
  cluster.daemonSet('agent', { generation: 2, cpu: '900m' });
  cluster.daemonPod('agent', { node: 'n1' });
  const { on } = ledgerOver(cluster, clock);
  on('n1');

  clock.now = PATIENCE_MS - 1;
  cluster.daemonPod('agent', { node: 'n2', generation: 2 });
  clock.now = PATIENCE_MS;

  expect(on('n1')).toEqual([]);
});

test('a node that comes back under its name is waited for anew', () => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  cluster.node('n1');
  cluster.daemonSet('agent');
  const { on } = ledgerOver(cluster, clock);
  on('n1');

  clock.now = PATIENCE_MS;
  cluster.gone('nodes', 'n1');
  cluster.put('nodes', {
    metadata: { name: 'n1', uid: 'other' },
    status: { allocatable: { cpu: '4', pods: '10' } },
  });

  expect(on('n1')).toEqual(['agent missing 500m']);
});

test('a resize that its node does not grant is held for as long as a pod that does not come', () => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  cluster.node('n1');
  cluster.daemonSet('agent');
  cluster.daemonPod('agent', { node: 'n1', cpu: '900m', granted: '500m' });
  const { on } = ledgerOver(cluster, clock);
  on('n1');

  clock.now = PATIENCE_MS - 1;
  // Asking for more meanwhile gives it no more time.
  cluster.daemonPod('agent', { node: 'n1', cpu: '1', granted: '500m' });
  const nearlyOver = on('n1');
  clock.now += 1;

  expect(nearlyOver).toEqual(['agent resize 0m']);
  expect(on('n1')).toEqual([]);
});

test.each<[what: string, change: (cluster: DaemonCluster) => unknown, amount: string]>([
  [
    'a change of the DaemonSet that leaves its template alone',
    (c) => c.daemonSet('agent', { generation: 2, templateGeneration: 1 }),
    '500m',
  ],
  [
    'a pod elsewhere that shows what all of them will ask for',
    (c) => c.daemonPod('agent', { node: 'n2', cpu: '700m', revision: 'a' }),
    '700m',
  ],
  ['another DaemonSet of the same node that goes', (c) => c.gone('daemonSets', '/kube-system/other'), '500m'],
])('%s gives nobody more time', (_what, change, amount) => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  for (const node of ['n1', 'n2']) cluster.node(node);
  cluster.daemonSet('agent');
  cluster.daemonSet('other');
  const { on } = ledgerOver(cluster, clock);
  on('n1');

  clock.now = PATIENCE_MS - 1;
  change(cluster);
  const nearlyOver = on('n1');
  clock.now = PATIENCE_MS;

  expect(nearlyOver).toContain(`agent missing ${amount}`);
  expect(on('n1')).toEqual([]);
});

test('a daemon that has come keeps others at bay for the moment in which they may not know it, and no longer', () => {
  const cluster = new DaemonCluster();
  const clock = { now: 0 };
  cluster.node('n1');
  cluster.daemonSet('agent');
  cluster.daemonPod('agent', { node: 'n1', bound: false });
  const { on } = ledgerOver(cluster, clock);
  on('n1');

  cluster.daemonPod('agent', { node: 'n1' });
  const bound = on('n1');
  clock.now = SETTLING_MS - 1;
  const nearlyOver = on('n1');
  clock.now = SETTLING_MS;

  expect([bound, nearlyOver]).toEqual([['agent settling 0m'], ['agent settling 0m']]);
  expect(on('n1')).toEqual([]);
});
