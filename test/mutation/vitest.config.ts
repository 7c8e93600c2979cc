/** A run of vitest over instrumented code; test/mutation/run.ts says by a task which tests, and what for. */
import { existsSync, readFileSync } from 'node:fs';
import { relative, resolve } from 'node:path';
import { defineConfig } from 'vitest/config';
import type { TestSequencer, TestSpecification } from 'vitest/node';
import { readTask, WORK_FOLDER } from './work.ts';

const root = resolve(import.meta.dirname, '../..');
const task = readTask();
const order = new Map(task.files.map((file, i) => [resolve(root, file), i]));

/** Counting is most of the time of instrumented code, and only the survey reads it. */
const COUNTING = /stryCov_9fa48\((?:"\d+"(?:, )?)*\)[,;]/g;

/** Of the clock, as others may have the machine: nothing is endless without a mutant. */
const LONGEST_TEST_MS = 600_000;

/** For mutants that wait for what never comes; a test that is asked takes some seconds at most. */
const LONGEST_TRIAL_MS = 30_000;

class InOrder implements TestSequencer {
  shard(files: TestSpecification[]) {
    return files;
  }

  sort(files: TestSpecification[]) {
    const place = ({ moduleId }: TestSpecification) => order.get(moduleId) ?? 0;
    return files.toSorted((a, b) => place(a) - place(b));
  }
}

export default defineConfig({
  root,
  plugins: [
    {
      name: 'mutants',
      enforce: 'pre',
      load(id) {
        const file = resolve(root, WORK_FOLDER, 'instrumented', relative(root, id));
        if (!id.startsWith(resolve(root, 'src')) || !existsSync(file)) return null;
        const text = readFileSync(file, 'utf8');
        return task.stage === 'survey' ? text : text.replaceAll(COUNTING, '');
      },
    },
  ],
  test: {
    include: [...task.files],
    runner: resolve(import.meta.dirname, 'runner.ts'),
    setupFiles: [resolve(import.meta.dirname, 'one-seed.ts')],
    sequence: { sequencer: InOrder },
    // One process that keeps what it has loaded: the command starts several, each with mutants of its own.
    pool: 'forks',
    // What it keeps of one stage is not the code of the next: it does not ask whether a plugin would load something else.
    fsModuleCache: false,
    maxWorkers: 1,
    isolate: false,
    execArgv: ['--expose-gc'],
    testTimeout: task.stage === 'survey' ? LONGEST_TEST_MS : LONGEST_TRIAL_MS,
    reporters: ['dot'],
  },
});
