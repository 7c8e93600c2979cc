/** A DaemonSet's new template asks for twice the memory, with just room enough for it, while tenant pods press in. */
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceList } from '../../src/kube/objects.ts';
import { activeHolds, holdsOf } from './harness/ops-port.ts';
import { lacksRoom, nominated, onceLackedRoom, onceRefused, preempted } from './harness/pod-history.ts';
import { rolledOut, standsStill, updateTemplate } from './harness/rollouts.ts';
import { MODES, type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, runningPods } from './harness/workloads.ts';

const NODES = 50;
const DAEMON_MEMORY = '512Mi';
const GROWN_MEMORY = '1Gi';

/** One such tenant pod runs on every node from the beginning. */
const SETTLED_MEMORY = '3Gi';
const PRESSING_MEMORY = '256Mi';
const PRESSING = 150;

/** A rollout that goes on takes its next step in less. */
const STANDSTILL_MS = 5_000;

interface Update {
  title: string;
  size: ResourceList;
  rollingUpdate: { maxUnavailable: number | string; maxSurge: number | string };
  /** How many daemons wait at most, by the strategy. */
  atATime: number;
  /** How many pressing pods find a place that no daemon needs. */
  placedAtLast: number;
}

const UPDATES: readonly Update[] = [
  {
    title: 'in place',
    // The settled pod, and the grown daemon in the place of the old one.
    size: { memory: '4Gi' },
    rollingUpdate: { maxUnavailable: '20%', maxSurge: 0 },
    atATime: 10,
    placedAtLast: 0,
  },
  {
    title: 'with maxSurge: 1',
    // The settled pod, the old daemon, and the grown one beside it.
    size: { memory: '4608Mi' },
    rollingUpdate: { maxUnavailable: 0, maxSurge: 1 },
    atATime: 1,
    // Two on each node where the old daemon was.
    placedAtLast: NODES * 2,
  },
];

const plane = sharedControlPlane();
const supervisor = startSupervisor();
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

describe.each(MODES)('headroom %s', (mode) => {
  let stage: Stage;
  let scene: Scene;

  beforeAll(async () => {
    stage = await startStage(plane, supervisor, { name: `growing-${mode}`, mode });
    return () => stage.end();
  });
  afterEach(() => scene.close());

  async function growUnderPressure({ size, rollingUpdate }: Update): Promise<void> {
    scene = await stage.openScene('grow');
    const { client, system, work } = scene;
    // All of one priority: whoever comes first stays.
    const priorityClassName = await scene.createPriorityClass('all', { value: 1_000 });
    await scene.createNodes(NODES, { size });
    const daemonSet = daemonSetObject('agent', work({ memory: DAEMON_MEMORY, priorityClassName }), {
      type: 'RollingUpdate',
      rollingUpdate,
    });
    await scene.createDaemonSet(daemonSet);
    await runningPods(client, system, 'agent', NODES);
    await scene.createTenantPods(NODES, 'settled', work({ memory: SETTLED_MEMORY, priorityClassName }));
    await waitFor(
      'a settled pod on every node',
      async () => new Set((await scene.pods(scene.tenant)).map(({ spec }) => spec.nodeName)).size,
      (count) => count === NODES,
    );
    await updateTemplate(client, { namespace: system, name: 'agent' }, { memory: GROWN_MEMORY });
    // What comes before Daemonward has heard of the template is not pressing in, it was there first.
    if (mode === 'enforce') {
      await waitFor(
        'room is kept',
        () => holdsOf(stage.daemonward, system, 'agent'),
        (holds) => activeHolds(holds) > 0,
      );
    }
    await scene.createTenantPods(PRESSING, 'web', work({ memory: PRESSING_MEMORY, priorityClassName }));
  }

  async function progress(): Promise<{ waiting: number; old: number }> {
    const daemons = await scene.pods(scene.system);
    const old = daemons.filter(({ spec }) => spec.containers?.[0]?.image === 'main:1.0').length;
    return { waiting: daemons.filter(lacksRoom).length, old };
  }

  async function placedPressing(): Promise<number> {
    const pressing = (await scene.pods(scene.tenant)).filter(({ metadata }) =>
      metadata?.name?.startsWith('web-'),
    );
    return pressing.filter(({ spec }) => spec.nodeName).length;
  }

  test.each(UPDATES)('$title', async (update) => {
    await growUnderPressure(update);

    if (mode === 'off') {
      const stuck = await standsStill(progress, ({ waiting }) => waiting === update.atATime, STANDSTILL_MS);
      expect(stuck.old).toBeGreaterThan(0);
      return;
    }
    await rolledOut(scene.client, { namespace: scene.system, name: 'agent' });
    await waitFor('the room that is left is used', placedPressing, (count) => count >= update.placedAtLast);
    await scene.watch.upToNow();
    const { events } = scene.watch;
    const ofDaemons = events.filter(({ object }) => object.metadata?.namespace === scene.system);
    expect(onceLackedRoom(ofDaemons)).toEqual([]);
    expect(nominated(ofDaemons)).toEqual([]);
    expect(preempted(events)).toEqual([]);
    // They did press in.
    expect(onceRefused(events, 'DW504').length).toBeGreaterThan(0);
    expect(await placedPressing()).toBe(update.placedAtLast);
  });
});
