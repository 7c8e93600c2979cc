/**
 * What the command and the runs of vitest that it starts tell each other, as files in one folder. A run may be ended in the
 * middle of an endless loop: what it found is in its journal, a line each, written at once.
 */
import { appendFileSync, existsSync, readFileSync, writeFileSync } from 'node:fs';
import type { Hits } from './switch.ts';

/** Below the project, so that vite serves what is in it. */
export const WORK_FOLDER = '.mutation';

/** Survey: what each test reaches. Same: each test again for each mutant, in one process. Fresh: each mutant from its first import. */
export type Stage = 'survey' | 'same' | 'fresh';

/** A mutant, and how often it may come by. */
export type Trial = readonly [mutant: string, limit: number];

/** What to try, by file and test. */
export type Trials = Readonly<Record<string, Readonly<Record<string, readonly Trial[]>>>>;

/** The test of a trial that takes its whole file. */
export const WHOLE_FILE = '*';

export interface Task {
  readonly stage: Stage;
  readonly journal: string;
  /** In the order in which they run. */
  readonly files: readonly string[];
  readonly trials: Trials;
}

export type Line =
  | {
      readonly at: 'test';
      readonly test: string;
      readonly file: string;
      readonly cost: number;
      readonly hits: Hits;
    }
  | { readonly at: 'failed'; readonly test: string; readonly file: string; readonly name: string }
  | { readonly at: 'outside'; readonly hits: Hits }
  | { readonly at: 'try'; readonly test: string; readonly mutant: string }
  | {
      readonly at: 'killed' | 'timeout';
      readonly mutant: string;
      readonly test: string;
      readonly name: string;
    }
  | { readonly at: 'survived' | 'unreached'; readonly mutant: string }
  | { readonly at: 'unclean'; readonly test: string; readonly mutant: string }
  | { readonly at: 'done'; readonly test: string };

/** The name of the environment's variable that names the task's file. */
export const TASK = 'DAEMONWARD_MUTATION_TASK';

export function readTask(): Task {
  const file = process.env[TASK];
  if (file === undefined) throw new Error(`${TASK} is not set: start this with npm run test:mutation`);
  return JSON.parse(readFileSync(file, 'utf8'));
}

export function writeTask(file: string, task: Task): void {
  writeFileSync(file, JSON.stringify(task));
}

/** Where a run says which process runs its tests. */
export function pidFile(journal: string): string {
  return `${journal}.pid`;
}

export function note(journal: string, line: Line): void {
  appendFileSync(journal, `${JSON.stringify(line)}\n`);
}

export function readJournal(file: string): Line[] {
  if (!existsSync(file)) return [];
  const lines = readFileSync(file, 'utf8').split('\n');
  // What comes after the last end of a line was not written to its end.
  return lines.slice(0, -1).map((line) => JSON.parse(line));
}
