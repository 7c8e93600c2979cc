/** A vitest reporter that ends the run with one line, `N passed, M failed`, that people and CI can read. */
import type { Reporter, SerializedError, TestModule } from 'vitest/node';

export interface Outcome {
  passed: number;
  failed: number;
}

/** Until a run has ended nothing has passed, and that is a failure: a set-up that throws reports no run at all. */
const NOTHING_RAN: Outcome = { passed: 0, failed: 1 };

/** A skipped test is neither; one that never got to its end has failed. */
function countTests(module: TestModule, outcome: Outcome): void {
  for (const test of module.children.allTests()) {
    const { state } = test.result();
    if (state === 'passed') outcome.passed += 1;
    else if (state !== 'skipped') outcome.failed += 1;
  }
}

/** A file that does not load and a hook that throws have no failed test to show: the file counts as one. */
function countBrokenSuites(module: TestModule, outcome: Outcome): void {
  const suites = [module, ...module.children.allSuites()];
  outcome.failed += suites.filter((suite) => suite.errors().length > 0).length;
}

export function outcomeOf(modules: readonly TestModule[], unhandled: readonly SerializedError[]): Outcome {
  const outcome: Outcome = { passed: 0, failed: unhandled.length };
  for (const module of modules) {
    countTests(module, outcome);
    countBrokenSuites(module, outcome);
  }
  return outcome.passed + outcome.failed === 0 ? NOTHING_RAN : outcome;
}

/** List it last in `reporters`: `reporters: ['default', new ClosingLine()]`. */
export class ClosingLine implements Reporter {
  #outcome = NOTHING_RAN;

  onInit(): void {
    // At the very end: global tear-downs may still have something to say after the last test.
    process.once('exit', () => {
      // The line and the exit code say the same, also when every test was skipped.
      if (this.#outcome.failed > 0) process.exitCode ||= 1;
      process.stdout.write(`${this.#outcome.passed} passed, ${this.#outcome.failed} failed\n`);
    });
  }

  onTestRunEnd(modules: readonly TestModule[], unhandled: readonly SerializedError[]): void {
    this.#outcome = outcomeOf(modules, unhandled);
  }
}
