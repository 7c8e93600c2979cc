import fc from 'fast-check';
import { expect, test } from 'vitest';
import { namePattern } from '../../../src/tenancy/pattern.ts';

test.each([
  ['team-*', 'team-a', true],
  ['team-*', 'team-', true],
  ['team-*', 'my-team-a', false],
  ['*-system', 'kube-system', true],
  ['a*a', 'a', false],
  ['a*a', 'aa', true],
  ['a*b*a', 'aba', true],
  ['a*b*a', 'aab', false],
  ['*', '', true],
  ['**', 'x', true],
  ['a.c', 'abc', false],
  ['x*yy*y', 'xyyy', true],
  ['x*yy*yy', 'xyyy', false],
])('%s and %s: %s', (pattern, name, matches) => {
  expect(namePattern(pattern)(name)).toBe(matches);
});

test('says what a regular expression would say', () => {
  const letters = fc.string({ unit: fc.constantFrom('a', 'b', '*'), maxLength: 8 });
  const names = fc.string({ unit: fc.constantFrom('a', 'b'), maxLength: 12 });

  fc.assert(
    fc.property(letters, names, (pattern, name) => {
      const expression = new RegExp(`^${pattern.replaceAll('*', '.*')}$`);
      expect(namePattern(pattern)(name)).toBe(expression.test(name));
    }),
  );
});

/** With a regular expression `*-*-*-*-agent` took 2.6 s over one such name, and each further wildcard a hundred times that. */
test('many wildcards over a long name take no longer than few', () => {
  const matches = namePattern(`${'*-'.repeat(40)}agent`);

  expect(matches('-'.repeat(253))).toBe(false);
  expect(matches(`${'-'.repeat(253)}agent`)).toBe(true);
});
