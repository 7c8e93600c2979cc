import { expect, test } from 'vitest';
import { daemonSetText } from '../../../src/explain/text/daemonset-text.ts';
import { DaemonCluster } from '../headroom/cluster-of-daemons.ts';
import { explaining } from './scene.ts';

const MINUTE_MS = 60_000;

/** Nodes of 4 cpu and 8Gi, and an agent of 500m and 1Gi. */
function clusterWith(...nodes: readonly string[]): DaemonCluster {
  const cluster = new DaemonCluster().synced();
  for (const node of nodes) cluster.node(node);
  cluster.daemonSet('agent', { memory: '1Gi' });
  return cluster;
}

test('every state is told apart and counted', () => {
  const cluster = clusterWith('with', 'without', 'waits', 'late');
  cluster.node('small', '250m');
  cluster.node('tainted', '4', {}, 110, [{ key: 'dedicated', value: 'x', effect: 'NoSchedule' }]);
  cluster.daemonPod('agent', { node: 'with' });
  cluster.daemonPod('agent', { node: 'waits', bound: false });
  const { daemonSet, clock } = explaining(cluster.store);
  daemonSet('agent');
  clock.now = 11 * MINUTE_MS;
  cluster.node('new');

  const { states, cells, nodes } = daemonSet('agent');

  expect(nodes).toBe(7);
  expect(Object.fromEntries(cells.map(({ node, state }) => [node, state]))).toEqual({
    with: 'running',
    without: 'given-up',
    waits: 'given-up',
    late: 'given-up',
    new: 'held',
    small: 'never-fits',
    tainted: 'not-eligible',
  });
  expect(states).toEqual({
    ready: 0,
    running: 1,
    waiting: 0,
    held: 1,
    'given-up': 3,
    missing: 0,
    'never-fits': 1,
    'not-eligible': 1,
  });
});

test('a daemon that waits for room is told what it asks for, what is free and what is missing', () => {
  const cluster = clusterWith('n1');
  cluster.putTenantPod('big', { node: 'n1', cpu: '3700m', memory: '7680Mi' });
  cluster.daemonPod('agent', { node: 'n1', bound: false, memory: '1Gi' });

  const { cells } = explaining(cluster.store).daemonSet('agent', 'n1');

  const [cell] = cells;
  expect(cell).toMatchObject({ node: 'n1', state: 'waiting', pod: 'agent-n1-1' });
  expect(cell?.why).toMatchObject({
    rule: 'room',
    verdict: 'no',
    shortfalls: [
      { resource: 'cpu', asked: '500m', free: '300m', missing: '200m', allocatable: '4' },
      { resource: 'memory', asked: '1Gi', free: '512Mi', missing: '512Mi', allocatable: '8Gi' },
    ],
  });
  expect(cell?.rules.find(({ rule }) => rule === 'filter')).toMatchObject({ verdict: 'yes' });
});

test.each([
  [0, 'no', 'no pod there has a lower priority than its 0: nobody can be evicted for it'],
  [1_000, 'note', '1 pod of lower priority than its 1000 could make room: the scheduler may evict'],
])('of priority %i it is told whether somebody could be evicted for it', (priority, verdict, words) => {
  const cluster = clusterWith('n1');
  cluster.putTenantPod('big', { node: 'n1', cpu: '4', priority: 0 });
  cluster.daemonPod('agent', { node: 'n1', bound: false, priority });

  const [cell] = explaining(cluster.store).daemonSet('agent').cells;

  expect(cell?.rules.find(({ rule }) => rule === 'preemption')).toMatchObject({ verdict, words });
});

test('a daemon that can never fit is told by how much the empty node is too small', () => {
  const cluster = clusterWith();
  cluster.node('small', '250m');

  const [cell] = explaining(cluster.store).daemonSet('agent').cells;

  expect(cell).toMatchObject({
    state: 'never-fits',
    hold: null,
    why: {
      rule: 'size',
      shortfalls: [{ resource: 'cpu', asked: '500m', free: '250m', missing: '250m', allocatable: '250m' }],
    },
  });
});

test.each([
  ['a label', { nodeSelector: { pool: 'a' } }, 'selector', 'DW502', 'wants the label pool=a'],
  ['a taint', {}, 'taints', 'DW503', 'does not tolerate dedicated=x:NoSchedule'],
])('a node is not eligible for %s, with the code and what to do', (_, options, rule, code, words) => {
  const cluster = new DaemonCluster().synced();
  cluster.daemonSet('agent', options);
  const taints = rule === 'taints' ? [{ key: 'dedicated', value: 'x', effect: 'NoSchedule' }] : [];
  cluster.node('n1', '4', {}, 110, taints);

  const { cells, reasons } = explaining(cluster.store).daemonSet('agent');

  expect(cells).toMatchObject([{ state: 'not-eligible', why: { rule, code, words, verdict: 'no' } }]);
  expect(cells[0]?.why.remedy).toMatch(/[a-z]{3,} [a-z]+/);
  expect(reasons).toEqual([{ rule, code, nodes: 1 }]);
});

