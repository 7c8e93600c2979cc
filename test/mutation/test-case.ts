import type { RunnerTestCase } from 'vitest';

/** As people read it in a report: its groups first. */
export function fullName(test: RunnerTestCase): string {
  const names = [test.name];
  for (let suite = test.suite; suite !== undefined; suite = suite.suite) names.unshift(suite.name);
  return names.filter((name) => name !== '').join(' > ');
}

/** Whether vitest gave up waiting. */
export function isLate(error: unknown): boolean {
  return error instanceof Error && /^(Test|Hook) timed out/.test(error.message);
}
