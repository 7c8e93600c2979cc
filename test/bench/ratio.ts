/** How many times as long one piece of work takes as another, both measured in turn. */
import { stopwatch } from './thread-time.ts';

/** Each measures both once, in turn, so that a busy machine disturbs both alike. */
const ROUNDS = 15;

/** Two pieces of work that are done in turn, in the same run. */
export interface Comparison {
  readonly what: string;
  readonly work: (body: Buffer) => unknown;
  /** The answer is how many times this one the work takes. */
  readonly against: (body: Buffer) => unknown;
  readonly bodies: readonly Buffer[];
}

export function ratioOf({ work, against, bodies }: Comparison) {
  const watches = { work: stopwatch(work, bodies), against: stopwatch(against, bodies) };
  return ratiosOf(
    Array.from({ length: ROUNDS }, (_, round) => {
      // Neither is always the first: what one leaves behind, the other may have to clear away.
      if (round % 2 === 0) return { work: watches.work(), against: watches.against() };
      const against = watches.against();
      return { work: watches.work(), against };
    }),
  );
}

/** What one call of each took, in microseconds. */
export interface Round {
  readonly work: number;
  readonly against: number;
}

/** The ratio, between which values it wavered, and what one call of the work takes. */
export function ratiosOf(rounds: readonly Round[]) {
  const ratios = rounds.map((round) => round.work / round.against);
  return {
    times: rounded(median(ratios)),
    from: rounded(Math.min(...ratios)),
    to: rounded(Math.max(...ratios)),
    milliseconds: rounded(median(rounds.map((round) => round.work)) / 1_000, 3),
  };
}

/** The yardstick that everybody knows: what any service would have to do with the body first. */
export function timesJsonParse({ what, work, bodies }: Omit<Comparison, 'against'>) {
  const against = (body: Buffer): unknown => JSON.parse(body.toString('utf8'));
  const { times, ...more } = ratioOf({ what, work, bodies, against });
  return { what, bytes: bodies[0]?.length, timesJsonParse: times, ...more };
}

export function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN;
}

export function rounded(value: number, digits = 2): number {
  return Number(value.toFixed(digits));
}
