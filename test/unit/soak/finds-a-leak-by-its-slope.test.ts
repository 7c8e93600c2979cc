/** What `npm run soak:cluster` says of memory: a leak is found in the noise, and noise, warming up or one large step is none. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { seededRandom } from '../../faults/seeded-random.ts';
import type { Sample } from '../../soak/result.ts';
import { judgedPart, MOST_PER_HOUR, theilSen, trendsOf } from '../../soak/trend.ts';

const MIB = 1024 * 1024;
const EVERY_SECONDS = 30;
const SAMPLES = 120;

const QUIET: Omit<Sample, 'seconds' | 'heapUsed'> = {
  rss: 180 * MIB,
  external: 20 * MIB,
  loopDelayMs: 10,
  ageSeconds: 1,
  quietAgeSeconds: 50,
  seenMs: 5,
  cores: 0.05,
  nodes: 24,
  pods: 200,
  daemonSets: 4,
  orders: 4,
  holds: 0,
  inFlight: 0,
  series: 500,
};

/** One sample every thirty seconds for an hour. */
function hourOf(heapUsed: (hours: number, index: number) => number): Sample[] {
  return Array.from({ length: SAMPLES }, (_, index) => {
    const seconds = (index + 1) * EVERY_SECONDS;
    return { ...QUIET, seconds, heapUsed: heapUsed(seconds / 3_600, index) };
  });
}

function noise(seed: number, most: number): () => number {
  const random = seededRandom(seed);
  return () => (random() - 0.5) * 2 * most;
}

function leaks(samples: readonly Sample[]): string[] {
  return trendsOf(samples)
    .filter(({ isLeak }) => isLeak)
    .map(({ measure }) => measure);
}

test('a leak of twice the bound is found in noise of a megabyte, one of half the bound is not called one', () => {
  const most = MOST_PER_HOUR.heapUsed;
  fc.assert(
    fc.property(fc.integer(), (seed) => {
      const about = noise(seed, MIB);

      expect(leaks(hourOf((hours) => 60 * MIB + 2 * most * hours + about()))).toEqual(['heapUsed']);
      expect(leaks(hourOf((hours) => 60 * MIB + 0.5 * most * hours + about()))).toEqual([]);
    }),
    { numRuns: 30 },
  );
});

test('what fills up in the first half and then stays is no leak', () => {
  expect(leaks(hourOf((hours) => 60 * MIB + Math.min(hours, 0.45) * 100 * MIB))).toEqual([]);
});

test('a few wild samples at the end make no leak, and hide none', () => {
  const most = MOST_PER_HOUR.heapUsed;
  const wild = (index: number) => (index >= SAMPLES - 6 ? 50 * MIB : 0);

  expect(leaks(hourOf((_hours, index) => 60 * MIB + wild(index)))).toEqual([]);
  expect(leaks(hourOf((hours, index) => 60 * MIB + 2 * most * hours - wild(index)))).toEqual(['heapUsed']);
});

test('too few samples are not judged at all', () => {
  const short = hourOf((hours) => 1_000 * MIB * hours).slice(0, 38);

  expect(judgedPart(short)).toHaveLength(19);
  expect(trendsOf(short)).toEqual([]);
});

test('the slope of points on a line is that of the line', () => {
  const anyLine = fc.tuple(fc.integer({ min: -50, max: 50 }), fc.integer({ min: -50, max: 50 }));
  fc.assert(
    fc.property(anyLine, ([slope, start]) => {
      const points = [0, 1, 2, 3, 5, 8].map((x): [number, number] => [x, start + slope * x]);

      expect(theilSen(points)).toBe(slope);
    }),
  );
});
