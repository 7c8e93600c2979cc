/** Does memory grow for as long as the process runs? Judged by the slope of its second half, which outliers do not move. */
import type { Sample } from './result.ts';

const MIB = 1024 * 1024;

/** Caches that have a bound fill up first, and the compiler warms up: that is growth which ends. */
const JUDGED_SHARE = 0.5;

/** Below this the noise of a line through the points is as large as the bounds. */
const LEAST_SAMPLES = 20;

export type Measure = 'heapUsed' | 'external' | 'rss';

/**
 * In bytes an hour. The limit of the manifests is a gigabyte, of which an idle process has a tenth: at four megabytes an hour it
 * lasts for more than nine days. What is outside of the heap does not depend on the number of objects, so less is noise there.
 * Resident memory moves by tens of megabytes as the allocator gives pages back or keeps them; a line through half an hour of
 * that has an error of some megabytes an hour.
 */
export const MOST_PER_HOUR: Readonly<Record<Measure, number>> = {
  heapUsed: 4 * MIB,
  external: 2 * MIB,
  rss: 32 * MIB,
};

export interface Trend {
  readonly measure: Measure;
  readonly perHour: number;
  readonly most: number;
  readonly isLeak: boolean;
}

/** Empty when there is too little to judge. */
export function trendsOf(samples: readonly Sample[]): Trend[] {
  const judged = judgedPart(samples);
  if (judged.length < LEAST_SAMPLES) return [];
  return (['heapUsed', 'external', 'rss'] as const).map((measure) => {
    const perHour = theilSen(judged.map((sample) => [sample.seconds / 3_600, sample[measure]]));
    const most = MOST_PER_HOUR[measure];
    return { measure, perHour, most, isLeak: perHour > most };
  });
}

export function judgedPart(samples: readonly Sample[]): readonly Sample[] {
  return samples.slice(Math.floor(samples.length * (1 - JUDGED_SHARE)));
}

/** The median of the slopes between all pairs: up to 29 of a hundred points may be anything (Theil 1950, Sen 1968). */
export function theilSen(points: readonly (readonly [number, number])[]): number {
  const slopes = points.flatMap(([x, y], index) =>
    points.slice(index + 1).flatMap(([x2, y2]) => (x2 === x ? [] : [(y2 - y) / (x2 - x)])),
  );
  return median(slopes);
}

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b);
  const middle = Math.floor(sorted.length / 2);
  const upper = sorted[middle] ?? 0;
  return sorted.length % 2 === 1 ? upper : (upper + (sorted[middle - 1] ?? upper)) / 2;
}
