import { expect, test } from 'vitest';
import { beyond } from '../../../src/json/extent.ts';

const PLENTY = { values: 1_000, depth: 1_000 };

function over(text: string, most: Partial<typeof PLENTY>) {
  return beyond(Buffer.from(text), { ...PLENTY, ...most });
}

test.each([
  ['7', 1],
  ['[1,2,3]', 4],
  ['{"a":1,"b":[2,3]}', 5],
  ['{"a":"1,2,[3]{4}","b":"\\",\\"["}', 3],
])('%s holds %d values', (text, values) => {
  expect(over(text, { values })).toBeNull();
  expect(over(text, { values: values - 1 })).toBe('values');
});

test.each([
  ['7', 0],
  ['[]', 1],
  ['[[],[],[]]', 2],
  ['{"a":{"b":[1]}}', 3],
  ['"[[[["', 0],
])('%s has %d levels', (text, depth) => {
  expect(over(text, { depth })).toBeNull();
  if (depth > 0) expect(over(text, { depth: depth - 1 })).toBe('depth');
});

test('only the slice counts', () => {
  const bytes = Buffer.from('[1,2,{"a":3}]');

  const found = beyond(bytes, { values: 2, depth: 1 }, { start: 5, end: 12 });

  expect(found).toBeNull();
});

test.each(['', '"', '"\\', '{"a', ']]]]', '[,,,'])('%j, which is not JSON, gets some answer', (text) => {
  expect(over(text, {})).toBeNull();
});
