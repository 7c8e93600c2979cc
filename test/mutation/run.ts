/**
 * `npm run test:mutation`: changes the code in one place after the other and asks the tests whether they notice.
 *
 *   -- --full            every mutant; else a sample of each folder
 *   -- --folder src/kube only this folder, may be said again
 *   -- --sample N --seed N --jobs N
 *   -- --again           after tests were added: what the last run killed is dead, and files of tests that are the same reach the same
 *   -- --write           docs/mutation.json, of which `npm run docs` makes the page
 */
import { createHash } from 'node:crypto';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus } from 'node:os';
import { dirname, join } from 'node:path';
import { parseArgs } from 'node:util';
import { planFresh } from './fresh.ts';
import { ImportGraph } from './import-graph.ts';
import { instrument, keysOf, type Mutant } from './mutants.ts';
import { type Plan, planNear, planWide } from './plan.ts';
import type { MutationResult, Verdict } from './result.ts';
import { runStage } from './run-stage.ts';
import { score } from './score.ts';
import { survey } from './survey.ts';
import { FOLDERS } from './targets.ts';
import { Verdicts } from './verdicts.ts';
import { type Stage, WORK_FOLDER } from './work.ts';

/** Of each folder: says a score of 80 % to about five points. */
const SAMPLE = 200;

const KEPT = join(WORK_FOLDER, 'verdicts.json');
const RESULT = 'docs/mutation.json';

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    folder: { type: 'string', multiple: true, default: [...FOLDERS] },
    sample: { type: 'string', default: String(SAMPLE) },
    seed: { type: 'string', default: '1' },
    jobs: { type: 'string', default: String(cpus().length) },
    again: { type: 'boolean', default: false },
    write: { type: 'boolean', default: false },
  },
});
// So that what it has started ends with it.
for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => process.exit(1));

const jobs = Number(values.jobs);
const began = Date.now();

const { mutants: all, texts } = await instrument(FOLDERS);
for (const [file, text] of texts) {
  const copy = join(WORK_FOLDER, 'instrumented', file);
  mkdirSync(dirname(copy), { recursive: true });
  writeFileSync(copy, text);
}
const keyOf = keysOf(all);
const inFolders = all.filter(({ file }) => values.folder.some((folder) => file.startsWith(`${folder}/`)));
const before: Record<string, Verdict> = values.again ? JSON.parse(readFileSync(KEPT, 'utf8')) : {};
const chosen = values.full
  ? inFolders
  : values.folder.flatMap((folder) => draw(folder, Number(values.sample), values.seed));
const wasDead = (mutant: Mutant) => ['killed', 'timeout'].includes(before[keyOf(mutant)] ?? '');
const open = chosen.filter((mutant) => !wasDead(mutant));
say(`${open.length} of ${all.length} mutants to try`);

const surveyed = await survey(jobs, texts, values.again);
say(`${surveyed.tests.length} tests reach them`);
const costs = new Map(surveyed.tests.map(({ test, cost }) => [test, cost]));
const verdicts = new Verdicts(surveyed);
// Those that the last run left alive have been through the nearest.
const unasked = open.filter((mutant) => before[keyOf(mutant)] === undefined);
await take('near', 'same', unasked, (some) => planNear(some, surveyed));
const alive = open.filter((mutant) => verdicts.isAlive(mutant));
say(`${alive.length} are alive after the nearest tests`);
const isTried = (test: string, mutant: string) => verdicts.isTried(test, mutant);
await take('wide', 'same', alive, (some) => planWide(some, surveyed, isTried));
const undecided = open.filter((mutant) => verdicts.isUndecided(mutant));
say(`${undecided.length} need modules of their own`);
const graph = new ImportGraph();
await take('fresh', 'fresh', undecided, (some) => planFresh(some, surveyed, graph));

const outcome = new Map(
  chosen.map((mutant) => [
    mutant,
    wasDead(mutant) ? (before[keyOf(mutant)] ?? 'killed') : verdicts.of(mutant),
  ]),
);
writeFileSync(
  KEPT,
  JSON.stringify(Object.fromEntries([...outcome].map(([m, verdict]) => [keyOf(m), verdict]))),
);
const cores = cpus();
const result: MutationResult = {
  measuredOn: `Node ${process.version}, ${cores.length} cores (${cores[0]?.model ?? 'unknown'})`,
  sampled: chosen.length,
  seed: Number(values.seed),
  tests: surveyed.tests.length,
  ...score(all, outcome),
};
for (const folder of result.folders) say(JSON.stringify(folder));
say(`${Math.round((Date.now() - began) / 1_000)} s`);
writeFileSync(
  values.write ? RESULT : join(WORK_FOLDER, 'result.json'),
  `${JSON.stringify(result, null, 2)}\n`,
);
rmSync(join(WORK_FOLDER, 'fresh'), { recursive: true, force: true });

function say(text: string): void {
  console.log(`${new Date().toISOString()} ${text}`);
}

/** By drawing lots, so that every part of the folder is in it by its size; a mutant keeps its lot while it is the same. */
function draw(folder: string, count: number, seed: string): Mutant[] {
  const lotOf = (mutant: Mutant) =>
    createHash('sha256')
      .update(`${seed} ${keyOf(mutant)}`)
      .digest('hex');
  const lots = all
    .filter(({ file }) => file.startsWith(`${folder}/`))
    .map((mutant) => ({ mutant, lot: lotOf(mutant) }));
  return lots
    .toSorted((a, b) => (a.lot < b.lot ? -1 : 1))
    .slice(0, count)
    .map(({ mutant }) => mutant);
}

/** Each job has mutants of its own, so that nobody waits for what another finds. */
async function take(
  name: string,
  stage: Stage,
  mutants: readonly Mutant[],
  plan: (some: readonly Mutant[]) => Plan,
): Promise<void> {
  const parts = Array.from({ length: jobs }, (_, job) => mutants.filter((_, i) => i % jobs === job));
  const plans = parts.map(plan);
  const journals = await Promise.all(
    plans.map((part, job) => runStage(`${name}-${job}`, { stage, ...part }, costs)),
  );
  verdicts.take(journals.flat());
}
