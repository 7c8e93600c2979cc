import fc from 'fast-check';
import { expect, test } from 'vitest';
import {
  eachElement,
  eachMember,
  expectEnd,
  JsonSyntaxError,
  skipValue,
  textIn,
  typeAt,
} from '../../../src/json/scan.ts';

/** True when the scanner takes the text as one whole JSON value. */
function scans(source: string): boolean {
  const bytes = Buffer.from(source);
  try {
    expectEnd(bytes, skipValue(bytes, 0));
    return true;
  } catch (error) {
    if (error instanceof JsonSyntaxError) return false;
    throw error;
  }
}

function parses(source: string): boolean {
  try {
    JSON.parse(source);
    return true;
  } catch {
    return false;
  }
}

test('whatever JSON.parse takes or refuses, the scanner takes or refuses', () => {
  const jsonText = fc.json().chain((whole) =>
    fc
      .record({
        at: fc.nat(whole.length),
        put: fc.constantFrom('', '"', '{', '}', ',', ':', '0', '-', '.', 'e', '\\', '\n', 'nul'),
      })
      .map(({ at, put }) => whole.slice(0, at) + put + whole.slice(put === '' ? at : at + 1)),
  );

  fc.assert(
    fc.property(fc.oneof(fc.json(), jsonText, fc.string()), (source) => {
      expect(scans(source)).toBe(parses(source));
    }),
    { numRuns: 20_000 },
  );
});

test.each([
  '01',
  '1.',
  '.5',
  '+1',
  '1e',
  '-',
  '"\\u12g4"',
  '"\\x"',
  '"\t"',
  'nul',
  'truex',
  '[1,]',
  '{"a":1,}',
  '{a:1}',
  '{"a"}',
  '',
  ' ',
  '[1 2]',
  '\ufeff1',
])('refuses %j', (source) => {
  expect(scans(source)).toBe(false);
  expect(parses(source)).toBe(false);
});

test('members and elements are visited where they lie, and each may be read by its visitor', () => {
  const bytes = Buffer.from(' {"a" : [1, {"b":"]"}], "\\u0061": null, "ü": "x"} ');
  const seen: string[] = [];

  const end = eachMember(bytes, 0, (keyStart, keyEnd, start) => {
    const key = textIn(bytes, { start: keyStart, end: keyEnd });
    const stop =
      key === 'a' && typeAt(bytes, start) === 'array'
        ? eachElement(bytes, start, (index, at) => {
            seen.push(`${index}:${bytes.toString('utf8', at, skipValue(bytes, at))}`);
            return undefined;
          })
        : undefined;
    seen.push(key);
    if (key === 'ü') seen.push(textIn(bytes, { start, end: skipValue(bytes, start) }));
    return stop;
  });

  expect(seen).toEqual(['0:1', '1:{"b":"]"}', 'a', 'a', 'ü', 'x']);
  expect(bytes.toString('utf8', end)).toBe(' ');
});

test('nesting beyond what Go reads is refused, and costs no stack', () => {
  const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);

  expect(scans(deep(10_000))).toBe(true);
  expect(scans(deep(10_001))).toBe(false);
  expect(scans(deep(1_000_000))).toBe(false);
});
