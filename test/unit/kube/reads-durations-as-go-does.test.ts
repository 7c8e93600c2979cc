import { expect, test } from 'vitest';
import { goDurationMs, goDurationText } from '../../../src/kube/duration.ts';

const HOUR = 3_600_000;

test.each([
  ['0', 0],
  ['24h', 24 * HOUR],
  ['1h30m', 5_400_000],
  ['1.5h', 5_400_000],
  ['.5h', HOUR / 2],
  ['1.h', HOUR],
  ['+1h', HOUR],
  ['90s', 90_000],
  ['2m3s4ms', 123_004],
  ['1h1h', 2 * HOUR],
  ['1500us', 1],
  ['1500µs', 1],
  ['999999ns', 0],
  ['1000000ns', 1],
  // 292 years: the most that Go counts in nanoseconds.
  ['2562047h', 2_562_047 * HOUR],
])('%s lasts %d ms', (text, ms) => {
  expect(goDurationMs(text)).toBe(ms);
});

test.each([
  '',
  '1',
  'h',
  '.h',
  '-1h',
  '++1h',
  '1d',
  '1 h',
  ' 1h',
  '1h ',
  '1h,5m',
  '1h-5m',
  '2562048h',
  `${'0'.repeat(64)}h`,
])('%j is no duration', (text) => {
  expect(goDurationMs(text)).toBeUndefined();
});

test('a text of 64 characters may be one', () => {
  expect(goDurationMs(`${'0'.repeat(62)}1h`)).toBe(HOUR);
});

test.each([
  [0, '0s'],
  [1_500, '1.5s'],
  [59_000, '59s'],
  [60_000, '1m0s'],
  [3_599_000, '59m59s'],
  [3_600_000, '1h0m0s'],
  [5_400_000, '1h30m0s'],
  [90_061_000, '25h1m1s'],
])('%d ms are written %s', (ms, text) => {
  expect(goDurationText(ms)).toBe(text);
});
