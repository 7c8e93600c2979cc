/** Medians with their spread, and what they say about a goal. */
import type { Figure, Goal, Verdict } from './result.ts';

const DIGITS = 3;

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}

export function figureOf(values: readonly number[]): Figure {
  const short = (value: number) => Number(value.toPrecision(DIGITS));
  return {
    median: short(median(values)),
    from: short(Math.min(...values)),
    to: short(Math.max(...values)),
  };
}

/** How many times the others' value each round had: what disturbs a round disturbs both. */
export function timesOf(values: readonly number[], others: readonly number[]): Figure {
  return figureOf(values.map((value, round) => value / (others[round] ?? Number.NaN)));
}

export interface Stated {
  readonly what: string;
  readonly measured: Figure | null;
  readonly unit?: Verdict['unit'];
  readonly goal?: Goal | undefined;
}

export function verdictOf({ what, measured, unit = '×', goal }: Stated): Verdict {
  if (goal === undefined) return { what, unit, measured };
  return { what, unit, measured, goal, reached: measured !== null && isReached(measured.median, goal) };
}

function isReached(value: number, goal: Goal): boolean {
  return 'atMost' in goal ? value <= goal.atMost : value >= goal.atLeast;
}
