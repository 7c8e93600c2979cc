import { describe, expect, it } from 'vitest';
import {
  type Amount,
  addAmounts,
  atScale,
  compareAmounts,
  ZERO,
} from '../../../../src/kube/resources/amount.ts';
import { parseAmount } from '../../../../src/kube/resources/quantity.ts';

const amount = (text: string): Amount => parseAmount(text) ?? ZERO;

describe('compares', () => {
  it.each([
    ['1', '1000m', 0],
    ['1k', '1e3', 0],
    ['1Ki', '1024', 0],
    ['999m', '1', -1],
    ['1', '0.999', 1],
    ['-1', '1', -1],
    ['0', '0e5', 0],
    ['10n', '9n', 1],
    ['1e30', '1e29', 1],
    ['1e9999', '1e9998', 1],
    ['1e10000', '1', 1],
    // Too far apart for either to be written out.
    ['1e20000', '1', 1],
    ['-1e20000', '1', -1],
    ['-1e20000', '-1', -1],
    ['0e20000', '1', -1],
    ['0e20000', '-1', 1],
    ['0e20000', '0', 0],
    ['1e2000000000', '-1e2000000000', 1],
  ])('%s with %s', (a, b, sign) => {
    const reversed = sign === 0 ? 0 : -sign;

    expect(compareAmounts(amount(a), amount(b))).toBe(sign);
    expect(compareAmounts(amount(b), amount(a))).toBe(reversed);
  });
});

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);
const narrow = (unscaled: bigint, exponent = 0): Amount => ({ unscaled, exponent, wide: false });
const wide = (unscaled: bigint, exponent = 0): Amount => ({ unscaled, exponent, wide: true });

describe('adds', () => {
  it.each([
    ['one half and one half', amount('500m'), amount('0.5'), 1n],
    ['nothing', amount('5'), amount('0'), 5n],
    ['to nothing', amount('0'), amount('5k'), 5_000n],
    ['thousands to ones', amount('5k'), amount('1'), 5_001n],
    ['below zero', amount('1'), amount('-3'), -2n],
    ['up to the most of 64 bits', narrow(INT64_MAX - 1n), narrow(1n), INT64_MAX],
    ['a wide number', wide(10n ** 20n, -19), narrow(1n), 11n],
    // What is a multiple of 2^64 is gone from a number of 64 bits.
    ['one to what is far larger', amount('1e10000'), amount('1'), 1n],
    ['one to what is larger still', amount('1e20000'), amount('1'), 1n],
  ])('%s', (_, a, b, sum) => {
    expect(atScale(addAmounts(a, b), 0)).toBe(sum);
    expect(atScale(addAmounts(b, a), 0)).toBe(sum);
  });

  it('goes over to the wide form where 64 bits are not enough, and stays in the narrow one where they are', () => {
    expect(addAmounts(narrow(INT64_MAX), narrow(1n))).toEqual(wide(INT64_MAX + 1n));
    expect(addAmounts(narrow(1n, 18), narrow(1n))).toEqual(narrow(10n ** 18n + 1n));
    expect(addAmounts(narrow(10n, 18), narrow(1n))).toEqual(wide(10n ** 19n + 1n));
    expect(addAmounts(wide(1n), narrow(1n))).toEqual(wide(2n));
    expect(addAmounts(narrow(1n, 2), wide(1n))).toEqual(wide(101n));
  });
});

describe('rounds and overflows as Kubernetes does', () => {
  it.each([
    ['up in the narrow form', narrow(1_001n, -3), 0, 2n],
    ['away from zero in it', narrow(-1_001n, -3), 0, -2n],
    ['up to one from next to nothing', narrow(1n, -20_000), 0, 1n],
    ['down to minus one', narrow(-1n, -20_000), 0, -1n],
    ['nothing', narrow(0n, -20_000), 0, 0n],
    ['one multiplication wraps around', narrow(10n ** 18n, 3), 0, BigInt.asIntN(64, 10n ** 21n)],
    ['several give nothing', narrow(10n ** 18n, 4), 0, 0n],
    ['the least of 64 bits', narrow(INT64_MIN, 3), 0, 0n],
    ['up in the wide form', wide(1_001n, -3), 0, 2n],
    ['up in it below zero', wide(-1_001n, -3), 0, 0n],
    ['exactly in it', wide(-2_000n, -3), 0, -2n],
    ['by eighteen digits', wide(10n ** 18n + 1n, -18), 0, 2n],
    ['by nineteen digits', wide(10n ** 19n + 1n, -19), 0, 2n],
    ['by nineteen digits below zero', wide(-(10n ** 19n) - 1n, -19), 0, -1n],
    ['by far too many digits', wide(10n ** 20n, -20_000), 0, 1n],
    ['by far too many below zero', wide(-(10n ** 20n), -20_000), 0, 0n],
    ['the wide form wraps around', wide(2n ** 64n + 5n), 0, 5n],
    ['also when it grows', wide(2n ** 64n + 5n, 3), 0, 5_000n],
  ])('%s', (_, given, scale, value) => {
    expect(atScale(given, scale)).toBe(value);
  });
});
