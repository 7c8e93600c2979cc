/** Runs each test once, with no mutant on, and writes down which ones it reaches, how often, and what it costs. */
import { relative } from 'node:path';
import { performance } from 'node:perf_hooks';
import { type RunnerTestCase, TestRunner, type TestTryOptions } from 'vitest';
import { countFor, outsideHits, takeHits } from './switch.ts';
import { fullName } from './test-case.ts';
import { note, readTask } from './work.ts';

const MICROSECONDS = 1_000;

/** Milliseconds that it worked or waited; not those in which others had the processor. */
function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / MICROSECONDS + performance.eventLoopUtilization().idle;
}

export class SurveyRunner extends TestRunner {
  private readonly task = readTask();
  private begun = 0;

  override onBeforeTryTask(test: RunnerTestCase, options: TestTryOptions): void {
    super.onBeforeTryTask(test, options);
    countFor(test.id);
    this.begun = spent();
  }

  override async onAfterRetryTask(test: RunnerTestCase, options: TestTryOptions): Promise<void> {
    await super.onAfterRetryTask(test, options);
    countFor(undefined);
    const file = relative(this.config.root, test.file.filepath);
    const cost = Math.round((spent() - this.begun) * 10) / 10;
    const hits = takeHits(test.id);
    if (test.result?.state === 'fail') {
      note(this.task.journal, { at: 'failed', test: test.id, file, name: fullName(test) });
    } else if (Object.keys(hits).length > 0) {
      note(this.task.journal, { at: 'test', test: test.id, file, cost, hits });
    }
  }

  override onAfterRunFiles(): void {
    super.onAfterRunFiles([]);
    note(this.task.journal, { at: 'outside', hits: outsideHits() });
  }
}
