/** What each test reaches, from a run without any mutant. */
import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Survey, SurveyedTest } from './plan.ts';
import { runStage } from './run-stage.ts';
import { LEFT_OUT, TEST_FOLDERS } from './targets.ts';
import { type Line, WORK_FOLDER } from './work.ts';

interface Kept {
  /** Of the code with its mutants: their numbers are others in other code. */
  readonly code: string;
  /** Of each file of tests, when it was looked at. */
  readonly hashes: Readonly<Record<string, string>>;
  readonly tests: readonly SurveyedTest[];
  readonly outside: readonly string[];
}

const KEPT = join(WORK_FOLDER, 'survey.json');

/** Looks at files of tests that have changed since the last time; at all of them when that is asked for, or the code has changed. */
export async function survey(
  jobs: number,
  texts: ReadonlyMap<string, string>,
  onlyChanged: boolean,
): Promise<Survey> {
  const all = TEST_FOLDERS.flatMap((folder) => globSync(`${folder}/**/*.test.ts`).toSorted());
  const files = all.filter((file) => !LEFT_OUT.includes(file));
  const code = hashOf([...texts].flat().join('\n'));
  const kept = keptFor(code, onlyChanged);
  const hashes = Object.fromEntries(files.map((file) => [file, hashOf(readFileSync(file, 'utf8'))]));
  const changed = files.filter((file) => hashes[file] !== kept.hashes[file]);
  const parts = Array.from({ length: jobs }, (_, job) => changed.filter((_, i) => i % jobs === job));
  const journals = await Promise.all(
    parts.map((part, job) => runStage(`survey-${job}`, { stage: 'survey', files: part, trials: {} })),
  );
  const found = read(journals.flat());
  const tests = kept.tests.filter(({ file }) => files.includes(file) && !changed.includes(file));
  const now = {
    code,
    hashes,
    tests: [...tests, ...found.tests],
    outside: [...new Set([...kept.outside, ...found.outside])],
  } satisfies Kept;
  writeFileSync(KEPT, JSON.stringify(now));
  return { tests: now.tests, outside: new Set(now.outside) };
}

function keptFor(code: string, isWanted: boolean): Kept {
  const nothing = { code, hashes: {}, tests: [], outside: [] };
  if (!isWanted || !existsSync(KEPT)) return nothing;
  const kept: Kept = JSON.parse(readFileSync(KEPT, 'utf8'));
  return kept.code === code ? kept : nothing;
}

function hashOf(text: string): string {
  return createHash('sha256').update(text).digest('hex');
}

/** A test that fails without any mutant can say nothing about them: it is named, and not asked. */
function read(lines: readonly Line[]): Pick<Kept, 'tests' | 'outside'> {
  const tests: SurveyedTest[] = [];
  const outside: string[] = [];
  for (const line of lines) {
    if (line.at === 'failed') console.error(`fails without any mutant: ${line.name} (${line.file})`);
    if (line.at === 'test')
      tests.push({ test: line.test, file: line.file, cost: line.cost, hits: line.hits });
    if (line.at === 'outside') outside.push(...Object.keys(line.hits));
  }
  return { tests, outside };
}
