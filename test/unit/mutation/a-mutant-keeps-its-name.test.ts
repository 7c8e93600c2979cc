import { expect, test } from 'vitest';
import { keysOf, type Mutant } from '../../mutation/mutants.ts';

const mutant = (id: string, line: number, original = 'a < b'): Mutant => ({
  id,
  file: 'src/kube/x.ts',
  line,
  column: 1,
  mutator: 'EqualityOperator',
  original,
  replacement: 'a <= b',
});

test('it is the same when lines before it have come, and its number is another', () => {
  const before = mutant('1', 10);
  const after = mutant('7', 30);

  expect(keysOf([mutant('5', 20, 'new'), after])(after)).toBe(keysOf([before])(before));
});

test('the same change in two places is two', () => {
  const [first, second] = [mutant('1', 10), mutant('2', 11)];
  const keyOf = keysOf([first, second]);

  expect(keyOf(first)).not.toBe(keyOf(second));
});
