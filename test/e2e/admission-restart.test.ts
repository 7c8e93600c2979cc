/** Everything starts from nothing with Daemonward down: the cluster comes up, tenants stay out, and then Daemonward returns. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { SYSTEM_MARK, startDaemonward } from './harness/daemonward.ts';
import {
  type GuardedCluster,
  guardingOptions,
  POOL,
  startGuardedCluster,
  untilAsked,
} from './harness/guarded-cluster.ts';
import type { Identity } from './harness/identities.ts';
import type { KubectlResult } from './harness/kubectl.ts';
import { createNodes } from './harness/nodes.ts';
import { waitFor } from './harness/wait-for.ts';
import {
  daemonSetObject,
  daemonSetsPath,
  deploymentObject,
  type Pod,
  podObject,
  podsPath,
  runningPods,
} from './harness/workloads.ts';

const CRITICAL = { pool: POOL, priorityClassName: 'system-node-critical' };
const NETWORK = daemonSetObject('network', CRITICAL);

let cluster: GuardedCluster;
let port = 0;
beforeAll(async () => {
  cluster = await startGuardedCluster();
  const { plane, daemonward, nodes } = cluster;
  port = Number(new URL(daemonward.serviceUrl).port);
  await plane.client().create(daemonSetsPath('kube-system'), NETWORK);
  await runningPods(plane.client(), 'kube-system', 'network', nodes.length);
});
afterAll(async () => {
  await cluster?.plane.stop();
});

function apply(namespace: string, object: unknown, as: Identity = 'admin'): Promise<KubectlResult> {
  return cluster.plane.kubectl(['apply', '-n', namespace, '-f', '-'], { as, input: JSON.stringify(object) });
}

async function deleteAllPods(namespace: string): Promise<void> {
  const client = cluster.plane.client();
  for (const { metadata } of await client.list<Pod>(podsPath(namespace))) {
    await client.delete(`${podsPath(namespace)}/${metadata?.name}?gracePeriodSeconds=0`);
  }
}

test('with Daemonward dead and the API server started anew, the daemons of the system all come back', async () => {
  const { plane, daemonward, nodes } = cluster;
  const client = plane.client();
  await daemonward.running.stop('SIGKILL');
  await plane.restartApiServer();
  await deleteAllPods('kube-system');

  await createNodes(client, 1, { namePrefix: POOL, from: nodes.length });
  const pods = await runningPods(client, 'kube-system', 'network', nodes.length + 1);

  expect(new Set(pods.map(({ spec }) => spec.nodeName)).size).toBe(nodes.length + 1);
});

test('meanwhile the platform and ordinary tenants can work', async () => {
  const { plane, tenant } = cluster;
  const dns = daemonSetObject('dns', CRITICAL);
  const changed = { ...dns, spec: { ...dns.spec, minReadySeconds: 1 } };

  const done = [
    await apply('kube-system', dns),
    await apply('kube-system', changed),
    await apply('kube-system', podObject('bare', CRITICAL)),
    await apply('daemonward-system', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name: 'daemonward-system' },
    }),
    await apply('daemonward-system', deploymentObject('daemonward', CRITICAL)),
    await apply(tenant, deploymentObject('shop', { pool: POOL }), 'tenant-a-user'),
    await apply(tenant, podObject('web', { pool: POOL }), 'tenant-a-user'),
  ];
  for (const name of ['shop', 'web']) await runningPods(plane.client(), tenant, name, 1);
  await runningPods(plane.client(), 'daemonward-system', 'daemonward', 1);
  await runningPods(plane.client(), 'kube-system', 'dns', cluster.nodes.length + 1);

  expect(done.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    done.map(() => ({ code: 0, stderr: '' })),
  );
});

test('and what tenants may not do is refused, with the same words', async () => {
  const { tenant } = cluster;
  const work = { pool: POOL };
  const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'network', uid: 'u', controller: true };
  const pod = podObject('claims', work);

  const refused = [
    await apply(tenant, daemonSetObject('agent', work), 'tenant-a-admin'),
    await apply(tenant, podObject('critical', CRITICAL), 'tenant-a-user'),
    await apply(tenant, { ...pod, metadata: { ...pod.metadata, ownerReferences: [owner] } }, 'tenant-a-user'),
    await apply(tenant, podObject('placed', { ...work, nodeName: cluster.nodes[0] ?? '' }), 'tenant-a-user'),
  ];

  expect(refused.map(({ code }) => code)).toEqual([1, 1, 1, 1]);
  expect(refused.map(({ stderr }) => /DW\d+/.exec(stderr)?.[0])).toEqual([
    'DW101',
    'DW103',
    'DW104',
    'DW105',
  ]);
});

test('a namespace that is the system only by its mark waits for Daemonward: closed, and it says why', async () => {
  const { code, stderr } = await apply(cluster.system, daemonSetObject('late', CRITICAL));

  expect(code).toBe(1);
  expect(stderr).toContain('failed calling webhook "daemonsets.validate.daemonward.dev"');
});

test('then Daemonward comes back, at the same place with the same authority, and all is as before', async () => {
  const { plane, system, tenant, nodes } = cluster;

  const daemonward = await startDaemonward(plane.supervisor, guardingOptions(plane, { server: { port } }));
  cluster = { ...cluster, daemonward };
  await untilAsked(cluster);
  const late = await apply(system, daemonSetObject('late', CRITICAL));
  await runningPods(plane.client(), system, 'late', nodes.length + 1);
  const refused = await apply(tenant, daemonSetObject('agent', { pool: POOL }), 'tenant-a-admin');
  const warned = await apply('kube-system', daemonSetObject('modest', { pool: POOL }));

  expect(late).toMatchObject({ code: 0, stderr: '' });
  expect(refused.stderr).toContain(
    'admission webhook "daemonsets.mutate.daemonward.dev" denied the request: DW101',
  );
  expect(warned.code).toBe(0);
  expect(warned.stderr).toMatch(/^Warning: DW301 /);
});

test('the API server dies and comes back under a running Daemonward: it follows again', async () => {
  const { plane, daemonward } = cluster;

  await plane.restartApiServer();
  const name = 'newcomer';
  const labels = SYSTEM_MARK;
  await plane
    .client()
    .create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata: { name, labels } });
  const answer = await waitFor(
    'Daemonward knows the new namespace',
    () => apply(name, daemonSetObject('agent', CRITICAL)),
    ({ code }) => code === 0,
  );

  expect(answer.stderr).toBe('');
  expect(daemonward.running.exit()).toBeUndefined();
});
