import { expect, test } from 'vitest';
import { judge, type Played } from '../../faults/judge.ts';
import type { Scene } from '../../faults/scenes/scene.ts';
import { grows } from '../../faults/scenes/signs.ts';
import type { Observation } from '../../faults/stage/observation.ts';
import type { Review } from '../../faults/stage/review-load.ts';

const BEGIN = 1_000_000;
const MB = 1_048_576;

const SCENE: Scene = {
  name: 'a scene',
  what: '',
  holds: '',
  unanswered: 'until it has recovered',
  recoversWithinMs: 5_000,
  mostMB: 400,
  signs: [grows('seen_total')],
  act: async () => {},
};

const OBSERVATION: Observation = {
  notReadyAt: () => [],
  isReady: () => true,
  peakBytes: () => 300 * MB,
  growth: () => 1,
  values: () => [],
  grewAt: () => [],
  look: async () => {},
  stop: async () => {},
};

function review(outcome: Review['outcome'], at: number): Review {
  return { sentAt: at - 10, at, name: 'a review', outcome, text: 'words' };
}

/** All is well: the one fault lasted for a second, and one review stayed without an answer in it. */
const HELD: Played = {
  seconds: 10,
  faults: [{ from: BEGIN, to: BEGIN + 1_000 }],
  broken: [],
  reviews: [review('right', BEGIN - 100), review('unanswered', BEGIN + 500), review('right', BEGIN + 2_000)],
  pods: { placed: () => 5, misplaced: [] },
  observation: OBSERVATION,
  starvation: { between: () => false },
  opened: BEGIN - 1_000,
  skips: [BEGIN + 600],
};

const misplaced = (at: number) => ({
  placed: () => 5,
  misplaced: [{ at, pod: 'web', node: 'n1' }],
});

test('nothing is said of a scene in which everything held', () => {
  const { broken, reviews, scheduling, recoveredMs } = judge(SCENE, HELD);

  expect(broken).toEqual([]);
  expect(reviews).toEqual({ sent: 3, unanswered: 1, wrong: 0 });
  expect(scheduling).toMatchObject({ skipped: 1, placed: 5, unguarded: 0, wrong: 0 });
  expect(recoveredMs).toBe(0);
});

const BROKEN: readonly (readonly [string, Partial<Played>, Partial<Scene>, string])[] = [
  ['what a scene said itself', { broken: ['something'] }, {}, 'something'],
  ['a wrong answer', { reviews: [review('wrong', BEGIN)] }, {}, 'wrong decision: a review'],
  ['kept room that was given away', { pods: misplaced(BEGIN + 9_000) }, {}, 'wrong decision: web'],
  ['a review outside of the fault', { reviews: [review('unanswered', BEGIN - 500)] }, {}, 'not answered'],
  ['a review where none may fail', {}, { unanswered: 'never' }, 'not answered: a review: words'],
  ['a call where none may', { reviews: [] }, { unanswered: 'never' }, 'the scheduler had no answer 1 times'],
  ['too late a recovery', { skips: [BEGIN + 7_000] }, {}, 'recovered after 6000 ms instead of 5000'],
  [
    'a process that was not ready',
    { observation: { ...OBSERVATION, notReadyAt: () => [BEGIN + 8_000] } },
    {},
    'recovered after 7000 ms',
  ],
  [
    'too much memory',
    { observation: { ...OBSERVATION, peakBytes: () => 500 * MB } },
    {},
    '500 MB of memory, more than 400',
  ],
  [
    'metrics that show nothing',
    { observation: { ...OBSERVATION, growth: () => 0 } },
    {},
    'not seen in the metrics: seen_total',
  ],
];

test.each(BROKEN)('%s', (_what, played, scene, told) => {
  const { broken } = judge({ ...SCENE, ...scene }, { ...HELD, ...played });

  expect(broken.join('\n')).toContain(told);
});

test('kept room that was given away right after a call without an answer is told apart', () => {
  const { broken, scheduling } = judge(SCENE, { ...HELD, pods: misplaced(BEGIN + 2_000) });

  expect(broken).toEqual([]);
  expect(scheduling).toMatchObject({ unguarded: 1, wrong: 0 });
});

test('what the machine had no processor for is counted by itself', () => {
  const { broken, starved, reviews } = judge(
    { ...SCENE, unanswered: 'never' },
    { ...HELD, starvation: { between: () => true } },
  );

  expect(broken).toEqual([]);
  expect(reviews.unanswered).toBe(0);
  expect(starved).toBe(2);
});
