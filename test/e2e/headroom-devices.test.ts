/** A device that a node declares long after it is ready goes to the daemon that waits for it, and not to tenants. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { activeHolds, holdsOf } from './harness/ops-port.ts';
import { inParallel } from './harness/parallel.ts';
import { refusalOf } from './harness/pod-history.ts';
import { type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject } from './harness/workloads.ts';

const DEVICE = 'e2e.daemonward.dev/gpu';
const NODES = 4;

/** They wait longer than the daemons, and are as important: the scheduler tries them first. */
const TENANT_PODS = 3 * NODES;

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await startStage(plane, supervisor, { name: 'devices', mode: 'enforce' });
});
afterEach(() => scene.close());
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

test('a device that comes late goes to the daemon that waits for it', async () => {
  scene = await stage.openScene('late');
  const { system, tenant } = scene;
  const nodes = await scene.createNodes(NODES);
  const work = scene.work({ devices: { [DEVICE]: '1' } });
  await scene.createTenantPods(TENANT_PODS, 'web', work);
  await waitFor(
    'all tenant pods wait',
    () => waiting(tenant),
    (count) => count === TENANT_PODS,
  );
  await scene.createDaemonSet(daemonSetObject('monitor', work));
  await waitFor(
    'all daemons wait',
    () => waiting(system),
    (count) => count === NODES,
  );
  const before = activeHolds(await holdsOf(stage.daemonward, system, 'monitor'));

  await declare(nodes, '0');
  await declare(nodes, '1');
  await waitFor(
    'the daemons have their devices',
    () => placed(system),
    (count) => count === NODES,
  );
  const taken = await placed(tenant);
  await declare(nodes, '2');
  await waitFor(
    'tenants have the others',
    () => placed(tenant),
    (count) => count === NODES,
  );

  expect(before).toBe(0);
  expect(taken).toBe(0);
});

async function placed(namespace: string): Promise<number> {
  return (await scene.pods(namespace)).filter(({ spec }) => spec.nodeName).length;
}

async function waiting(namespace: string): Promise<number> {
  return (await scene.pods(namespace)).filter((pod) => refusalOf(pod) !== '').length;
}

/** As the kubelet does when a device plugin has registered. */
function declare(nodes: readonly string[], count: string): Promise<void> {
  const devices = { [DEVICE]: count };
  return inParallel(nodes, (node) =>
    scene.client.patch(`/api/v1/nodes/${node}/status`, {
      status: { capacity: devices, allocatable: devices },
    }),
  );
}
