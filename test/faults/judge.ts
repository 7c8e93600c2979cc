/** What became of a scene, held against what it promises. */
import type { SceneResult } from './result.ts';
import type { Scene } from './scenes/scene.ts';
import type { Observation } from './stage/observation.ts';
import type { PodLoad } from './stage/pod-load.ts';
import type { Review } from './stage/review-load.ts';
import type { Starvation } from './stage/starvation.ts';

/** In ms since 1970. */
export interface Period {
  readonly from: number;
  readonly to: number;
}

export interface Played {
  readonly seconds: number;
  readonly faults: readonly Period[];
  /** What did not hold already. */
  readonly broken: readonly string[];
  readonly reviews: readonly Review[];
  readonly pods: Pick<PodLoad, 'placed' | 'misplaced'>;
  readonly observation: Observation;
  readonly starvation: Pick<Starvation, 'between'>;
  /** When the service was there, and the load began. */
  readonly opened: number;
  /** When the scheduler went on without an answer, also before. */
  readonly skips: readonly number[];
}

/** What was chosen without an answer is bound by then, at 50 a second. */
const UNDER_WAY_MS = 5_000;

/** A moment is known to the second, and what was let pass is seen at the next look at the metrics. */
const KNOWN_TO_MS = 1_500;

/** How long the scheduler waits for us, and those who ask whether we are ready; with something for the looking. */
const CALL_MS = 2_500;
const PROBE_MS = 1_500;

const MB = 1_048_576;
const PASSED_THROUGH = 'daemonward_scheduler_passed_through_total';
const SCHEDULER_PATHS = ['/scheduler/filter', '/scheduler/preempt', '/scheduler/bind'];

export function judge(scene: Scene, played: Played): SceneResult {
  const { reviews, pods, observation, faults } = played;
  const isExpected = expectation(scene, faults);
  const isStarved = (period: Period) =>
    !isExpected(period) && played.starvation.between(period.from, period.to);
  const skipped = played.skips.filter((at) => at >= played.opened);
  const skips = skipped.filter((at) => !isStarved({ from: at - CALL_MS, to: at }));
  const late = reviews.filter(({ outcome }) => outcome === 'unanswered');
  const unanswered = late.filter(({ sentAt, at }) => !isStarved({ from: sentAt, to: at }));
  const wrong = reviews.filter(({ outcome }) => outcome === 'wrong');
  const undecided = [...played.skips, ...observation.grewAt(PASSED_THROUGH)];
  const isExcused = (at: number) =>
    undecided.some((moment) => moment > at - UNDER_WAY_MS && moment < at + KNOWN_TO_MS);
  const unguarded = pods.misplaced.filter(({ at }) => isExcused(at));
  const misplaced = pods.misplaced.filter(({ at }) => !isExcused(at));
  const signs = [
    ...unanswered.map(({ at }) => at),
    ...skips,
    ...observation.notReadyAt().filter((at) => !isStarved({ from: at - PROBE_MS, to: at })),
  ];
  const recoveredMs = recovery(faults, signs);
  const peakMB = Math.round(observation.peakBytes() / MB);
  const shown = scene.signs.map((sign) => ({ metric: sign.metric, text: sign.seen(observation) }));

  const problems = [
    ...played.broken,
    ...wrong.slice(0, 3).map(({ name, text }) => `wrong decision: ${name}, and the answer was ${text}`),
    ...misplaced.slice(0, 3).map(({ pod, node, at }) => {
      const since = at - Math.max(0, ...undecided.filter((moment) => moment < at + KNOWN_TO_MS));
      return `wrong decision: ${pod} got kept room on ${node}, ${since} ms after the last call without an answer`;
    }),
    ...unanswered
      .filter(({ sentAt, at }) => !isExpected({ from: sentAt, to: at }))
      .slice(0, 3)
      .map(({ name, text }) => `not answered: ${name}: ${text}`),
    ...(scene.unanswered === 'never' && skips.length > 0
      ? [`the scheduler had no answer ${skips.length} times`]
      : []),
    ...(recoveredMs > scene.recoversWithinMs
      ? [`recovered after ${recoveredMs} ms instead of ${scene.recoversWithinMs}`]
      : []),
    ...(peakMB > scene.mostMB ? [`${peakMB} MB of memory, more than ${scene.mostMB}`] : []),
    ...shown.filter(({ text }) => text === null).map(({ metric }) => `not seen in the metrics: ${metric}`),
  ];
  const calls = SCHEDULER_PATHS.reduce(
    (sum, path) => sum + observation.growth('daemonward_http_requests_total', { path }),
    0,
  );
  return {
    scene: scene.name,
    seconds: played.seconds,
    reviews: { sent: reviews.length, unanswered: unanswered.length, wrong: wrong.length },
    scheduling: {
      calls,
      skipped: skips.length,
      placed: pods.placed(),
      unguarded: unguarded.length,
      wrong: misplaced.length,
    },
    starved: late.length - unanswered.length + skipped.length - skips.length,
    recoveredMs,
    peakMB,
    metrics: shown.flatMap(({ text }) => (text === null ? [] : [text])),
    broken: problems,
  };
}

/** From the end of a fault to its last sign before the next one; the longest. */
function recovery(faults: readonly Period[], signs: readonly number[]): number {
  const sorted = faults.toSorted((a, b) => a.from - b.from);
  const each = sorted.map(({ from, to }, index) => {
    const next = sorted[index + 1]?.from ?? Number.POSITIVE_INFINITY;
    return Math.max(0, ...signs.filter((at) => at >= from && at < next).map((at) => at - to));
  });
  return Math.max(0, ...each);
}

/** Whether what went on at that time may stay without an answer. */
function expectation(
  { unanswered, recoversWithinMs }: Scene,
  faults: readonly Period[],
): (period: Period) => boolean {
  if (unanswered === 'never') return () => false;
  return ({ from, to }) => faults.some((fault) => to >= fault.from && from <= fault.to + recoversWithinMs);
}
