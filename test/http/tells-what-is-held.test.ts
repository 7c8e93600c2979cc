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
