/** Files of tests for mutants that need modules of their own: one for each, which loads the tests that may notice it. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ImportGraph } from './import-graph.ts';
import type { Mutant } from './mutants.ts';
import { distance, type Plan, type Survey } from './plan.ts';
import { LEFT_OUT } from './targets.ts';
import { type Trial, WHOLE_FILE, WORK_FOLDER } from './work.ts';

/** Milliseconds of tests for a mutant. */
const BUDGET_MS = 1_000;

/** Loading them is what costs most. */
const MOST_FILES = 6;

/** Nobody has counted how often it comes by: what is beyond this does not end. */
const LIMIT = 1_000_000;

export function planFresh(mutants: readonly Mutant[], { tests }: Survey, graph: ImportGraph): Plan {
  const folder = join(WORK_FOLDER, 'fresh');
  mkdirSync(folder, { recursive: true });
  const costs = new Map<string, number>();
  const reaching = new Map<string, Set<string>>();
  for (const { file, cost, hits } of tests) {
    costs.set(file, (costs.get(file) ?? 0) + cost);
    for (const mutant of Object.keys(hits)) {
      reaching.set(mutant, (reaching.get(mutant) ?? new Set()).add(file));
    }
  }
  const trials: Record<string, Record<string, readonly Trial[]>> = {};
  for (const { id, file } of mutants) {
    const reached = [...(reaching.get(id) ?? [])].toSorted((a, b) => distance(a) - distance(b));
    const loading = graph.testsOf(file).filter((one) => costs.has(one) && !reached.includes(one));
    const chosen = affordable([...reached, ...loading.filter((one) => !LEFT_OUT.includes(one))], costs);
    if (chosen.length === 0) continue;
    const stub = join(folder, `${id}.test.ts`);
    writeFileSync(stub, chosen.map((one) => `import '../../${one}';\n`).join(''));
    trials[stub] = { [WHOLE_FILE]: [[id, LIMIT]] };
  }
  return { files: Object.keys(trials), trials };
}

function affordable(files: readonly string[], costs: ReadonlyMap<string, number>): string[] {
  const costOf = (file: string) => costs.get(file) ?? 0;
  const chosen: string[] = [];
  let spent = 0;
  for (const file of files) {
    if (chosen.length === MOST_FILES) break;
    if (spent + costOf(file) > BUDGET_MS) continue;
    chosen.push(file);
    spent += costOf(file);
  }
  // What only long files reach is asked of the shortest of them.
  return chosen.length > 0 ? chosen : files.toSorted((a, b) => costOf(a) - costOf(b)).slice(0, 1);
}
