/** Plays a scene under the load of reviews and scheduling, and judges what came of it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { activeHolds, holdsOf } from '../e2e/harness/ops-port.ts';
import { type Entry, processTable } from '../e2e/harness/process-table.ts';
import { skippedAt } from '../e2e/harness/skipped-calls.ts';
import { waitFor } from '../e2e/harness/wait-for.ts';
import { judge, type Period } from './judge.ts';
import type { SceneResult } from './result.ts';
import type { Play, Scene } from './scenes/scene.ts';
import { seededRandom } from './seeded-random.ts';
import { DAEMON, NODES } from './stage/layout.ts';
import { observe } from './stage/observation.ts';
import { type PodLoad, startPodLoad } from './stage/pod-load.ts';
import { type ReviewLoad, startReviewLoad } from './stage/review-load.ts';
import { sameCounts } from './stage/same-counts.ts';
import type { Service } from './stage/service.ts';
import type { Stage } from './stage/stage.ts';
import { watchStarvation } from './stage/starvation.ts';

/** The load has to be seen going before anything is broken. */
const WARM_REVIEWS = 20;
const WARM_PODS = 5;

/** A recovery is one when nothing has failed for so long. */
const CALM_MS = 3_000;

/** The view has to be whole again by then: what it waits for is the last of the events. */
const WHOLE_WITHIN_MS = 15_000;

export async function playScene(stage: Stage, scene: Scene, seed: number): Promise<SceneResult> {
  const began = Date.now();
  const random = seededRandom(seed);
  const service = await stage.open((await scene.setup?.(stage)) ?? {});
  const opened = Date.now();
  const observation = observe(service.replicas);
  const callers = callersOf(stage);
  const starvation = watchStarvation(() => [
    process.pid,
    ...callers,
    ...service.replicas().map(({ running }) => running.pid),
  ]);
  const reviews = startReviewLoad(stage);
  const pods = startPodLoad(stage, random);
  const faults: Period[] = [];
  const broken: string[] = [];
  const play: Play = {
    stage,
    service,
    observation,
    random,
    async during(fault) {
      const from = Date.now();
      try {
        await fault();
      } finally {
        faults.push({ from, to: Date.now() });
      }
    },
    struck: () => void faults.push({ from: Date.now(), to: Date.now() }),
    must: (what, holds) => void (holds || broken.push(what)),
  };
  const attempt = (doing: () => Promise<void>) =>
    doing().catch(
      (error: unknown) => void broken.push(error instanceof Error ? error.message : String(error)),
    );

  await attempt(async () => {
    await warm(stage, service, reviews, pods);
    await scene.act(play);
    await calm(reviews, observation, scene.recoversWithinMs);
  });
  await reviews.stop();
  await attempt(() => pods.settle());
  await attempt(() => whole(stage, service));
  await observation.look();
  await observation.stop();
  await starvation.stop();
  await service.end();
  await scene.end?.();

  return judge(scene, {
    seconds: Math.round((Date.now() - began) / 1_000),
    faults,
    broken,
    reviews: reviews.reviews,
    pods,
    observation,
    starvation,
    opened,
    skips: skippedAt(stage.scheduler().running.log),
  });
}

async function warm(
  { system }: Stage,
  { replicas }: Service,
  { reviews }: ReviewLoad,
  pods: PodLoad,
): Promise<void> {
  for (const replica of replicas()) {
    await waitFor(
      'room is kept on every node',
      async () => activeHolds(await holdsOf(replica, system, DAEMON)),
      (holds) => holds === NODES,
    );
  }
  const isRight = () => reviews.filter(({ outcome }) => outcome === 'right').length;
  await waitFor('reviews are answered', isRight, (count) => count >= WARM_REVIEWS);
  await waitFor('pods are placed', pods.placed, (count) => count >= WARM_PODS);
}

/** Or until the time for it is over: then what still fails is seen by whoever judges. */
async function calm(
  { reviews }: ReviewLoad,
  observation: ReturnType<typeof observe>,
  withinMs: number,
): Promise<void> {
  const until = Date.now() + withinMs + CALM_MS;
  while (Date.now() < until) {
    await sleep(CALM_MS / 10);
    const failedAt = reviews.findLast(({ outcome }) => outcome !== 'right')?.at ?? 0;
    const isAnswered = (reviews.at(-1)?.at ?? 0) > Date.now() - CALM_MS;
    if (isAnswered && observation.isReady() && Date.now() - failedAt > CALM_MS) return;
  }
}

/** Nothing was lost: each process knows as many objects as there are, and keeps room on every node. */
async function whole(stage: Stage, { replicas }: Service): Promise<void> {
  for (const replica of replicas()) {
    await waitFor(
      'the view is whole',
      () => sameCounts(stage.plane, replica),
      (different) => different.length === 0,
      { withinMs: WHOLE_WITHIN_MS },
    );
    await waitFor(
      'room is kept on every node',
      async () => activeHolds(await holdsOf(replica, stage.system, DAEMON)),
      (holds) => holds === NODES,
    );
  }
}

/** The API server and the scheduler: who waits for our answer, and gives up. */
function callersOf({ plane, scheduler }: Stage): number[] {
  const { directory } = plane.handle;
  const isApiServer = ({ command }: Entry) =>
    command.includes('kube-apiserver ') && command.includes(directory);
  return [
    scheduler().running.pid,
    ...processTable()
      .filter(isApiServer)
      .map(({ pid }) => pid),
  ];
}
