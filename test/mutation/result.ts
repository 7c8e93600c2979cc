/** What a run writes down; docs/mutation.md is made of it. */

/** Killed: a test failed. Timeout: it did not come to an end. Survived: tests came by and passed. Unreached: no test came by. */
export type Verdict = 'killed' | 'timeout' | 'survived' | 'unreached';

export interface FolderScore extends Readonly<Record<Verdict, number>> {
  readonly folder: string;
  /** How many there are, of which the sample was drawn. */
  readonly mutants: number;
}

export interface Survivor {
  readonly place: string;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
  readonly verdict: Verdict;
}

export interface MutationResult {
  readonly measuredOn: string;
  /** How many mutants were tried, drawn by this seed unless they are all. */
  readonly sampled: number;
  readonly seed: number;
  readonly tests: number;
  readonly folders: readonly FolderScore[];
  readonly survivors: readonly Survivor[];
}
