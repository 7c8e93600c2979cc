import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { DaemonCluster } from '../unit/headroom/cluster-of-daemons.ts';
import { startTestService } from './service.ts';

function clusterWithAgent(): DaemonCluster {
  const cluster = new DaemonCluster().synced();
  for (const node of ['n1', 'n2']) cluster.node(node);
  cluster.daemonSet('log-agent', { cpu: '200m', memory: '256Mi' });
  cluster.daemonPod('log-agent', { node: 'n2' });
  return cluster;
}

test('/state says which room is held, for whom, since when and until when', async () => {
  const { opsUrl } = await startTestService({ view: clusterWithAgent().store });

  const state: unknown = await (await fetch(`${opsUrl}/state`)).json();

  expect(state).toMatchObject({
    headroom: {
      mode: 'enforce',
      inFlightPods: 0,
      daemonSets: [
        {
          daemonSet: 'kube-system/log-agent',
          priority: 2_000_001_000,
          holds: { missing: 1, pending: 0, leaving: 0, growth: 0, surge: 0, resize: 0, settling: 0 },
          expired: 0,
          nodesInAll: 1,
          nodesShown: 1,
          nodes: [
            {
              node: 'n1',
              kind: 'missing',
              amounts: { cpu: '200m', memory: '256Mi', pods: '1' },
              since: expect.stringMatching(/^2.*Z$/),
              until: expect.stringMatching(/^2.*Z$/),
              expired: false,
            },
          ],
        },
      ],
    },
    preempt: { mode: 'enforce' },
  });
});

interface State {
  readonly headroom: {
    readonly daemonSets: readonly { nodesInAll: number; nodesShown: number; nodes: readonly unknown[] }[];
  };
}

/** An agent that is missing on so many nodes, and another on all of them. */
async function stateOf(nodes: number, query: string) {
  const cluster = new DaemonCluster().synced();
  for (let index = 0; index < nodes; index += 1) cluster.node(`n${index}`);
  for (const name of ['log-agent', 'net-agent']) cluster.daemonSet(name);
  const { opsUrl } = await startTestService({ view: cluster.store });
  return fetch(`${opsUrl}/state${query}`);
}

test.each([
  [
    '',
    [
      [88, 20],
      [88, 20],
    ],
  ],
  [
    '?nodes=30',
    [
      [88, 30],
      [88, 30],
    ],
  ],
  [
    '?nodes=0',
    [
      [88, 0],
      [88, 0],
    ],
  ],
  [
    '?nodes=all',
    [
      [88, 88],
      [88, 88],
    ],
  ],
  ['?nodes=all&daemonset=kube-system/net-agent', [[88, 88]]],
  ['?daemonset=kube-system/nobody', []],
])('/state%s says how many nodes there are in all and how many it shows', async (query, expected) => {
  const answer = await stateOf(88, query);

  const state: State = JSON.parse(await answer.text());
  const { daemonSets } = state.headroom;
  expect(daemonSets.map(({ nodesInAll, nodes }) => [nodesInAll, nodes.length])).toEqual(expected);
  expect(daemonSets.every(({ nodesShown, nodes }) => nodesShown === nodes.length)).toBe(true);
});

test.each(['-1', '10001', 'many', '1.5', ''])('/state?nodes=%s is refused by its name', async (value) => {
  const answer = await stateOf(1, `?nodes=${value}`);

  expect(answer.status).toBe(400);
  expect(await answer.json()).toMatchObject({
    error: {
      code: 'invalid-field',
      message: `nodes: must be all or a whole number from 0 to 10000, found "${value}"`,
    },
  });
});

test('an answer stays bounded on the largest clusters', async () => {
  const answer = await stateOf(6_000, '?nodes=all');

  const state: State = JSON.parse(await answer.text());
  expect(state.headroom.daemonSets).toMatchObject([
    { nodesInAll: 6_000, nodesShown: 6_000 },
    { nodesInAll: 6_000, nodesShown: 4_000 },
  ]);
});

test('what was refused, audited and passed through is counted', async () => {
  const cluster = clusterWithAgent();
  const { post, opsUrl } = await startTestService({ view: cluster.store });
  const Pod = cluster.tenantPod('web', { cpu: '4', priority: 10 });

  const answer = await post('/scheduler/filter', { Pod, NodeNames: ['n1', 'n2'] });
  await post('/scheduler/preempt', {
    Pod,
    NodeNameToMetaVictims: { n2: { Pods: [{ UID: 'log-agent-n2-1' }] } },
  });
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();

  expect(answer.json()).toMatchObject({
    NodeNames: ['n2'],
    FailedAndUnresolvableNodes: {
      n1: 'DW504 room held for daemons',
    },
  });
  expect(metrics).toContain('daemonward_scheduler_refusals_total{code="DW504",outcome="refused"} 1');
  expect(metrics).toContain('daemonward_scheduler_refusals_total{code="DW506",outcome="refused"} 1');
  expect(metrics).toContain('daemonward_headroom_holds{state="active"} 1');
  expect(metrics).toContain('daemonward_headroom_holds{state="expired"} 0');
  expect(metrics).toContain('daemonward_headroom_left_flight_total{by="again"} 1');
  expect(metrics).toContain('daemonward_scheduler_call_nodes_sum{verb="filter"} 2');
  expect(metrics).toContain('daemonward_scheduler_call_nodes_count{verb="preempt"} 1');
});

test('a view that is not complete passes through, and says so in the metrics', async () => {
  const cluster = new DaemonCluster();
  const { post, opsUrl } = await startTestService({ view: cluster.store });

  await post('/scheduler/filter', { Pod: cluster.tenantPod('web'), NodeNames: ['n1'] });
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();

  expect(metrics).toContain(
    'daemonward_scheduler_passed_through_total{path="/scheduler/filter",reason="unsynced"} 1',
  );
});

test('audit refuses nothing and counts it', async () => {
  const cluster = clusterWithAgent();
  const configuration = defaultConfiguration();
  const { post, opsUrl } = await startTestService({
    view: cluster.store,
    configuration: { ...configuration, headroom: { ...configuration.headroom, mode: 'audit' } },
  });

  const answer = await post('/scheduler/filter', {
    Pod: cluster.tenantPod('web', { cpu: '4' }),
    NodeNames: ['n1'],
  });
  const metrics = await (await fetch(`${opsUrl}/metrics`)).text();

  expect(answer.json()).toMatchObject({ NodeNames: ['n1'], FailedAndUnresolvableNodes: {} });
  expect(metrics).toContain('daemonward_scheduler_refusals_total{code="DW504",outcome="audited"} 1');
});

test.each([
  [
    {
      metadata: { name: 'web', namespace: 'shop' },
      spec: { containers: [{ resources: { requests: { cpu: 'x' } } }] },
    },
    'spec.containers[0].resources.requests.cpu',
  ],
  [{ metadata: { name: 'web' } }, 'metadata.namespace'],
])('a pod that cannot be read is refused by its field', async (Pod, field) => {
  const { post } = await startTestService({ view: clusterWithAgent().store });

  const answer = await post('/scheduler/filter', { Pod, NodeNames: ['n1'] });

  expect(answer.status).toBe(400);
  expect(answer.json()).toMatchObject({
    error: { code: 'invalid-field', message: expect.stringContaining(`Pod: ${field}`) },
  });
});
