/** A tenant who names his nodes himself has a DaemonSet in all but name: refused, by every way that leads to a node. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KubeObject } from './harness/client.ts';
import { type GuardedCluster, POOL, startGuardedCluster } from './harness/guarded-cluster.ts';
import { createNamespace, grantRole } from './harness/namespaces.ts';
import { waitFor } from './harness/wait-for.ts';
import { deploymentObject, type Pod, podObject, podsPath, runningPods } from './harness/workloads.ts';

const TENANT = 'tenant-a-admin';
const MIRROR = 'kubernetes.io/config.mirror';

let cluster: GuardedCluster;
let node = '';
beforeAll(async () => {
  cluster = await startGuardedCluster();
  node = cluster.nodes[0] ?? '';
  const { plane, tenant } = cluster;
  await waitFor(
    'the policies are in force',
    () => bind('pods/nobody/binding', 'admin'),
    ({ text }) => text.includes('ValidatingAdmissionPolicy'),
  );
  // More than the role of an admin has: rights on everything in the namespace, as many platforms give them.
  await plane.client().create<KubeObject>('/apis/rbac.authorization.k8s.io/v1/clusterroles', {
    metadata: { name: 'everything' },
    ...{ rules: [{ apiGroups: ['*'], resources: ['*'], verbs: ['*'] }] },
  });
  await grantRole(plane, tenant, 'everything', { kind: 'User', name: TENANT });
});
afterAll(async () => {
  await cluster?.plane.stop();
});

function bind(below: string, as: 'admin' | typeof TENANT, name = 'nobody') {
  const binding = { metadata: { name }, target: { kind: 'Node', name: node } };
  const path = `/api/v1/namespaces/${cluster.tenant}/${below}?dryRun=All`;
  return cluster.plane.client(as).raw('POST', path, { apiVersion: 'v1', kind: 'Binding', ...binding });
}

function create(namespace: string, object: KubeObject, ...flags: string[]) {
  const args = ['create', '-n', namespace, '--dry-run=server', '-f', '-', ...flags];
  return cluster.plane.kubectl(args, { input: JSON.stringify(object) });
}

test.each(['edit', 'admin'])('the role %s alone has no right to bind', async (role) => {
  const { plane } = cluster;
  const namespace = await createNamespace(plane, 'roles');
  await grantRole(plane, namespace, role, { kind: 'User', name: 'jane' });
  const can = (...what: string[]) =>
    plane.kubectl(['auth', 'can-i', 'create', ...what, '-n', namespace, '--as=jane']);

  const answers = [await can('pods'), await can('pods', '--subresource=binding'), await can('bindings')];

  expect(answers.map(({ stdout }) => stdout.trim())).toEqual(['yes', 'no', 'no']);
});

test.each(['pods/waiting/binding', 'bindings'])('a tenant who has it is refused at %s', async (below) => {
  const { plane, tenant } = cluster;
  const client = plane.client(TENANT);
  // No scheduler of this name: it waits for whoever binds it.
  const pod = podObject('waiting', { pool: POOL, schedulerName: 'nobody' });
  if ((await client.find(`${podsPath(tenant)}/waiting`)) === undefined)
    await client.create(podsPath(tenant), pod);

  const { status, text } = await bind(below, TENANT, 'waiting');
  const { spec } = await client.get<Pod>(`${podsPath(tenant)}/waiting`);

  expect(status).toBe(403);
  expect(text).toContain(`DW105 target.name: binds the pod to \\"${node}\\"`);
  expect(text).toContain('is no scheduler');
  expect(spec.nodeName).toBeUndefined();
});

test('a pod that names its node is refused, whoever asks, also by way of a template', async () => {
  const { plane, tenant } = cluster;
  const placed = { pool: POOL, nodeName: node };
  const made = await plane.kubectl(['apply', '-n', tenant, '-f', '-'], {
    as: TENANT,
    input: JSON.stringify(deploymentObject('placed', placed)),
  });

  const byAdmin = await create(tenant, podObject('web', placed));
  const failed = await waitFor(
    'the ReplicaSet says why it has no pods',
    () => plane.kubectl(['get', 'events', '-n', tenant, '--field-selector=reason=FailedCreate']),
    ({ stdout }) => stdout.includes('DW105'),
  );

  expect(byAdmin.code).toBe(1);
  expect(byAdmin.stderr).toContain(`DW105 spec.nodeName: names "${node}"`);
  expect(made.code).toBe(0);
  expect(failed.stdout).toContain('leave nodeName out');
});

test('kubectl debug of a node is refused there with what to do, and works where it says', async () => {
  const { plane, tenant } = cluster;
  const debug = (namespace: string) =>
    plane.kubectl(['debug', `node/${node}`, '--image=busybox', '-n', namespace, '--', 'true']);

  const theirs = await debug(tenant);
  const systems = await debug('kube-system');

  expect(theirs.code).toBe(1);
  expect(theirs.stderr).toContain('run kubectl debug node/NAME in a system namespace (-n kube-system)');
  expect(systems.code).toBe(0);
});

test('a kubelet shows the pods of its files, and nobody else’s', async () => {
  const { plane, tenant } = cluster;
  const kubelet = `system:node:${node}`;
  await grantRole(plane, tenant, 'everything', { kind: 'User', name: kubelet });
  const pod = podObject('static', { pool: POOL, nodeName: node });
  const mirror = { ...pod, metadata: { ...pod.metadata, annotations: { [MIRROR]: 'x' } } };
  const asNode = [`--as=${kubelet}`, '--as-group=system:nodes', '--as-group=system:authenticated'];
  const elsewhere = { ...mirror, ...{ spec: { ...pod.spec, nodeName: cluster.nodes[1] } } };

  const answers = [
    await create(tenant, mirror, ...asNode),
    await create(tenant, pod, ...asNode),
    await create(tenant, elsewhere, ...asNode),
    await create(tenant, mirror, `--as=${kubelet}`, '--as-group=system:authenticated'),
    await create(tenant, mirror),
  ];

  expect(answers.map(({ code, stderr }) => (code === 0 ? '' : /DW\d+/.exec(stderr)?.[0]))).toEqual([
    '',
    'DW105',
    'DW105',
    'DW105',
    'DW105',
  ]);
});

test('the scheduler places pods of tenants as ever, and they can be changed afterwards', async () => {
  const { plane, tenant } = cluster;
  await plane.client().create(podsPath(tenant), podObject('web', { pool: POOL }));
  await runningPods(plane.client(), tenant, 'web', 1);

  const labelled = await plane.kubectl(['label', '-n', tenant, 'pod/web', 'seen=yes'], { as: TENANT });

  expect(labelled).toMatchObject({ code: 0, stderr: '' });
});

test('while Daemonward is down all of this holds, and the scheduler goes on', async () => {
  const { plane, tenant, daemonward } = cluster;
  await daemonward.running.stop('SIGKILL');
  await plane.client().create(podsPath(tenant), podObject('later', { pool: POOL }));

  const placed = await create(tenant, podObject('web', { pool: POOL, nodeName: node }));
  const bound = await bind('bindings', TENANT);
  const pods = await runningPods(plane.client(), tenant, 'later', 1);

  expect(placed.stderr).toContain('DW105');
  expect(bound.text).toContain('DW105');
  expect(pods[0]?.spec.nodeName).toBeDefined();
});
