/**
 * Runs a test again and again, in one process, with another mutant on each time. After each that it noticed it runs with none:
 * if it fails then too, the mutant has left something behind, and what the test says is worth nothing any more.
 */
import { relative } from 'node:path';
import { type RunnerTestCase, TestRunner, type TestTryOptions } from 'vitest';
import { turnOff, turnOn } from './switch.ts';
import { fullName, isLate } from './test-case.ts';
import { note, readTask, type Trial } from './work.ts';

/** Of this process: what died in one file is not tried in the next. */
const dead = new Set<string>();

export class SameRunner extends TestRunner {
  private readonly task = readTask();
  private left: Trial[] = [];
  private on: string | undefined;
  private checked: string | undefined;
  private failed = false;
  private late = false;
  private idle = false;

  override async onBeforeRunTask(test: RunnerTestCase): Promise<void> {
    await super.onBeforeRunTask(test);
    const trials = this.task.trials[relative(this.config.root, test.file.filepath)]?.[test.id] ?? [];
    this.left = trials.filter(([mutant]) => !dead.has(mutant));
    if (this.left.length === 0) test.mode = 'skip';
    // Once without a mutant, then each, and once more without after each that dies.
    test.repeats = 2 * this.left.length;
    this.on = undefined;
    this.checked = '';
    this.idle = false;
  }

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    this.failed = false;
    this.late = false;
    if (this.checked !== undefined) return;
    const next = this.left.shift();
    this.idle = next === undefined;
    this.on = next?.[0];
    if (next === undefined) return;
    note(this.task.journal, { at: 'try', test: test.id, mutant: next[0] });
    turnOn(...next);
  }

  async runTask(test: RunnerTestCase): Promise<void> {
    if (this.idle) return;
    try {
      await TestRunner.getTestFn(test)();
    } catch (error) {
      // Not thrown on: vitest would spend its time on explaining the difference.
      this.failed = true;
      this.late = isLate(error);
    }
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    const { reached, endless } = turnOff();
    const failed = this.failed || test.result?.state === 'fail';
    if (test.result !== undefined)
      Object.assign(test.result, { state: 'pass', errors: undefined, attempts: [] });
    if (this.idle) return;
    if (this.checked !== undefined) this.afterCheck(test, this.checked, failed);
    else if (failed || endless) this.afterDeath(test, endless || this.late);
    else if (!reached && this.on !== undefined) note(this.task.journal, { at: 'unreached', mutant: this.on });
    if (this.left.length === 0 && this.checked === undefined && !this.idle) {
      this.idle = true;
      note(this.task.journal, { at: 'done', test: test.id });
    }
  }

  private afterDeath(test: RunnerTestCase, endless: boolean): void {
    if (this.on === undefined) return;
    const at = endless ? 'timeout' : 'killed';
    note(this.task.journal, { at, mutant: this.on, test: test.id, name: fullName(test) });
    dead.add(this.on);
    this.checked = this.on;
  }

  private afterCheck(test: RunnerTestCase, mutant: string, failed: boolean): void {
    this.checked = undefined;
    if (!failed) return;
    note(this.task.journal, { at: 'unclean', test: test.id, mutant });
    this.left = [];
  }
}
