/** Daemonward is registered for DaemonSets and pods, and the API server asks it before every write of theirs. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Daemonward, startDaemonward } from './harness/daemonward.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { createNodes, deletePool } from './harness/nodes.ts';
import { type CountsSince, countFromHere, requestCounts } from './harness/request-counts.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { REVIEW_PATHS, registerWebhooks, unregisterWebhooks } from './harness/webhooks.ts';
import { daemonSetObject, podObject, runningPods } from './harness/workloads.ts';

const POOL = 'reviews';
const NODES = 3;
const WORK = { pool: POOL };

const plane = sharedControlPlane();
const client = plane.client();
const supervisor = startSupervisor();
let daemonward: Daemonward;
let namespace = '';
let counts: CountsSince;

beforeAll(async () => {
  await createNodes(client, NODES, { namePrefix: POOL });
  daemonward = await startDaemonward(supervisor, { env: { KUBECONFIG: plane.kubeconfig('daemonward') } });
});
beforeEach(async () => {
  namespace = await createNamespace(plane, 'reviews', { tenant: 'tenant-a' });
  const registration = {
    name: namespace,
    url: daemonward.serviceUrl,
    ca: daemonward.ca(),
    namespaces: [namespace],
  };
  await registerWebhooks(client, registration, async () => (await requestCounts(daemonward)).answered);
  counts = await countFromHere(daemonward);
});
afterEach(async () => {
  await unregisterWebhooks(client, namespace);
  await deleteNamespace(plane, namespace);
});
afterAll(async () => {
  await deletePool(client, POOL);
  plane.close();
  await supervisor.end();
});

function answeredOnAll(): Promise<number[]> {
  return Promise.all(REVIEW_PATHS.map((path) => counts.answered(path)));
}

test('kubectl apply of a DaemonSet asks on all four paths: for itself once, for each of its pods once', async () => {
  const input = JSON.stringify(daemonSetObject('agent', WORK));

  const applied = await plane.kubectl(['apply', '-n', namespace, '-f', '-'], { input });
  await runningPods(client, namespace, 'agent', NODES);
  await counts.atLeast('/validate/pods', NODES);

  expect(applied).toEqual({ code: 0, stdout: 'daemonset.apps/agent created\n', stderr: '' });
  expect(REVIEW_PATHS).toEqual([
    '/mutate/daemonsets',
    '/mutate/pods',
    '/validate/daemonsets',
    '/validate/pods',
  ]);
  expect(await answeredOnAll()).toEqual([1, NODES, 1, NODES]);
  expect((await requestCounts(daemonward)).failed).toEqual([]);
});

/** Of a person. When a patch meets a write of the status, the API server does it again by itself, and asks again. */
const WRITES = 4;

test('a change and a deletion ask again, a dry run asks too, and a status write never', async () => {
  const input = JSON.stringify(daemonSetObject('agent', WORK));
  const inNamespace = ['-n', namespace];

  const results = [
    await plane.kubectl(['apply', ...inNamespace, '--server-side', '--dry-run=server', '-f', '-'], { input }),
    await plane.kubectl(['apply', ...inNamespace, '--server-side', '-f', '-'], { input }),
    await plane.kubectl(['label', ...inNamespace, 'daemonset/agent', 'team=nodes']),
    await plane.kubectl(['rollout', ...inNamespace, 'status', 'daemonset/agent', '--timeout=60s']),
    await plane.kubectl(['delete', ...inNamespace, 'daemonset/agent']),
  ];
  // A request is counted a moment after its answer has left, on each path by itself.
  await counts.atLeast('/mutate/daemonsets', WRITES);
  await counts.atLeast('/validate/daemonsets', WRITES);

  expect(results.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
    results.map(() => ({ code: 0, stderr: '' })),
  );
  expect(await counts.answered('/mutate/daemonsets')).toBeLessThanOrEqual(2 * WRITES);
  expect(await counts.answered('/validate/daemonsets')).toBeLessThanOrEqual(2 * WRITES);
  expect((await requestCounts(daemonward)).failed).toEqual([]);
});

test("a tenant's bare pod is asked for as it is made", async () => {
  const input = JSON.stringify(podObject('web', WORK));

  const made = await plane.kubectl(['create', '-n', namespace, '-f', '-'], { as: 'tenant-a-user', input });
  await counts.atLeast('/validate/pods', 1);

  expect(made).toEqual({ code: 0, stdout: 'pod/web created\n', stderr: '' });
  expect(await answeredOnAll()).toEqual([0, 1, 0, 1]);
});
