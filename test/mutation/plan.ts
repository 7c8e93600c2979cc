/** Which tests are asked about which mutants: the nearest and cheapest of those that reach them, until enough is spent. */
import type { Mutant } from './mutants.ts';
import type { Hits } from './switch.ts';
import { TEST_FOLDERS } from './targets.ts';
import type { Trial, Trials } from './work.ts';

export interface SurveyedTest {
  readonly test: string;
  readonly file: string;
  /** Milliseconds. */
  readonly cost: number;
  readonly hits: Hits;
}

export interface Survey {
  readonly tests: readonly SurveyedTest[];
  /** What is reached while modules load, or between tests. */
  readonly outside: ReadonlySet<string>;
}

export interface Plan {
  readonly files: readonly string[];
  readonly trials: Trials;
}

/** Milliseconds of tests for a mutant: those that nobody notices are asked of everybody within it, so they make the whole. */
const BUDGET_MS = 200;

/** What takes longer is asked only about what nothing shorter reaches. */
const LONG_MS = 1_500;

/** Even if they cost more than the budget: what only long tests reach is asked of some of them. */
const LEAST_TESTS = 2;

/** Stryker's own factor: a mutant that comes by a hundred times as often as the code does will not end. */
const ENDLESS_FACTOR = 100;

/** So that a loop which is left out of its first round is not called endless in the second. */
const LEAST_LIMIT = 1_000;

/** Nearest folder first. */
export function distance(file: string): number {
  const at = TEST_FOLDERS.findIndex((folder) => file.startsWith(`${folder}/`));
  return at === -1 ? TEST_FOLDERS.length : at;
}

export function limitOf(hits: number): number {
  return Math.max(hits * ENDLESS_FACTOR, LEAST_LIMIT);
}

export function planTrials(mutants: readonly Mutant[], { tests }: Survey): Plan {
  const wanted = new Set(mutants.map(({ id }) => id));
  const ordered = tests.toSorted(
    (a, b) =>
      Number(a.cost > LONG_MS) - Number(b.cost > LONG_MS) ||
      distance(a.file) - distance(b.file) ||
      a.cost - b.cost,
  );
  const spent = new Map<string, { cost: number; tests: number }>();
  const trials: Record<string, Record<string, Trial[]>> = {};
  for (const { test, file, cost, hits } of ordered) {
    for (const [mutant, count] of Object.entries(hits)) {
      if (!wanted.has(mutant)) continue;
      const so = spent.get(mutant) ?? { cost: 0, tests: 0 };
      if (so.tests >= (cost > LONG_MS ? 1 : LEAST_TESTS) && so.cost + cost > BUDGET_MS) continue;
      spent.set(mutant, { cost: so.cost + cost, tests: so.tests + 1 });
      trials[file] ??= {};
      trials[file][test] ??= [];
      trials[file][test].push([mutant, limitOf(count)]);
    }
  }
  // The keys of an object keep the order in which they came.
  return { files: Object.keys(trials), trials };
}
