import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseQuantity } from '../../../../src/kube/resources/quantity.ts';

describe('quantities', () => {
  it.each([
    ['100m', 100n, 1n],
    ['1.5Gi', 1_610_612_736_000n, 1_610_612_736n],
    ['0.1Ki', 102_400n, 103n],
    ['1e3', 1_000_000n, 1_000n],
    ['1E3', 1_000_000n, 1_000n],
    ['5.', 5_000n, 5n],
    ['.5', 500n, 1n],
    ['1n', 1n, 1n],
    ['-54190u', -55n, -1n],
  ])('%s is %s thousandths and %s units, rounded up', (text, milli, value) => {
    expect(parseQuantity(text)).toEqual({ milli, value });
  });

  it.each([
    ['7Ei', 7n * 2n ** 60n],
    // Only binary suffixes are capped, at the most of 64 bits.
    ['8Ei', 2n ** 63n - 1n],
    ['100Ei', 2n ** 63n - 1n],
    ['0.5Ei', 2n ** 59n],
  ])('%s is %s units', (text, value) => {
    expect(parseQuantity(text)?.value).toBe(value);
  });

  it.each([
    [0.5, 500n],
    [2, 2_000n],
    [1e21, 0n],
  ])('takes the plain number %s of a YAML file', (number, milli) => {
    expect(parseQuantity(number)?.milli).toBe(milli);
  });

  it.each([
    '',
    ' 1',
    '1 ',
    '1K',
    '1Mi5',
    '--1',
    '1.1.1',
    '1_000',
    '0x10',
    '1e',
    '∞',
    'Pi',
    'e',
    '1e9223372036854775808',
  ])('refuses %j', (text) => {
    expect(parseQuantity(text)).toBeNull();
  });

  it.each([Number.NaN, Number.POSITIVE_INFINITY])('refuses the number %s', (number) => {
    expect(parseQuantity(number)).toBeNull();
  });

  it('keeps the oddities of Kubernetes: no digits are zero, and int64 wraps around', () => {
    expect(parseQuantity('Gi')).toEqual({ milli: 0n, value: 0n });
    expect(parseQuantity('+')).toEqual({ milli: 0n, value: 0n });
    expect(parseQuantity('9223372036854775808')).toEqual({ milli: 0n, value: -(2n ** 63n) });
    expect(parseQuantity('1Ei')).toEqual({ milli: -(2n ** 63n), value: 2n ** 60n });
  });

  it.each(['1e999999999', '1e-999999999', '123456789012345678901e999999999', '9'.repeat(1_000_000)])(
    'answers a number that would fill the memory (%#) without building it',
    (text) => {
      const quantity = parseQuantity(text);

      expect(quantity === null || quantity.value <= 1n).toBe(true);
    },
  );

  it('refuses a number longer than anybody means, and only then', () => {
    expect(parseQuantity(`0.${'0'.repeat(997)}1`)).toEqual({ milli: 1n, value: 1n });
    expect(parseQuantity(`0.${'0'.repeat(998)}1`)).toBeNull();
  });

  it('never loses a digit of what fits an int64', () => {
    const whole = fc.bigInt({ min: 0n, max: 10n ** 14n });
    const thousandths = fc.bigInt({ min: 0n, max: 999n });

    fc.assert(
      fc.property(whole, thousandths, (units, rest) => {
        const text = `${units}.${String(rest).padStart(3, '0')}`;

        expect(parseQuantity(text)).toEqual({
          milli: units * 1000n + rest,
          value: rest > 0n ? units + 1n : units,
        });
      }),
    );
  });
});
