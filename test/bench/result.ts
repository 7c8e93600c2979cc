/** What `npm run bench` writes: plain data, of which the page of the docs and its picture are made. */

/** Of all rounds: the middle one, the least and the most. */
export interface Figure {
  readonly median: number;
  readonly from: number;
  readonly to: number;
}

/** Who or what was measured, in turn with the others of its row. */
export interface Subject {
  readonly name: string;
  /** Of the processor for one request, or one call of a function, in microseconds. */
  readonly cpuUs: Figure;
  /** Answers in a second; only of those that answer over sockets. */
  readonly perSecond?: Figure;
}

export type Goal = { readonly atMost: number } | { readonly atLeast: number };

/** One statement about Daemonward, and where there is a goal, whether it is reached: by the median. */
export interface Verdict {
  readonly what: string;
  readonly unit: '×' | 'MB' | 'ms' | '/s' | 'of 1';
  /** Null: what it would be compared with was not there. */
  readonly measured: Figure | null;
  readonly goal?: Goal;
  readonly reached?: boolean;
}

export interface Row {
  readonly what: string;
  /** Of one body. */
  readonly bytes?: number;
  readonly subjects: readonly Subject[];
  readonly verdicts: readonly Verdict[];
}

/** A quick look, or for the record. */
export const MODES = ['short', 'full'] as const;
export type Mode = (typeof MODES)[number];

export interface BenchResult {
  readonly mode: Mode;
  /** Of the run, as a day. */
  readonly date: string;
  readonly machine: string;
  /** Of the machine when it began, in processes that want to run. */
  readonly load: number;
  readonly seconds: number;
  readonly rows: readonly (Row & { readonly name: string })[];
}
