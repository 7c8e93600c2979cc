/**
 * A DaemonSet is updated on 300 full nodes while tenant pods press in, at the scheduler's own pace: with headroom every
 * daemon finds its room at once, nobody is evicted for it, and what is left over goes to the tenants. In CI two updates;
 * three more with `DAEMONWARD_E2E_LARGE=1`.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import {
  expectAsSoon,
  type OffBesideEnforce,
  PLAY_TIMEOUT_MS,
  startOffBesideEnforce,
} from './harness/off-beside-enforce.ts';
import { activeHolds, holdsOf } from './harness/ops-port.ts';
import {
  lacksRoom,
  nominated,
  onceLackedRoom,
  onceRefused,
  preempted,
  present,
  refusalOf,
} from './harness/pod-history.ts';
import { countFromHere } from './harness/request-counts.ts';
import { rolledOut, standsStill, updateTemplate } from './harness/rollouts.ts';
import type { Mode, Scene } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, type Pod } from './harness/workloads.ts';

const NODES = 300;

/** On every node from the beginning; bound past the scheduler, which would need half a minute for them. */
const SETTLED_CPU = '600m';
/** Fits where an old daemon leaves, and in the room that a larger one will need. */
const PRESSING_CPU = '200m';
const PRESSING = 150;

const TENANT_PRIORITY = 1_000;

/** A rollout that goes on renews some daemons in less. */
const STANDSTILL_MS = 5_000;

/** How often a pod that waits is asked about meanwhile: its back-off grows from one second to ten. */
const MOST_ATTEMPTS = 6;

interface Update {
  title: string;
  nodeCpu: string;
  oldCpu: string;
  newCpu: string;
  priority: number;
  rollingUpdate: { maxUnavailable: number | string; maxSurge: number | string };
  /** Tenant pods that have a place when all is done. */
  placedAtLast: number;
  /** Without headroom it is done as well, by evicting tenants; or else stands still. */
  withoutHeadroom: 'evicts' | 'stands still';
}

/** Sixty nodes at a time. */
const IN_PLACE = { maxUnavailable: '20%', maxSurge: 0 };
const SURGE = { maxUnavailable: 0, maxSurge: '20%' };

const UPDATES: readonly Update[] = [
  {
    // kubernetes #140984
    title: 'in place, daemons of the priority of the tenants',
    nodeCpu: '1',
    oldCpu: '400m',
    newCpu: '400m',
    priority: TENANT_PRIORITY,
    rollingUpdate: IN_PLACE,
    placedAtLast: 0,
    withoutHeadroom: 'stands still',
  },
  {
    title: 'with maxSurge, and the daemon grows',
    // All three side by side: what the old daemon leaves at last is the tenants'.
    nodeCpu: '1200m',
    oldCpu: '200m',
    newCpu: '400m',
    priority: TENANT_PRIORITY,
    rollingUpdate: SURGE,
    placedAtLast: PRESSING,
    withoutHeadroom: 'stands still',
  },
];

/** What the others leave to try, for the record. */
const MORE_UPDATES: readonly Update[] = [
  {
    title: 'in place, the daemon grows and is above the tenants',
    nodeCpu: '1',
    oldCpu: '200m',
    newCpu: '400m',
    priority: TENANT_PRIORITY + 1,
    rollingUpdate: IN_PLACE,
    placedAtLast: 0,
    withoutHeadroom: 'evicts',
  },
  {
    // kubernetes #102382
    title: 'in place, daemons above the tenants',
    nodeCpu: '1',
    oldCpu: '400m',
    newCpu: '400m',
    priority: TENANT_PRIORITY + 1,
    rollingUpdate: IN_PLACE,
    placedAtLast: 0,
    withoutHeadroom: 'evicts',
  },
  {
    title: 'in place, and the daemon grows',
    nodeCpu: '1',
    oldCpu: '200m',
    newCpu: '400m',
    priority: TENANT_PRIORITY,
    rollingUpdate: IN_PLACE,
    placedAtLast: 0,
    withoutHeadroom: 'stands still',
  },
];
const PLAYED = process.env.DAEMONWARD_E2E_LARGE === '1' ? [...UPDATES, ...MORE_UPDATES] : UPDATES;

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let both: OffBesideEnforce;

beforeAll(async () => {
  both = await startOffBesideEnforce(plane, supervisor, { name: 'update' });
});
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

interface Outcome {
  /** From the change of the template until every daemon runs with it; without end when it stands still. */
  seconds: number;
  /** Daemons that found no room, even for a moment, or were promised somebody's place. */
  displaced: number;
  evicted: number;
  /** Tenant pods that were told that room is held. */
  refused: number;
  placed: number;
  filterCalls: number;
}

