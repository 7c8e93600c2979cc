/** A DaemonSet rolls out over 100 nodes with Daemonward in every way that it can be asked: webhooks and extender. */
import { afterAll, expect, test } from 'vitest';
import { startDaemonward } from './harness/daemonward.ts';
import { withExtender } from './harness/extenders.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { createNodes, deletePool } from './harness/nodes.ts';
import { countFromHere, requestCounts } from './harness/request-counts.ts';
import { startScheduler } from './harness/scheduler.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { registerWebhooks, unregisterWebhooks } from './harness/webhooks.ts';
import { daemonSetObject, runningPods } from './harness/workloads.ts';

const POOL = 'hundred';
const NODES = 100;
const SCHEDULER = 'daemonward-hundred';

const plane = sharedControlPlane();
const client = plane.client();
const supervisor = startSupervisor();
let namespace = '';
afterAll(async () => {
  await unregisterWebhooks(client, SCHEDULER);
  await deleteNamespace(plane, namespace);
  await deletePool(client, POOL);
  plane.close();
  await supervisor.end();
});

test('each of 100 nodes gets its one pod, and Daemonward was asked about every one of them', async () => {
  const nodes = await createNodes(client, NODES, { namePrefix: POOL });
  const daemonward = await startDaemonward(supervisor, {
    env: { KUBECONFIG: plane.kubeconfig('daemonward') },
  });
  const reach = { url: daemonward.serviceUrl, ca: daemonward.ca(), client: daemonward.client('scheduler') };
  const configuration = withExtender({ ...reach, schedulerName: SCHEDULER, form: 'names' });
  await startScheduler(plane.handle, supervisor, configuration, SCHEDULER);
  namespace = await createNamespace(plane, 'hundred');
  await registerWebhooks(
    client,
    { ...reach, name: SCHEDULER, namespaces: [namespace] },
    async () => (await requestCounts(daemonward)).answered,
  );
  const counts = await countFromHere(daemonward);
  const input = JSON.stringify(daemonSetObject('agent', { pool: POOL, schedulerName: SCHEDULER }));

  const applied = await plane.kubectl(['apply', '-n', namespace, '-f', '-'], { input });
  const rollout = await plane.kubectl([
    'rollout',
    '-n',
    namespace,
    'status',
    'daemonset/agent',
    '--timeout=120s',
  ]);
  const pods = await runningPods(client, namespace, 'agent', NODES);

  expect(applied).toMatchObject({ code: 0, stderr: '' });
  expect(rollout).toMatchObject({ code: 0, stderr: '' });
  expect(pods.map(({ spec }) => spec.nodeName).toSorted()).toEqual(nodes);
  const pins = pods.map(
    ({ spec }) =>
      spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution?.nodeSelectorTerms?.[0]
        ?.matchFields?.[0]?.values?.[0],
  );
  expect(pins).toEqual(pods.map(({ spec }) => spec.nodeName));
  expect(await counts.atLeast('/validate/pods', NODES)).toBe(NODES);
  expect(await counts.atLeast('/mutate/pods', NODES)).toBe(NODES);
  await counts.atLeast('/scheduler/filter', NODES);
  expect(await counts.answered('/scheduler/prioritize')).toBe(0);
  expect((await requestCounts(daemonward)).failed).toEqual([]);
});
