/** A DaemonSet whose pods can never be made holds its room until the patience ends, and no longer. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { KubeObject } from './harness/client.ts';
import { activeHolds, type DaemonSetHolds, holdsOf, metricSum } from './harness/ops-port.ts';
import { refusalOf } from './harness/pod-history.ts';
import { type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, podObject, podsPath } from './harness/workloads.ts';

/** Long enough for what has to be seen before its end, on busy cores. */
const PATIENCE = '20s';

/** Half a cpu is left over for the pod that comes last. */
const NODE_SIZE = { cpu: '4500m' };
const DAEMON_CPU = '2';
const TENANT_CPU = '1';
const TENANT_PODS = 4;
const BESIDE_THE_HOLD = 2;

interface ResourceQuota extends KubeObject {
  spec: { hard: Readonly<Record<string, string>> };
}

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await startStage(plane, supervisor, { name: 'patience', mode: 'enforce', patience: PATIENCE });
});
afterEach(() => scene.close());
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

function agentHolds(): Promise<DaemonSetHolds | undefined> {
  return holdsOf(stage.daemonward, scene.system, 'agent');
}

async function tenantPods(): Promise<{ placed: number; refused: string[] }> {
  const all = await scene.pods(scene.tenant);
  return {
    placed: all.filter(({ status }) => status?.phase === 'Running').length,
    // At first it may be the others on their way that keep a pod out, and once these are seen bound, the hold.
    refused: all.map(refusalOf).filter((text) => text.includes('DW504 room held for daemons')),
  };
}

test('a quota forbids its pods: tenants get the room when the patience is over', async () => {
  scene = await stage.openScene('quota');
  const { client, system, tenant, work } = scene;
  const [node = ''] = await scene.createNodes(1, { size: NODE_SIZE });
  const quota = { apiVersion: 'v1', kind: 'ResourceQuota', metadata: { name: 'nothing' } };
  await client.create<ResourceQuota>(`/api/v1/namespaces/${system}/resourcequotas`, {
    ...quota,
    spec: { hard: { pods: '0' } },
  });

  await scene.createDaemonSet(daemonSetObject('agent', work({ cpu: DAEMON_CPU })));
  await waitFor('the room is kept', agentHolds, (holds) => activeHolds(holds) === 1);
  await scene.createTenantPods(TENANT_PODS, 'web', work({ cpu: TENANT_CPU }));
  const before = await waitFor(
    'some are placed, the others wait',
    tenantPods,
    ({ placed, refused }) => placed === BESIDE_THE_HOLD && refused.length === TENANT_PODS - BESIDE_THE_HOLD,
  );
  const active = await agentHolds();
  const over = await waitFor('the patience is over', agentHolds, (holds) => holds?.expired === 1);
  // What was refused is tried again when something happens in the cluster: here, one more pod.
  await client.create(podsPath(tenant), podObject('last', work()));
  await waitFor('all are placed', tenantPods, ({ placed }) => placed === TENANT_PODS + 1);
  await scene.watch.upToNow();

  expect(before.refused[0]).toContain('DW504 room held for daemons');
  expect(active).toMatchObject({ holds: { missing: 1 }, expired: 0 });
  expect(active?.nodes).toEqual([
    expect.objectContaining({
      node,
      kind: 'missing',
      expired: false,
      amounts: expect.objectContaining({ cpu: '2', pods: '1' }),
    }),
  ]);
  expect(over?.nodes).toEqual([expect.objectContaining({ node, kind: 'missing', expired: true })]);
  expect(await metricSum(stage.daemonward, 'daemonward_headroom_holds', { state: 'expired' })).toBe(1);
  expect(await scene.pods(system)).toEqual([]);
  const until = Date.parse(active?.nodes[0]?.until ?? '');
  expect(placedBefore(until)).toBe(BESIDE_THE_HOLD);
});

/** How many tenant pods had a node by then. */
function placedBefore(time: number): number {
  const bound = scene.watch.events.filter(({ at, object }) => at < time && object.spec.nodeName);
  return new Set(bound.map(({ object }) => object.metadata?.uid)).size;
}
