/**
 * Sixty urgent pods come to 300 full nodes, at the scheduler's own pace: they get their places as soon as without
 * Daemonward, from tenants alone, and hardly anybody goes in vain.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectAsSoon,
  type OffBesideEnforce,
  PLAY_TIMEOUT_MS,
  startOffBesideEnforce,
} from './harness/off-beside-enforce.ts';
import { boundPods, secondsToPlace } from './harness/placing-time.ts';
import { preempted } from './harness/pod-history.ts';
import type { PodEvent } from './harness/pod-watch.ts';
import { countFromHere } from './harness/request-counts.ts';
import { rolledOut } from './harness/rollouts.ts';
import type { Scene } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject } from './harness/workloads.ts';

const NODES = 300;

/** A daemon and a tenant's pod fill a node of 4 cpu; for an urgent pod one of them has to go. */
const HALF = '2';
const URGENT_PODS = 60;

/** Daemons yield to everybody, if one asks the scheduler alone. */
const PRIORITIES = { daemons: 1, tenants: 10, urgent: 1_000 };

/** Evictions are on their way while the next pod asks. */
const LOST_IN_RACES = 6;
/** For each urgent pod: to find no room, to take it when it is there, and in races. */
const MOST_ATTEMPTS = 4;

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let both: OffBesideEnforce;

beforeAll(async () => {
  both = await startOffBesideEnforce(plane, supervisor, { name: 'evict' });
});
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

interface Outcome {
  placed: number;
  seconds: number;
  /** Evicted daemons, and evicted tenant pods. */
  daemons: number;
  tenants: number;
  filterCalls: number;
}

function isUrgent({ object }: PodEvent): boolean {
  return object.metadata?.name?.startsWith('urgent-') ?? false;
}

async function urgentPodsCome(scene: Scene): Promise<Outcome> {
  const { stage, client, system, work, watch } = scene;
  const classes = {
    daemons: await scene.createPriorityClass('daemons', { value: PRIORITIES.daemons }),
    tenants: await scene.createPriorityClass('tenants', { value: PRIORITIES.tenants }),
    urgent: await scene.createPriorityClass('urgent', { value: PRIORITIES.urgent }),
  };
  const names = await scene.createNodes(NODES);
  const daemonWork = work({ cpu: HALF, priorityClassName: classes.daemons });
  await scene.createDaemonSet(daemonSetObject('agent', daemonWork));
  await scene.fillNodes(names, 'modest', work({ cpu: HALF, priorityClassName: classes.tenants }));
  await rolledOut(client, { namespace: system, name: 'agent' });
  const counts = await countFromHere(stage.daemonward);

  await scene.createTenantPods(URGENT_PODS, 'urgent', work({ cpu: HALF, priorityClassName: classes.urgent }));
  const placed = await waitFor(
    'every urgent pod has its place',
    () => boundPods(watch, isUrgent).size,
    (count) => count === URGENT_PODS,
    { withinMs: 90_000 },
  );
  await watch.upToNow();
  const victims = preempted(watch.events);
  const daemons = victims.filter((name) => name.startsWith(`${system}/`)).length;
  return {
    placed,
    seconds: secondsToPlace(watch, isUrgent),
    daemons,
    tenants: victims.length - daemons,
    filterCalls: await counts.answered('/scheduler/filter'),
  };
}

test(
  'urgent pods get the places of tenants, never of daemons, and as soon',
  async () => {
    const outcomes = await both.play('evictions', urgentPodsCome);

    for (const off of outcomes.off) expect(off.daemons).toBeGreaterThan(0);
    for (const enforce of outcomes.enforce) {
      expect(enforce).toMatchObject({ placed: URGENT_PODS, daemons: 0 });
      expect(enforce.tenants).toBeGreaterThanOrEqual(URGENT_PODS);
      expect(enforce.tenants).toBeLessThanOrEqual(URGENT_PODS + LOST_IN_RACES);
      expect(enforce.filterCalls).toBeLessThanOrEqual(URGENT_PODS * MOST_ATTEMPTS);
    }
    expectAsSoon(outcomes);
  },
  PLAY_TIMEOUT_MS,
);
