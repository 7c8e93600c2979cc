/**
 * A controller manager without `--use-service-account-credentials`: it makes the pods of everybody as one user, which
 * passes for daemons of the system and for nothing else.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedCluster, POOL, startGuardedCluster } from './harness/guarded-cluster.ts';
import { waitFor } from './harness/wait-for.ts';
import {
  daemonSetObject,
  daemonSetsPath,
  deploymentObject,
  podsPath,
  runningPods,
} from './harness/workloads.ts';

const SHARED = 'system:kube-controller-manager';
const CRITICAL = { pool: POOL, priorityClassName: 'system-node-critical' };

let cluster: GuardedCluster;
beforeAll(async () => {
  cluster = await startGuardedCluster({
    sharedController: true,
    async before({ plane, tenant }) {
      await plane.client().create(daemonSetsPath(tenant), daemonSetObject('old', { pool: POOL }));
      await runningPods(plane.client(), tenant, 'old', 3);
    },
  });
});
afterAll(async () => {
  await cluster?.plane.stop();
});

function failures(namespace: string) {
  return cluster.plane.kubectl(['get', 'events', '-n', namespace, '--field-selector=reason=FailedCreate']);
}

test('it is this user that makes the pods', async () => {
  const makers = cluster.plane.auditEvents().map(({ user }) => user.username);

  expect(makers).toContain(SHARED);
});

test.each([
  ['by name', () => 'kube-system'],
  ['by its mark', () => cluster.system],
])('daemons of the system come up, in a namespace that is the system’s %s', async (_how, namespace) => {
  const { plane, nodes } = cluster;
  await plane.client().create(daemonSetsPath(namespace()), daemonSetObject('agent', CRITICAL));

  const pods = await runningPods(plane.client(), namespace(), 'agent', nodes.length);

  expect(pods).toHaveLength(nodes.length);
});

test('a tenant’s Deployment gets no pods of a system priority class by it', async () => {
  const { plane, tenant } = cluster;
  const input = JSON.stringify(deploymentObject('climber', CRITICAL));
  await plane.kubectl(['apply', '-n', tenant, '-f', '-'], { as: 'tenant-a-admin', input });

  const { stdout } = await waitFor(
    'a refusal',
    () => failures(tenant),
    (seen) => seen.stdout.includes('DW103'),
  );
  const pods = await plane.client().list(`${podsPath(tenant)}?labelSelector=app%3Dclimber`);

  expect(stdout).toContain('is reserved to the system tenant');
  expect(pods).toEqual([]);
});

test('ordinary pods of tenants come as ever', async () => {
  const { plane, tenant } = cluster;
  const input = JSON.stringify(deploymentObject('shop', { pool: POOL }));
  await plane.kubectl(['apply', '-n', tenant, '-f', '-'], { as: 'tenant-a-admin', input });

  const pods = await runningPods(plane.client(), tenant, 'shop', 1);

  expect(pods).toHaveLength(1);
});

test('what is there can go away: a tenant’s old DaemonSet with its pods, and his namespace', async () => {
  const { plane, tenant } = cluster;

  const deleted = await plane.kubectl(['delete', '-n', tenant, 'daemonset/old', '--cascade=foreground'], {
    as: 'tenant-a-admin',
  });
  await plane.client().delete(`/api/v1/namespaces/${tenant}`);
  const left = await waitFor(
    'the namespace is gone',
    () => plane.client().find(`/api/v1/namespaces/${tenant}`),
    (found) => found === undefined,
  );

  expect(deleted).toMatchObject({ code: 0, stderr: '' });
  expect(left).toBeUndefined();
});
