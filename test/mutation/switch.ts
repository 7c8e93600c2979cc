/**
 * The object by which Stryker's instrumented code is told which mutant is on, and tells where it came by. Every mutant is in
 * the code at once: to turn one on costs nothing.
 */
interface Switch {
  activeMutant?: string | undefined;
  currentTestId?: string | undefined;
  hitCount?: number | undefined;
  hitLimit?: number | undefined;
  mutantCoverage?: Coverage;
}

export type Hits = Record<string, number>;

interface Coverage {
  static: Hits;
  perTest: Record<string, Hits>;
}

declare global {
  var __stryker__: Switch | undefined;
}

function board(): Switch {
  globalThis.__stryker__ ??= {};
  return globalThis.__stryker__;
}

/** Counts from here on what is reached, for this test; for none: what is reached while modules load. */
export function countFor(test: string | undefined): void {
  board().currentTestId = test;
}

/** What a test reached, and how often; forgotten here. */
export function takeHits(test: string): Hits {
  const perTest = board().mutantCoverage?.perTest ?? {};
  const hits = perTest[test] ?? {};
  delete perTest[test];
  return hits;
}

/** What was reached outside any test. */
export function outsideHits(): Hits {
  return board().mutantCoverage?.static ?? {};
}

/** From now on the code behaves as this mutant; one that comes by more often than the limit is in an endless loop. */
export function turnOn(mutant: string, limit: number): void {
  Object.assign(board(), { activeMutant: mutant, hitCount: 0, hitLimit: limit });
}

export interface Passage {
  /** Whether the tests came by the mutant at all. */
  readonly reached: boolean;
  /** Whether they came by more often than its limit. */
  readonly endless: boolean;
}

export function turnOff(): Passage {
  const now = board();
  const { hitCount = 0, hitLimit = Number.POSITIVE_INFINITY } = now;
  Object.assign(now, { activeMutant: undefined, hitCount: undefined, hitLimit: undefined });
  return { reached: hitCount > 0, endless: hitCount > hitLimit };
}
