/**
 * The decimal arithmetic under resource quantities, with the same two representations and overflows as Kubernetes. That
 * of the JavaScript client calculates with doubles: of the 250 quantities of the conformance vectors it gets 41 right.
 */

/**
 * `unscaled × 10^exponent`.
 *
 * Kubernetes keeps a quantity either as an int64 with a scale (narrow) or, when that is not enough, as an
 * arbitrary-precision decimal (wide). Both round and overflow differently, so the distinction is part of the value:
 * apimachinery/pkg/api/resource, amount.go and scale_int.go.
 */
export interface Amount {
  readonly unscaled: bigint;
  readonly exponent: number;
  readonly wide: boolean;
}

const INT64_MAX = 2n ** 63n - 1n;
const INT64_MIN = -(2n ** 63n);

/**
 * Beyond this many decimal places no number of this size is built: `1e999999999` is eleven characters long and would
 * take a gigabyte. Far above 64, so that a power of ten cut off here is already a multiple of 2^64.
 */
export const MAX_DECIMAL_SHIFT = 10_000;

/** Up to this power of ten the factor fits an int64, so Kubernetes divides in machine integers. */
const MAX_INT64_POWER = 18;

/** The shifts for which Kubernetes multiplies in one step, and so hands out the wrapped product on overflow. */
const ONE_STEP_SHIFTS = new Set([1, 2, 3, 6, 9]);

export const ZERO: Amount = { unscaled: 0n, exponent: 0, wide: false };

export function powerOfTen(exponent: number): bigint {
  return 10n ** BigInt(exponent);
}

export function fitsInt64(value: bigint): boolean {
  return value >= INT64_MIN && value <= INT64_MAX;
}

function wrapInt64(value: bigint): bigint {
  return BigInt.asIntN(64, value);
}

/** `value × 10^shift` as an int64, or null where Kubernetes sees the overflow and falls back to the wide form. */
function shiftedUp(value: bigint, shift: number): bigint | null {
  if (value === 0n || shift === 0) return value;
  // The smallest non-zero number overflows long before this shift.
  if (shift > MAX_INT64_POWER || value === INT64_MIN) return null;
  const product = value * powerOfTen(shift);
  return fitsInt64(product) ? product : null;
}

/** `value ÷ 10^shift`, rounded away from zero. */
export function shiftedDown(value: bigint, shift: number): bigint {
  if (shift === 0) return value;
  if (shift > MAX_DECIMAL_SHIFT) return value === 0n ? 0n : value > 0n ? 1n : -1n;
  const divisor = powerOfTen(shift);
  const quotient = value / divisor;
  if (value % divisor === 0n) return quotient;
  return value > 0n ? quotient + 1n : quotient - 1n;
}

function narrowAtScale(amount: Amount, scale: number): bigint {
  const shift = amount.exponent - scale;
  if (shift < 0) return shiftedDown(amount.unscaled, -shift);
  const exact = shiftedUp(amount.unscaled, shift);
  if (exact !== null) return exact;
  // Overflow is not reported by Value and MilliValue: one multiplication wraps around, a loop of them gives zero.
  if (!ONE_STEP_SHIFTS.has(shift) || amount.unscaled === INT64_MIN) return 0n;
  return wrapInt64(amount.unscaled * powerOfTen(shift));
}

function wideAtScale(amount: Amount, scale: number): bigint {
  const shift = amount.exponent - scale;
  if (shift === 0) return wrapInt64(amount.unscaled);
  if (shift > 0) {
    // A factor beyond int64 becomes the smallest int64 when Go converts it from a float on amd64.
    const factor = shift <= MAX_INT64_POWER ? powerOfTen(shift) : INT64_MIN;
    return wrapInt64(wrapInt64(amount.unscaled) * factor);
  }
  if (amount.unscaled < INT64_MAX && -shift <= MAX_INT64_POWER) {
    const divisor = powerOfTen(-shift);
    const wrapped = wrapInt64(amount.unscaled);
    // Rounds towards plus infinity after cutting towards zero, also for negative numbers.
    return wrapped % divisor === 0n ? wrapped / divisor : wrapped / divisor + 1n;
  }
  if (-shift > MAX_DECIMAL_SHIFT) return amount.unscaled === 0n ? 0n : amount.unscaled > 0n ? 1n : 0n;
  const divisor = powerOfTen(-shift);
  const remainder = ((amount.unscaled % divisor) + divisor) % divisor;
  const floor = (amount.unscaled - remainder) / divisor;
  return remainder === 0n ? wrapInt64(floor) : wrapInt64(wrapInt64(floor) + 1n);
}

/** The amount in units of `10^scale` as an int64, rounded and overflowing as Kubernetes' ScaledValue does. */
export function atScale(amount: Amount, scale: number): bigint {
  return amount.wide ? wideAtScale(amount, scale) : narrowAtScale(amount, scale);
}

function addNarrow(a: Amount, b: Amount): Amount | null {
  if (b.unscaled === 0n) return a;
  if (a.unscaled === 0n) return b;
  const exponent = Math.min(a.exponent, b.exponent);
  const left = shiftedUp(a.unscaled, a.exponent - exponent);
  const right = shiftedUp(b.unscaled, b.exponent - exponent);
  if (left === null || right === null) return null;
  const sum = left + right;
  return fitsInt64(sum) ? { unscaled: sum, exponent, wide: false } : null;
}

export function addAmounts(a: Amount, b: Amount): Amount {
  const narrow = a.wide || b.wide ? null : addNarrow(a, b);
  if (narrow !== null) return narrow;
  const [high, low] = a.exponent >= b.exponent ? [a, b] : [b, a];
  const shift = high.exponent - low.exponent;
  // The far larger number is a multiple of 2^64 at this scale, so it is gone from every int64 read of the sum.
  const raised = shift > MAX_DECIMAL_SHIFT ? 0n : high.unscaled * powerOfTen(shift);
  return { unscaled: raised + low.unscaled, exponent: low.exponent, wide: true };
}

/** Negative, zero or positive, as `a` is below, equal to or above `b`; exact in both representations. */
export function compareAmounts(a: Amount, b: Amount): number {
  const shift = a.exponent - b.exponent;
  if (Math.abs(shift) > MAX_DECIMAL_SHIFT) {
    const far = shift > 0 ? a.unscaled : -b.unscaled;
    if (far !== 0n) return far > 0n ? 1 : -1;
    const near = shift > 0 ? -b.unscaled : a.unscaled;
    return near === 0n ? 0 : near > 0n ? 1 : -1;
  }
  const left = shift > 0 ? a.unscaled * powerOfTen(shift) : a.unscaled;
  const right = shift < 0 ? b.unscaled * powerOfTen(-shift) : b.unscaled;
  return left === right ? 0 : left > right ? 1 : -1;
}
