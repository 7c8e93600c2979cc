import { expect, test } from 'vitest';
import { performancePage } from '../../../docs/performance/page.ts';
import { figureOf, timesOf, verdictOf } from '../../bench/figure.ts';
import type { BenchResult, Verdict } from '../../bench/result.ts';

function benchOf(...verdicts: Verdict[]): BenchResult {
  const row = { name: 'validate', what: 'validate', subjects: [], verdicts };
  return { mode: 'full', date: '2030-01-31', machine: 'a machine', load: 0, seconds: 60, rows: [row] };
}

/** The line of the page about this verdict. */
function lineOf(verdict: Verdict): string {
  const lines = performancePage(benchOf(verdict), null).split('\n');
  return lines.find((line) => line.includes(verdict.what)) ?? '';
}

test.each([
  { title: 'at its limit', values: [1.2], goal: { atMost: 1.2 }, outcome: '| 1.2 | reached |' },
  { title: 'above it', values: [1.21], goal: { atMost: 1.2 }, outcome: '| 1.21 | **not reached** |' },
  { title: 'at its least', values: [8], goal: { atLeast: 8 }, outcome: '| 8 | reached |' },
  { title: 'below it', values: [7.9], goal: { atLeast: 8 }, outcome: '| 7.9 | **not reached** |' },
  {
    title: 'by the median, whatever one round was',
    values: [1, 1.1, 9],
    goal: { atMost: 1.2 },
    outcome: '| 1.1 (1 – 9) | reached |',
  },
])('a goal $title', ({ values, goal, outcome }) => {
  const verdict = verdictOf({ what: 'CPU against an echo', measured: figureOf(values), goal });

  expect(lineOf(verdict)).toContain(outcome);
});

test('what was not there to be compared with is not called reached', () => {
  const verdict = verdictOf({ what: 'requests/s against Pepr', measured: null, goal: { atLeast: 8 } });

  expect(lineOf(verdict)).toContain('| – | not measured |');
});

test('each round is compared with itself: one in which the machine was slow for both says nothing', () => {
  expect(timesOf([10, 1_000, 12], [10, 1_000, 12])).toEqual({ median: 1, from: 1, to: 1 });
});
