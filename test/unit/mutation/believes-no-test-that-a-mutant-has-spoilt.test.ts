import { expect, test } from 'vitest';
import { Verdicts } from '../../mutation/verdicts.ts';

const mutant = (id: string) => ({
  id,
  file: 'src/kube/x.ts',
  line: 1,
  column: 1,
  mutator: 'BlockStatement',
  original: '{ x(); }',
  replacement: '{}',
});
const REACHED = { test: 'a', file: 'a.test.ts', cost: 1, hits: { '1': 1, '2': 1 } };
const death = (id: string) => ({ at: 'killed', mutant: id, test: 'a', name: 'a' }) as const;

test('a mutant that no test reaches is unreached, one that all let pass has survived', () => {
  const verdicts = new Verdicts({ tests: [REACHED], outside: new Set() });
  verdicts.take([death('1')]);

  expect(['1', '2', '3'].map((id) => verdicts.of(mutant(id)))).toEqual(['killed', 'survived', 'unreached']);
});

test('a death after which the test fails without the mutant too is tried once more', () => {
  const verdicts = new Verdicts({ tests: [REACHED], outside: new Set() });
  verdicts.take([death('1'), { at: 'unclean', test: 'a', mutant: '1' }]);

  expect(verdicts.of(mutant('1'))).toBe('survived');
  expect(verdicts.isUndecided(mutant('1'))).toBe(true);
});

test('what is decided while modules load is tried once more, unless it is dead', () => {
  const verdicts = new Verdicts({ tests: [REACHED], outside: new Set(['1', '2']) });
  verdicts.take([death('1')]);

  expect(verdicts.isUndecided(mutant('1'))).toBe(false);
  expect(verdicts.isUndecided(mutant('2'))).toBe(true);
});
