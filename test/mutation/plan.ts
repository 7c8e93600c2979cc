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

/** Milliseconds of tests for a mutant in the first round, in which most of them die. */
const NEAR_BUDGET_MS = 200;

/** And in the second: those that nobody notices are asked of everybody within it, so they make the whole. */
const WIDE_BUDGET_MS = 2_000;

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

/** The nearest tests, and of these the cheapest. */
export function planNear(mutants: readonly Mutant[], { tests }: Survey): Plan {
  const ordered = tests.toSorted(
    (a, b) =>
      Number(a.cost > LONG_MS) - Number(b.cost > LONG_MS) ||
      distance(a.file) - distance(b.file) ||
      a.cost - b.cost,
  );
  return spend(mutants, ordered, NEAR_BUDGET_MS);
}

/** One test of each file before the second of any: what its own folder does not notice may be another's promise. */
export function planWide(mutants: readonly Mutant[], { tests }: Survey, isTried: IsTried): Plan {
  const byFile = Map.groupBy(
    tests.toSorted((a, b) => a.cost - b.cost),
    ({ file }) => file,
  );
  const ranked = [...byFile.values()].flatMap((some) => some.map((test, rank) => ({ test, rank })));
  const ordered = ranked
    .filter(({ test }) => test.cost <= LONG_MS)
    .toSorted((a, b) => a.rank - b.rank || a.test.cost - b.test.cost)
    .map(({ test }) => test);
  return spend(mutants, ordered, WIDE_BUDGET_MS, isTried);
}

type IsTried = (test: string, mutant: string) => boolean;

function spend(
  mutants: readonly Mutant[],
  ordered: readonly SurveyedTest[],
  budget: number,
  isTried: IsTried = () => false,
): Plan {
  const wanted = new Set(mutants.map(({ id }) => id));
  const spent = new Map<string, { cost: number; tests: number }>();
  const trials: Record<string, Record<string, Trial[]>> = {};
  for (const { test, file, cost, hits } of ordered) {
    for (const [mutant, count] of Object.entries(hits)) {
      if (!wanted.has(mutant) || isTried(test, mutant)) continue;
      const so = spent.get(mutant) ?? { cost: 0, tests: 0 };
      if (so.tests >= (cost > LONG_MS ? 1 : LEAST_TESTS) && so.cost + cost > budget) continue;
      spent.set(mutant, { cost: so.cost + cost, tests: so.tests + 1 });
      trials[file] ??= {};
      trials[file][test] ??= [];
      trials[file][test].push([mutant, limitOf(count)]);
    }
  }
  // The keys of an object keep the order in which they came.
  return { files: Object.keys(trials), trials };
}
