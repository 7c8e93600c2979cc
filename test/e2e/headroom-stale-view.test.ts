/** What Daemonward does not see it does not judge: with a stale or unsynced view every answer lets pass, and is counted. */
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { readCredentials } from './harness/credentials.ts';
import { type FaultProxy, startFaultProxy } from './harness/fault-proxy.ts';
import { holdsOf, metricSum } from './harness/ops-port.ts';
import { preempted, refusalOf } from './harness/pod-history.ts';
import { proxiedKubeconfig } from './harness/proxied-kubeconfig.ts';
import { exchange } from './harness/request.ts';
import { type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, type Pod, podObject, podsPath, runningPods } from './harness/workloads.ts';

const NODES = 2;

/** Of a node's 4 cpu; with both, too little is left for a tenant's pod. */
const AGENT_CPU = '500m';
const ABSENT_CPU = '1';
const TENANT_CPU = '3';

/** Fits only where all others go. */
const WHOLE_NODE = '4';

/** No scheduler has this name: the daemon waits, and its room is held. */
const NOBODY = 'nobody';

/** Silence is noticed within the test; real ones are minutes. */
const CLUSTER = { staleAfterSeconds: 3, watchIdleSeconds: 1 };

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let proxy: FaultProxy;
let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  proxy = await startFaultProxy(plane.handle.url, readCredentials(plane.handle.directory, 'daemonward'));
});
beforeEach(() => proxy.set('pass'));
afterEach(async () => {
  await scene.close();
  await stage.end();
});
afterAll(async () => {
  await proxy.close();
  plane.close();
  await supervisor.end();
});

async function start(name: string, waitReady: boolean): Promise<void> {
  const kubeconfig = proxiedKubeconfig(supervisor.directory, proxy.url);
  const sections = { cluster: CLUSTER };
  stage = await startStage(plane, supervisor, {
    name,
    mode: 'enforce',
    // Also asked for scores.
    profile: 'full',
    kubeconfig,
    sections,
    waitReady,
  });
  scene = await stage.openScene('blind');
}

function passedThrough(verb: string, reason: string): Promise<number> {
  const labels = { path: `/scheduler/${verb}`, reason };
  return metricSum(stage.daemonward, 'daemonward_scheduler_passed_through_total', labels);
}

async function createTenantPod(name: string): Promise<void> {
  await scene.client.create(podsPath(scene.tenant), podObject(name, scene.work({ cpu: TENANT_CPU })));
}

/** A pod for which protected daemons would have to go. */
async function createUrgentPod(): Promise<void> {
  const priorityClassName = await scene.createPriorityClass('urgent', { value: 1_000 });
  const work = scene.work({ cpu: WHOLE_NODE, priorityClassName });
  await scene.client.create(podsPath(scene.tenant), podObject('urgent', work));
}

/** On each node a daemon that runs, and one that does not come. */
async function createDaemons(): Promise<void> {
  const { client, system, work } = scene;
  await scene.createNodes(NODES);
  await scene.createDaemonSet(daemonSetObject('agent', work({ cpu: AGENT_CPU })));
  await runningPods(client, system, 'agent', NODES);
  await scene.createDaemonSet(daemonSetObject('absent', work({ cpu: ABSENT_CPU, schedulerName: NOBODY })));
}

async function expectPassThrough(reason: string): Promise<void> {
  await runningPods(scene.client, scene.tenant, 'late', 1);
  await createUrgentPod();
  await runningPods(scene.client, scene.tenant, 'urgent', 1);
  await scene.watch.upToNow();

  // Two nodes passed, so it was asked for scores too; and a protected daemon was no longer one.
  expect(
    preempted(scene.watch.events).filter((name) => name.startsWith(`${scene.system}/agent`)),
  ).toHaveLength(1);
  for (const verb of ['filter', 'prioritize', 'preempt']) {
    expect(await passedThrough(verb, reason), verb).toBeGreaterThan(0);
  }
}

test('a view that has grown old', async () => {
  await start('stale', true);
  await createDaemons();
  await waitFor(
    'the room is held',
    () => holdsOf(stage.daemonward, scene.system, 'absent'),
    (holds) => holds?.holds.pending === NODES,
  );
  await createTenantPod('early');
  const refused = await waitFor(
    'the tenant pod waits',
    async () => refusalOf(await scene.client.get<Pod>(`${podsPath(scene.tenant)}/early`)),
    (text) => text !== '',
  );
  const before = await passedThrough('filter', 'stale');

  proxy.set('silence');
  await waitFor(
    'the view is stale',
    () => exchange(`${stage.daemonward.opsUrl}/readyz`),
    ({ status }) => status === 503,
  );
  await createTenantPod('late');

  expect(refused).toContain('DW504');
  expect(before).toBe(0);
  await expectPassThrough('stale');
});

test('a view that never came', async () => {
  proxy.set('silence');
  await start('unsynced', false);
  await createDaemons();

  await createTenantPod('late');

  await expectPassThrough('unsynced');
});