function isPressing({ metadata }: Pod): boolean {
  return metadata?.name?.startsWith('web-') ?? false;
}

async function updateUnderPressure(scene: Scene, mode: Mode, update: Update): Promise<Outcome> {
  const { stage, client, system, work, watch } = scene;
  const agent = { namespace: system, name: 'agent' };
  const daemonClass = await scene.createPriorityClass('daemons', { value: update.priority });
  const priorityClassName = await scene.createPriorityClass('tenants', { value: TENANT_PRIORITY });
  const names = await scene.createNodes(NODES, { size: { cpu: update.nodeCpu } });
  await scene.fillNodes(names, 'settled', work({ cpu: SETTLED_CPU, priorityClassName }));
  const strategy = { type: 'RollingUpdate', rollingUpdate: update.rollingUpdate };
  const daemonWork = work({ cpu: update.oldCpu, priorityClassName: daemonClass });
  await scene.createDaemonSet(daemonSetObject('agent', daemonWork, strategy));
  await rolledOut(client, agent);
  const press = () => scene.createTenantPods(PRESSING, 'web', work({ cpu: PRESSING_CPU, priorityClassName }));
  const pressing = () => present(watch.events).filter(isPressing);

  const grows = update.newCpu !== update.oldCpu;
  if (!grows) {
    await press();
    await waitFor(
      'the tenant pods wait',
      () => pressing().filter((pod) => refusalOf(pod) !== '').length,
      (waiting) => waiting === PRESSING,
    );
  }
  const counts = await countFromHere(stage.daemonward);
  const begin = Date.now();
  await updateTemplate(client, agent, { cpu: update.newCpu });
  if (grows) {
    // What comes before Daemonward has heard of the template is not pressing in, it was there first.
    if (mode === 'enforce') await roomIsKept(scene);
    await press();
  }
  const isDone = mode === 'enforce' || update.withoutHeadroom === 'evicts';
  if (isDone) await rolledOut(client, agent);
  else
    await standsStill(
      () => progress(scene),
      ({ waiting }) => waiting > 0,
      STANDSTILL_MS,
    );
  const seconds = isDone ? (Date.now() - begin) / 1000 : Number.POSITIVE_INFINITY;
  const placed = () => pressing().filter(({ spec }) => spec.nodeName).length;
  if (mode === 'enforce') {
    await waitFor('the room that is left is used', placed, (count) => count >= update.placedAtLast);
  }
  await watch.upToNow();
  const ofDaemons = watch.events.filter(({ object }) => object.metadata?.namespace === system);
  return {
    seconds,
    displaced: new Set([...onceLackedRoom(ofDaemons), ...nominated(ofDaemons)]).size,
    evicted: preempted(watch.events).length,
    refused: onceRefused(watch.events, 'DW504').length,
    placed: placed(),
    filterCalls: await counts.answered('/scheduler/filter'),
  };
}

async function roomIsKept({ stage, system }: Scene): Promise<void> {
  await waitFor(
    'room is kept',
    () => holdsOf(stage.daemonward, system, 'agent'),
    (holds) => activeHolds(holds) > 0,
  );
}

/** How many daemons lack room, and how many there are of the new template. */
async function progress({ watch, system }: Scene): Promise<{ waiting: number; updated: number }> {
  const daemons = present(watch.events).filter(({ metadata }) => metadata?.namespace === system);
  const updated = daemons.filter(({ spec }) => spec.containers?.[0]?.image === 'main:2.0').length;
  return { waiting: daemons.filter(lacksRoom).length, updated };
}

test.each(PLAYED)(
  '$title',
  async (update) => {
    const outcomes = await both.play(update.title, (scene, mode) => updateUnderPressure(scene, mode, update));

    for (const off of outcomes.off) {
      expect(off.displaced).toBeGreaterThan(0);
      if (update.withoutHeadroom === 'evicts') expect(off.evicted).toBeGreaterThan(0);
    }
    for (const enforce of outcomes.enforce) {
      expect(enforce).toMatchObject({ displaced: 0, evicted: 0, placed: update.placedAtLast });
      // They did press in.
      expect(enforce.refused).toBeGreaterThan(0);
      expect(enforce.filterCalls).toBeLessThanOrEqual(NODES + PRESSING * MOST_ATTEMPTS);
    }
    expectAsSoon(outcomes);
  },
  PLAY_TIMEOUT_MS,
);