test('a DaemonSet that belongs nowhere is told why, and on how many nodes', () => {
  const cluster = new DaemonCluster().synced();
  cluster.daemonSet('agent', { nodeSelector: { pool: 'a' } });
  for (const name of ['n1', 'n2']) cluster.node(name);
  cluster.node('n3', '4', { pool: 'a' }, 110, [{ key: 'dedicated', value: 'x', effect: 'NoSchedule' }]);

  const explanation = explaining(cluster.store).daemonSet('agent');

  expect(explanation.ineligible).toEqual([
    { reason: 'DW502 wants the label pool=a', nodes: 2 },
    { reason: 'DW503 does not tolerate dedicated=x:NoSchedule', nodes: 1 },
  ]);
  expect(daemonSetText(explanation)).toContain('2  DW502 wants the label pool=a');
});

test('a taint that goes when the node has started keeps nobody away, and the room is held without an end', () => {
  const cluster = clusterWith();
  cluster.node('n1', '4', {}, 110, [{ key: 'node.cilium.io/agent-not-ready', effect: 'NoSchedule' }]);

  const [cell] = explaining(cluster.store).daemonSet('agent').cells;

  expect(cell).toMatchObject({ state: 'held', hold: { kind: 'missing', until: null } });
  expect(cell?.rules.find(({ rule }) => rule === 'taints')?.verdict).toBe('note');
});

test('a host port that somebody has is named with its owner', () => {
  const cluster = clusterWith('n1');
  const container = { name: 'c', ports: [{ containerPort: 9100, hostPort: 9100 }] };
  cluster.put('pods', {
    metadata: { name: 'exporter', namespace: 'shop', uid: 'exporter' },
    spec: { nodeName: 'n1', containers: [container] },
    status: { phase: 'Running' },
  });
  const agent = cluster.daemonPodObject('agent', { node: 'n1', bound: false });
  cluster.put('pods', { ...agent, spec: { ...agent.spec, containers: [container] } });

  const [cell] = explaining(cluster.store).daemonSet('agent').cells;

  expect(cell).toMatchObject({
    state: 'waiting',
    why: { rule: 'ports', words: 'host port 9100/TCP is taken by shop/exporter' },
  });
});

test('a host port that a pod had which has ended is free', () => {
  const cluster = clusterWith('n1');
  const container = { name: 'c', ports: [{ containerPort: 9100, hostPort: 9100 }] };
  cluster.put('pods', {
    metadata: { name: 'once', namespace: 'shop', uid: 'once' },
    spec: { nodeName: 'n1', containers: [container] },
    status: { phase: 'Succeeded' },
  });
  const agent = cluster.daemonPodObject('agent', { node: 'n1', bound: false });
  cluster.put('pods', { ...agent, spec: { ...agent.spec, containers: [container] } });

  const [cell] = explaining(cluster.store).daemonSet('agent').cells;

  expect(cell?.rules.find(({ rule }) => rule === 'ports')?.verdict).toBe('yes');
});

test('a hold says how much, for what, since when and until when', () => {
  const cluster = clusterWith('n1');
  const { daemonSet } = explaining(cluster.store, { clock: { now: MINUTE_MS } });

  const [cell] = daemonSet('agent').cells;

  expect(cell?.hold).toEqual({
    daemonSet: 'kube-system/agent',
    kind: 'missing',
    amounts: { cpu: '500m', memory: '1Gi', pods: '1' },
    since: new Date(MINUTE_MS).toISOString(),
    until: new Date(11 * MINUTE_MS).toISOString(),
    givenUp: false,
  });
});

test('a DaemonSet of a tenant is explained too: it has no protection, and nothing is kept for it', () => {
  const cluster = clusterWith('n1');
  cluster.daemonSet('own', { namespace: 'shop' });

  const { rules, cells } = explaining(cluster.store).daemonSet('own');

  expect(rules[0]).toMatchObject({ rule: 'protected', verdict: 'no' });
  expect(cells).toMatchObject([{ state: 'missing', hold: null }]);
});

test.each([['off'], ['audit']] as const)('with headroom.mode %s it is said that no room is kept', (mode) => {
  const cluster = clusterWith('n1');
  cluster.daemonPod('agent', { node: 'n1', bound: false });

  const { rules, cells } = explaining(cluster.store, { headroom: { mode } }).daemonSet('agent');

  expect(rules[0]).toMatchObject({ rule: 'protected', verdict: 'note' });
  expect(cells[0]?.rules.filter(({ rule }) => rule === 'hold').map(({ words }) => words)).toEqual(
    mode === 'off' ? [] : [expect.stringContaining('would be kept')],
  );
});
