/**
 * Runs a file of tests with one mutant on from the first import: for what is decided when modules load, and for what other
 * mutants have left behind. All modules of the project are loaded anew; packages stay.
 */
import { relative } from 'node:path';
import { type RunnerTestCase, type RunnerTestSuite, TestRunner, vi } from 'vitest';
import { turnOff, turnOn } from './switch.ts';
import { fullName, isLate } from './test-case.ts';
import { note, readTask, type Trial, WHOLE_FILE } from './work.ts';

/** Seen from a module that cannot even be loaded. */
const LOADING = 'loading the modules';

export class FreshRunner extends TestRunner {
  private readonly task = readTask();
  private mutant = '';
  private killedBy: string | undefined;
  private late = false;

  override async importFile(path: string, source: Parameters<TestRunner['importFile']>[1]): Promise<unknown> {
    const trial = this.trialOf(path);
    if (source !== 'collect' || trial === undefined) return super.importFile(path, source);
    vi.resetModules();
    this.mutant = trial[0];
    this.killedBy = undefined;
    this.late = false;
    note(this.task.journal, { at: 'try', test: WHOLE_FILE, mutant: this.mutant });
    turnOn(...trial);
    try {
      return await super.importFile(path, source);
    } catch (error) {
      this.killedBy = LOADING;
      this.finish();
      throw error;
    }
  }

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    if (this.killedBy !== undefined) test.mode = 'skip';
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    try {
      await TestRunner.getTestFn(test)();
    } catch (error) {
      // Not thrown on: vitest would spend its time on explaining the difference.
      this.late ||= isLate(error);
      this.killedBy ??= fullName(test);
    }
  }

  override onAfterRunTask(test: RunnerTestCase): void {
    super.onAfterRunTask(test);
    if (test.result?.state === 'fail') this.killedBy ??= fullName(test);
  }

  override async onAfterRunSuite(suite: RunnerTestSuite): Promise<void> {
    await super.onAfterRunSuite(suite);
    if (suite.result?.state === 'fail') this.killedBy ??= suite.name;
    if (suite.file === suite) this.finish();
  }

  private trialOf(path: string): Trial | undefined {
    return this.task.trials[relative(this.config.root, path)]?.[WHOLE_FILE]?.[0];
  }

  private finish(): void {
    const endless = turnOff().endless || this.late;
    const { mutant, killedBy } = this;
    if (mutant === '') return;
    if (killedBy === undefined && !endless) note(this.task.journal, { at: 'survived', mutant });
    else {
      const at = endless ? 'timeout' : 'killed';
      note(this.task.journal, { at, mutant, test: WHOLE_FILE, name: killedBy ?? LOADING });
    }
    this.mutant = '';
  }
}
