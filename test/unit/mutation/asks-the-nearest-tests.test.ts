import { expect, test } from 'vitest';
import type { Mutant } from '../../mutation/mutants.ts';
import { planNear, planWide, type SurveyedTest } from '../../mutation/plan.ts';

const mutant = (id: string): Mutant => ({
  id,
  file: 'src/kube/x.ts',
  line: 1,
  column: 1,
  mutator: 'EqualityOperator',
  original: 'a < b',
  replacement: 'a <= b',
});
const surveyed = (test: string, file: string, cost: number, ...reached: string[]): SurveyedTest => ({
  test,
  file,
  cost,
  hits: Object.fromEntries(reached.map((id) => [id, 1])),
});
const planned = (tests: readonly SurveyedTest[], ...ids: string[]) =>
  planNear(ids.map(mutant), { tests, outside: new Set() });

test('a test is asked only about mutants that it reaches, and that are wanted', () => {
  const tests = [
    surveyed('a', 'test/unit/kube/a.test.ts', 1, '1', '2'),
    surveyed('b', 'test/unit/kube/b.test.ts', 1, '3'),
  ];

  const { trials } = planned(tests, '1');

  expect(trials).toEqual({ 'test/unit/kube/a.test.ts': { a: [['1', expect.any(Number)]] } });
});

test('tests near the code come first, whatever they cost', () => {
  const tests = [
    surveyed('far', 'test/unit/check/far.test.ts', 1, '1'),
    surveyed('near', 'test/unit/kube/near.test.ts', 50, '1'),
  ];

  expect(planned(tests, '1').files).toEqual(['test/unit/kube/near.test.ts', 'test/unit/check/far.test.ts']);
});

test('when enough is spent on a mutant, nobody else is asked', () => {
  const tests = Array.from({ length: 100 }, (_, i) =>
    surveyed(`t${i}`, `test/unit/kube/${i}.test.ts`, 50, '1'),
  );

  const { files } = planned(tests, '1');

  expect(files.length).toBeGreaterThan(1);
  expect(files.length).toBeLessThan(10);
});

test('a long test is asked where nothing shorter comes by, and only there', () => {
  const tests = [
    surveyed('short', 'test/unit/kube/short.test.ts', 1, '1'),
    surveyed('long', 'test/unit/kube/long.test.ts', 10_000, '1', '2'),
  ];

  const { trials } = planned(tests, '1', '2');

  expect(Object.keys(trials)).toEqual(['test/unit/kube/short.test.ts', 'test/unit/kube/long.test.ts']);
  expect(trials['test/unit/kube/long.test.ts']?.long?.map(([id]) => id)).toEqual(['2']);
});

test('a mutant may come by more often than the code does, but not without end', () => {
  const tests = [{ ...surveyed('a', 'test/unit/kube/a.test.ts', 1), hits: { '1': 1, '2': 5_000 } }];

  const limits = Object.fromEntries(planned(tests, '1', '2').trials['test/unit/kube/a.test.ts']?.a ?? []);

  expect(limits['1']).toBeGreaterThanOrEqual(100);
  expect(limits['2']).toBeGreaterThan(limits['1'] ?? 0);
});

test('what its own folder lets pass is asked of one test of each other file', () => {
  const tests = ['a', 'b', 'c'].flatMap((file) =>
    [1, 2].map((cost) => surveyed(`${file}${cost}`, `test/unit/kube/${file}.test.ts`, 500 * cost, '1')),
  );

  const { trials } = planWide([mutant('1')], { tests, outside: new Set() }, (test) => test === 'a1');

  expect(Object.values(trials).flatMap((some) => Object.keys(some))).toEqual(['b1', 'c1', 'a2']);
});
