import { expect, test } from 'vitest';
import { DaemonCluster } from '../headroom/cluster-of-daemons.ts';
import { explaining } from './scene.ts';

const MINUTE_MS = 60_000;

/** Nodes of 4 cpu that owe two daemons 500m and 1 cpu, and nodes that have both. */
function clusterOf(owing: number, complete = 0): DaemonCluster {
  const cluster = new DaemonCluster().synced();
  cluster.daemonSet('agent');
  cluster.daemonSet('shipper', { cpu: '1' });
  for (let index = 0; index < owing; index += 1) cluster.node(`owing-${index}`);
  for (let index = 0; index < complete; index += 1) {
    cluster.node(`complete-${index}`);
    for (const name of ['agent', 'shipper']) cluster.daemonPod(name, { node: `complete-${index}` });
  }
  return cluster;
}

test('nodes that are refused for daemons are named, with the daemons, the amounts and until when', () => {
  const cluster = clusterOf(1, 1);
  cluster.putTenantPod('web', { cpu: '3' });

  const { state, waiting, remedy } = explaining(cluster.store).pod('web');

  expect(state).toBe('waiting');
  expect(waiting?.verdicts).toEqual({
    open: 1,
    held: 1,
    ordered: 0,
    taken: 0,
    others: 0,
    short: 0,
    taint: 0,
    selector: 0,
  });
  const until = new Date(10 * MINUTE_MS).toISOString();
  expect(waiting?.refused).toMatchObject([
    {
      node: 'owing-0',
      verdict: 'held',
      holds: [
        { daemonSet: 'kube-system/agent', amounts: { cpu: '500m', pods: '1' }, until },
        { daemonSet: 'kube-system/shipper', amounts: { cpu: '1', pods: '1' }, until },
      ],
      lacks: [{ resource: 'cpu', asked: '3', free: '4', missing: '500m' }],
    },
  ]);
  expect(waiting?.daemons).toEqual([
    { daemonSet: 'kube-system/agent', nodes: 1, soonest: until, latest: until },
    { daemonSet: 'kube-system/shipper', nodes: 1, soonest: until, latest: until },
  ]);
  expect(remedy).toContain('headroom.patience');
});

test('the list of nodes is bounded, and the counts are complete', () => {
  const cluster = clusterOf(50);
  cluster.putTenantPod('web', { cpu: '3' });

  const { waiting } = explaining(cluster.store).pod('web', 7);

  expect(waiting?.refused).toHaveLength(7);
  expect(waiting?.verdicts.held).toBe(50);
  expect(waiting?.daemons.map(({ nodes }) => nodes)).toEqual([50, 50]);
});

test('a full node is said to be full, and not to be held', () => {
  const cluster = clusterOf(1);
  cluster.putTenantPod('big', { node: 'owing-0', cpu: '2' });
  cluster.putTenantPod('web', { cpu: '3' });

  expect(explaining(cluster.store).pod('web').waiting?.verdicts).toMatchObject({ short: 1, held: 0 });
});

test('of a pod above the daemons nothing is held back', () => {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1');
  cluster.daemonSet('agent', { priorityClassName: '', cpu: '3' });
  cluster.putTenantPod('web', { cpu: '3', priority: 5 });

  expect(explaining(cluster.store).pod('web').waiting?.verdicts).toMatchObject({ open: 1, held: 0 });
});

test.each([
  ['off', { open: 1, held: 0 }],
  ['audit', { open: 0, held: 1 }],
] as const)('with headroom.mode %s', (mode, verdicts) => {
  const cluster = clusterOf(1);
  cluster.putTenantPod('web', { cpu: '3' });

  const explanation = explaining(cluster.store, { headroom: { mode } }).pod('web');

  expect(explanation.waiting?.verdicts).toMatchObject(verdicts);
  expect(explanation.headroomMode).toBe(mode);
});

test('a pod that was let in and is not seen bound is not kept out by its own room', () => {
  const cluster = clusterOf(1);
  cluster.putTenantPod('web', { cpu: '2' });
  cluster.putTenantPod('next', { cpu: '2' });
  const { ask, pod } = explaining(cluster.store);
  ask('filter', { Pod: cluster.tenantPod('web', { cpu: '2' }), NodeNames: ['owing-0'] });

  expect(pod('web').waiting?.verdicts).toMatchObject({ open: 1 });
  expect(pod('next').waiting?.verdicts).toMatchObject({ open: 0, taken: 1 });
});

test('a daemon pod is explained on its node', () => {
  const cluster = clusterOf(1, 1);
  const name = cluster.daemonPod('agent', { node: 'owing-0', bound: false });

  expect(explaining(cluster.store).pod(name)).toMatchObject({
    state: 'waiting',
    node: 'owing-0',
    daemonSet: 'kube-system/agent',
    protection: { code: 'DW506' },
    waiting: null,
    cell: { node: 'owing-0', state: 'waiting' },
  });
});

test('of a daemon pod that has ended or leaves, it is told who is there in its place', () => {
  const cluster = clusterOf(1, 1);
  const ended = cluster.daemonPod('agent', { node: 'owing-0', name: 'agent-old', phase: 'Failed' });
  const leaves = cluster.daemonPod('agent', { node: 'owing-0', name: 'agent-off', terminating: true });
  cluster.daemonPod('agent', { node: 'owing-0', name: 'agent-new', ready: true });
  const { pod } = explaining(cluster.store);

  const now = { node: 'owing-0', state: 'ready', pod: 'agent-new' };

  expect(pod(ended)).toMatchObject({ state: 'ended', protection: null, cell: now });
  expect(pod(leaves)).toMatchObject({ state: 'leaving', cell: now });
});
