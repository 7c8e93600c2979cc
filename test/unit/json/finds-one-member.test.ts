import fc from 'fast-check';
import { expect, test } from 'vitest';
import { memberAt } from '../../../src/json/member.ts';

const B = Buffer.from('"b"');

test.each([
  ['{"b":1}', '1}'],
  ['{ "a" : {"b": 2}, "b" : 3 }', '3 }'],
  ['{"a":"\\"b\\":9","b":4}', '4}'],
  ['{"a":["b",{"b":5}],"b":[6]}', '[6]}'],
  ['{"b":7,"b":8}', '7,"b":8}'],
  ['{"b":9, and no JSON at all', '9, and no JSON at all'],
])('in %s', (text, rest) => {
  expect(text.slice(memberAt(Buffer.from(text), 0, B))).toBe(rest);
});

test.each([
  '',
  '{}',
  '[]',
  '"b"',
  '{"a":{"b":1}}',
  '{"\\u0062":1}',
  '{"a" 1,"b":2}',
  '{"a":,"b":2}',
  '{"a":1 "b":2}',
  '{"bb":1}',
])('there is none in %s', (text) => {
  expect(memberAt(Buffer.from(text), 0, B)).toBe(-1);
});

test('of any object it is the first member of that name at its own level', () => {
  fc.assert(
    fc.property(fc.dictionary(fc.constantFrom('a', 'b', 'bb', 'c"', '\\'), fc.jsonValue()), (value) => {
      const bytes = Buffer.from(JSON.stringify(value));
      const at = memberAt(bytes, 0, B);

      if (!Object.hasOwn(value, 'b')) expect(at).toBe(-1);
      else expect(bytes.toString('utf8', at).startsWith(JSON.stringify(value.b))).toBe(true);
    }),
  );
});
