import { expect, test } from 'vitest';
import { durationOf } from '../../../../src/config/schema/times.ts';

test.each([
  ['1s', 1_000],
  ['90s', 90_000],
  ['10m', 600_000],
  ['1h30m', 5_400_000],
  ['1h1m1s', 3_661_000],
  ['24h', 86_400_000],
])('%s', (text, expected) => {
  expect(durationOf(text)).toBe(expected);
});

test.each(['', '10', 'm', '0s', '10 m', '10M', '1.5h', '-1s', '25h', '30m1h', '10m ', '999999s'])(
  'not %j',
  (text) => {
    expect(durationOf(text)).toBeUndefined();
  },
);
