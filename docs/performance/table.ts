/** What `npm run bench` measured, as tables. */
import type { BenchResult, Subject } from '../../test/bench/result.ts';
import { goalText, number, outcome, spread, table } from './markdown.ts';

export function benchTable(result: BenchResult): string {
  return [
    '### Goals',
    '',
    ...goals(result),
    '',
    '### Everybody who was measured',
    '',
    ...subjects(result),
    '',
    '### Other ratios',
    '',
    ...others(result),
  ].join('\n');
}

function goals({ rows }: BenchResult): string[] {
  const lines = rows.flatMap(({ what, verdicts }) =>
    verdicts.flatMap((verdict) => {
      const { goal, measured, unit } = verdict;
      if (goal === undefined) return [];
      const value = measured === null ? '–' : spread(measured);
      return [[`${what}: ${verdict.what}`, goalText(goal, unit), value, outcome(verdict)]];
    }),
  );
  return table(['What', 'Goal', 'Measured', 'Outcome'], lines);
}

function others({ rows }: BenchResult): string[] {
  const lines = rows.flatMap(({ what, verdicts }) =>
    verdicts
      .filter(({ goal, measured }) => goal === undefined && measured !== null)
      .map(({ what: compared, measured, unit }) => [
        `${what}: ${compared}`,
        measured === null ? '' : `${spread(measured)} ${unit}`,
      ]),
  );
  return table(['What', 'Measured'], lines);
}

function subjects({ rows }: BenchResult): string[] {
  const lines = rows.flatMap(({ what, bytes, subjects: all }) =>
    all.map((subject, index) => [
      index === 0 ? what : '',
      index === 0 && bytes !== undefined ? number(bytes) : '',
      ...cells(subject),
    ]),
  );
  return table(['What', 'Bytes', 'Who', 'CPU of one, µs', 'In a second'], lines);
}

function cells({ name, cpuUs, perSecond }: Subject): string[] {
  return [name, spread(cpuUs), perSecond === undefined ? '' : spread(perSecond)];
}
