/** Many pods at once when somebody is evicted: the room goes to the pod that it was made for, and nobody goes in vain. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { activeHolds, holdsOf } from './harness/ops-port.ts';
import { nameOf, preempted } from './harness/pod-history.ts';
import { type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, podObject, podsPath, runningPods, type Work } from './harness/workloads.ts';

const HALF = '2';
const QUARTER = '1';

/** From who yields to everybody to who yields to nobody. */
const PRIORITIES = { lowest: 1, low: 10, high: 1_000, higher: 1_500, highest: 2_000 };
type Rank = keyof typeof PRIORITIES;

/** Enough of them at a time that the scheduler always has a new one to try. */
const ROWS = 8;
/** Far more than come until the urgent pod runs; an end only so that a failure does not flood the API server. */
const LONGEST_ROW = 250;

/** Long enough for a second try of the scheduler, if it were to evict after all. */
const STANDSTILL_MS = 3_000;

/** No scheduler has this name: pods that want it wait, and their room is held. */
const NOBODY = 'nobody';

const NODES = 10;
/** Beside its daemon a node has room for three of a quarter. */
const MODEST_PODS = NODES * 3;
const URGENT_PODS = 14;
/** One fits on each node, and two of a quarter go for it. */
const VICTIMS = NODES * 2;
/** Evictions are on their way while the next pod asks. Without counting who was given victims it was three and more. */
const LOST_IN_RACES = 2;

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let stage: Stage;
let scene: Scene;
const classes = new Map<string, string>();

beforeAll(async () => {
  // The quicker lesser pods are tried again, and the less is known of who goes where, the harder it is to keep a place for
  // somebody. At the scheduler's own pace: scale-evictions.
  stage = await startStage(plane, supervisor, {
    name: 'crowd',
    mode: 'enforce',
    profile: 'full',
    tells: false,
    pace: 'quick',
  });
});
beforeEach(async () => {
  scene = await stage.openScene('evict');
  for (const [rank, value] of Object.entries(PRIORITIES)) {
    classes.set(rank, await scene.createPriorityClass(rank, { value }));
  }
});
afterEach(() => scene.close());
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

function work(rank: Rank, cpu: string, more: Partial<Work> = {}): Work {
  return scene.work({ cpu, priorityClassName: classes.get(rank) ?? '', ...more });
}

async function createTenant(name: string, rank: Rank, cpu: string): Promise<void> {
  await scene.client.create(podsPath(scene.tenant), podObject(name, work(rank, cpu)));
}

async function runTenant(name: string, rank: Rank, cpu: string): Promise<void> {
  await createTenant(name, rank, cpu);
  await runningPods(scene.client, scene.tenant, name, 1);
}

async function evicted(): Promise<string[]> {
  await scene.watch.upToNow();
  return preempted(scene.watch.events);
}

async function placedTenants(): Promise<string[]> {
  const placed = (await scene.pods(scene.tenant)).filter(({ spec }) => spec.nodeName);
  return placed.map(nameOf).toSorted();
}

/** Low pods come one after the other, in several rows, until it is told to stop. */
function keepComing(): () => Promise<void> {
  let open = true;
  async function row(number: number): Promise<void> {
    for (let index = 0; open && index < LONGEST_ROW; index += 1) {
      await createTenant(`late-${number}-${index}`, 'low', QUARTER);
    }
  }
  const rows = Promise.all(Array.from({ length: ROWS }, (_, number) => row(number)));
  return async () => {
    open = false;
    await rows;
  };
}

test('a pod gets the room that was made for it while lesser pods keep coming', async () => {
  await scene.createNodes(1);
  const absent = work('highest', QUARTER, { schedulerName: NOBODY });
  await scene.createDaemonSet(daemonSetObject('absent', absent));
  await waitFor(
    'the room is held',
    () => holdsOf(stage.daemonward, scene.system, 'absent'),
    (holds) => activeHolds(holds) === 1,
  );
  await runTenant('victim', 'low', HALF);
  await runTenant('firm', 'higher', QUARTER);

  const stop = keepComing();
  try {
    await createTenant('urgent', 'high', HALF);
    await runningPods(scene.client, scene.tenant, 'urgent', 1);
  } finally {
    await stop();
  }

  expect(await evicted()).toEqual([`${scene.tenant}/victim`]);
  expect(await placedTenants()).toEqual([`${scene.tenant}/firm`, `${scene.tenant}/urgent`]);
});

test('more urgent pods than can be placed evict hardly more than they need, and no daemon', async () => {
  await scene.createNodes(NODES);
  await scene.createDaemonSet(daemonSetObject('agent', work('lowest', QUARTER)));
  await runningPods(scene.client, scene.system, 'agent', NODES);
  await scene.createTenantPods(MODEST_PODS, 'modest', work('low', QUARTER));
  await waitFor('the nodes are full', placedTenants, (placed) => placed.length === MODEST_PODS);

  await scene.createTenantPods(URGENT_PODS, 'urgent', work('high', HALF));
  const urgent = async (): Promise<string[]> =>
    (await placedTenants()).filter((pod) => pod.startsWith(`${scene.tenant}/urgent-`));
  await waitFor('each node has an urgent pod', urgent, (placed) => placed.length >= NODES);
  await sleep(STANDSTILL_MS);

  const victims = await evicted();
  expect(victims.filter((pod) => !pod.startsWith(`${scene.tenant}/modest-`))).toEqual([]);
  expect(victims.length).toBeGreaterThanOrEqual(VICTIMS);
  expect(victims.length).toBeLessThanOrEqual(VICTIMS + LOST_IN_RACES);
  expect(await urgent()).toHaveLength(NODES);
  await runningPods(scene.client, scene.system, 'agent', NODES);
});
