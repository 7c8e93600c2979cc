/**
 * A tenant's thousands of pods do not make the next one's fifty wait for all of them, on a real scheduler at its default 50
 * requests a second. A short form; `DAEMONWARD_E2E_PODS=5000` is the whole one.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type FairPlane, openFairScene, startFairDaemonward, startFairPlane } from './harness/fair-stage.ts';

const FLOOD = Number(process.env.DAEMONWARD_E2E_PODS ?? '700');
const FEW = 50;

/**
 * The scheduler's burst of 100 requests, which whoever comes first has, and what it gets back while it uses them: behind so many it
 * places 50 a second, as in any flood.
 */
const BURST = 250;

/** The scheduler alone takes a fiftieth of a second for each; the machine may be busy. */
const WITHIN_MS = 60_000 + FLOOD * 60;

/** Of a scheduler with default settings. Who makes pods hardly faster than this makes no queue, with turns or without. */
const PLACED_PER_SECOND = 50;
const FASTER = 2;

const MOST_TIMES_ALONE = 3;
const MOST_SLOWER = 1.1;

let plane: FairPlane;

beforeAll(async () => {
  plane = await startFairPlane(FLOOD + BURST + FEW);
});

afterAll(() => plane?.stop());

interface Outcome {
  /** Seconds from A's first pod to its last being made. */
  made: number;
  few: number;
  many: number;
  gated: readonly number[];
  left: number;
}

/** How long the scheduler takes for fifty pods when there is nobody else, and its burst is over. */
async function aloneFor(): Promise<number> {
  const scene = await openFairScene(plane, ['tenant-a']);
  // All are there when it begins, with a full burst.
  await plane.stopScheduler();
  await scene.create('tenant-a', BURST + FEW);
  await plane.startScheduler();
  await scene.placed('tenant-a', BURST + FEW, WITHIN_MS);
  const seconds = scene.secondsBetween(BURST, BURST + FEW);
  console.log('alone', seconds);
  await scene.close();
  return seconds;
}

/** Tenant A makes so many, then B its fifty. */
async function flood(mode: 'off' | 'on', count: number): Promise<Outcome> {
  const name = `flood-${mode}-${count}`;
  const daemonward = await startFairDaemonward(plane, { mode }, { name });
  const scene = await openFairScene(plane, ['tenant-a', 'tenant-b']);
  const begin = Date.now();
  await scene.create('tenant-a', count);
  const made = (Date.now() - begin) / 1000;
  await scene.create('tenant-b', FEW);
  const few = await scene.placed('tenant-b', FEW, WITHIN_MS);
  const many = await scene.placed('tenant-a', count, WITHIN_MS);
  await scene.watch.upToNow();
  const gated = [scene.gated('tenant-a'), scene.gated('tenant-b')];
  const pods = [...(await scene.pods('tenant-a')), ...(await scene.pods('tenant-b'))];
  const left = pods.filter(({ spec }) => !spec.nodeName || spec.schedulingGates?.length).length;
  console.log(name, JSON.stringify({ made, few, many, gated, left, pods: pods.length }));
  expect(pods).toHaveLength(count + FEW);
  await scene.close();
  await daemonward.running.stop();
  return { made, few, many, gated, left };
}

test(
  'the fifty are placed soon, the thousands hardly later, and nobody is left behind',
  async ({ skip }) => {
    const alone = await aloneFor();
    const without = await flood('off', FLOOD);
    const fair = await flood('on', FLOOD);

    expect(without.gated).toEqual([0, 0]);
    expect([without.left, fair.left]).toEqual([0, 0]);
    const isQueue = without.made < FLOOD / (PLACED_PER_SECOND * FASTER);
    skip(!isQueue, `${FLOOD} pods took ${without.made} s to make: too busy a machine for a queue`);
    // Who has less than a share waiting gets no gate.
    expect(fair.gated[1]).toBe(0);
    expect(without.few).toBeGreaterThan(MOST_TIMES_ALONE * alone);
    expect(fair.few).toBeLessThan(MOST_TIMES_ALONE * alone);
    // A machine that makes pods more slowly than the scheduler places them tells nothing of the scheduler.
    expect(fair.many).toBeLessThan(MOST_SLOWER * Math.max(without.many, fair.made));
  },
  4 * WITHIN_MS,
);
