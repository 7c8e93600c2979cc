/** A DaemonSet is updated on full nodes while tenant pods press in: with headroom each daemon gets its own place back. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import {
  lacksRoom,
  nominated,
  onceLackedRoom,
  onceRefused,
  preempted,
  refusalOf,
} from './harness/pod-history.ts';
import type { Urgency } from './harness/priority-classes.ts';
import { rolledOut, standsStill, updateTemplate } from './harness/rollouts.ts';
import { MODES, type Mode, type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, runningPods } from './harness/workloads.ts';

const NODES = 50;

/** A node of one cpu is full with its daemon and two tenant pods; where the daemon leaves, one more of those fits. */
const NODE_SIZE = { cpu: '1' };
const DAEMON_CPU = '400m';
const TENANT_CPU = '300m';
const PLACED = NODES * 2;
const PRESSING = 150;

/** Ten nodes at a time. */
const STRATEGY = { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: '20%' } };
const AT_A_TIME = 10;

/** A rollout that goes on renews ten daemons in less. */
const STANDSTILL_MS = 5_000;

const TENANTS: Urgency = { value: 1_000 };
const EQUALS: Urgency = { value: 1_000 };
const SUPERIORS: Urgency = { value: 2_000 };

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let stage: Stage;
let scene: Scene;
afterEach(() => scene.close());
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

/** Fills the nodes, lets tenant pods wait, and changes the daemons' template. */
async function updateOnFullNodes(daemons: Urgency): Promise<void> {
  scene = await stage.openScene('roll');
  const { client, system, tenant, pods } = scene;
  const daemonClass = await scene.createPriorityClass('daemons', daemons);
  const tenantClass = await scene.createPriorityClass('tenants', TENANTS);
  await scene.createNodes(NODES, { size: NODE_SIZE });
  const daemonWork = scene.work({ cpu: DAEMON_CPU, priorityClassName: daemonClass });
  await scene.createDaemonSet(daemonSetObject('agent', daemonWork, STRATEGY));
  await runningPods(client, system, 'agent', NODES);
  const tenantWork = scene.work({ cpu: TENANT_CPU, priorityClassName: tenantClass });
  await scene.createTenantPods(PLACED + PRESSING, 'web', tenantWork);
  await waitFor(
    'the nodes are full and the other tenant pods wait',
    async () => {
      const all = await pods(tenant);
      const placed = all.filter(({ status }) => status?.phase === 'Running').length;
      return { placed, waiting: all.filter((pod) => refusalOf(pod) !== '').length };
    },
    ({ placed, waiting }) => placed === PLACED && waiting === PRESSING,
    { withinMs: 60_000 },
  );
  await updateTemplate(client, { namespace: system, name: 'agent' });
}

function useStage(mode: Mode): void {
  beforeAll(async () => {
    stage = await startStage(plane, supervisor, { name: `rolling-${mode}`, mode });
    return () => stage.end();
  });
}

/** How many daemons lack room, and how many have not been updated yet. */
async function progress(): Promise<{ waiting: number; old: number }> {
  const daemons = await scene.pods(scene.system);
  const old = daemons.filter(({ spec }) => spec.containers?.[0]?.image === 'main:1.0').length;
  return { waiting: daemons.filter(lacksRoom).length, old };
}

describe('without headroom', () => {
  useStage(MODES[0]);

  test('daemons of the same priority lose their places, and the rollout stands still', async () => {
    await updateOnFullNodes(EQUALS);
    const stuck = await standsStill(progress, ({ waiting }) => waiting === AT_A_TIME, STANDSTILL_MS);

    expect(stuck.old).toBeGreaterThan(0);
  });

  // kubernetes #102382
  test('daemons of higher priority take their places back, at the price of tenant pods', async () => {
    await updateOnFullNodes(SUPERIORS);
    await rolledOut(scene.client, { namespace: scene.system, name: 'agent' });
    await scene.watch.upToNow();

    expect(preempted(scene.watch.events).length).toBeGreaterThan(0);
  });
});

describe('with headroom', () => {
  useStage(MODES[1]);

  test.each([
    { title: 'the same priority', daemons: EQUALS },
    { title: 'higher priority', daemons: SUPERIORS },
  ])('daemons of $title get their places back: none waits for room, none preempts', async ({ daemons }) => {
    await updateOnFullNodes(daemons);
    await rolledOut(scene.client, { namespace: scene.system, name: 'agent' });
    await scene.watch.upToNow();
    const { events } = scene.watch;

    const ofDaemons = events.filter(({ object }) => object.metadata?.namespace === scene.system);
    expect(onceLackedRoom(ofDaemons)).toEqual([]);
    expect(nominated(ofDaemons)).toEqual([]);
    expect(preempted(events)).toEqual([]);
    // They did press in.
    expect(onceRefused(events, 'DW504').length).toBeGreaterThan(0);
    const placed = (await scene.pods(scene.tenant)).filter(({ spec }) => spec.nodeName);
    expect(placed).toHaveLength(PLACED);
  });
});
