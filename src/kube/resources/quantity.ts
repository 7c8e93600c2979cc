/** Resource quantities: text to exact numbers, rounded up and capped as Kubernetes does it. */
import {
  type Amount,
  atScale,
  fitsInt64,
  MAX_DECIMAL_SHIFT,
  powerOfTen,
  shiftedDown,
  ZERO,
} from './amount.ts';

export interface Quantity {
  /** In thousandths, rounded up. */
  readonly milli: bigint;
  /** In whole units, rounded up. */
  readonly value: bigint;
}

const MILLI_SCALE = -3;
const UNIT_SCALE = 0;
/** The finest step Kubernetes keeps: anything smaller is rounded up to it. */
const NANO_SCALE = -9;

/** Sign, leading zeros, whole digits, fraction, suffix: the scanner of Kubernetes' quantity.go as one expression. */
const QUANTITY = /^([+-]?)(0*)([0-9]*)(\.[0-9]*)?([eEinumkKMGTP]*[-+]?[0-9]*)$/;
const EXPONENT_SUFFIX = /^[eE][+-]?[0-9]+$/;

/** Each stands for a thousand times the one before it. */
const DECIMAL_SUFFIXES: readonly string[] = ['n', 'u', 'm', '', 'k', 'M', 'G', 'T', 'P', 'E'];
const DECIMAL_STEP = 3;

/** Each for 1024 times the one before it, the first for 1024. */
export const BINARY_SUFFIXES: readonly string[] = ['Ki', 'Mi', 'Gi', 'Ti', 'Pi', 'Ei'];
const BINARY_STEP = 10;

/** No quantity that anybody means is longer; Kubernetes has no limit, but big integers get slow with their length. */
const MAX_LENGTH = 1_000;

/** Decimal digits that surely fit an int64: longer numbers take the wide form. */
const NARROW_DIGITS = 18;
/** The same limit for binary suffixes, where Kubernetes leaves room for the multiplication. */
const NARROW_BINARY_DIGITS = 14;
/** Ten bits are about three decimal digits. */
const DIGITS_PER_TEN_BITS = 3;
/** The cap that only binary suffixes have. */
const BINARY_CAP = 2n ** 63n - 1n;

interface Suffix {
  readonly binary: boolean;
  readonly exponent: number;
}

function readSuffix(text: string): Suffix | null {
  const decimal = DECIMAL_SUFFIXES.indexOf(text);
  if (decimal >= 0) return { binary: false, exponent: NANO_SCALE + decimal * DECIMAL_STEP };
  const binary = BINARY_SUFFIXES.indexOf(text);
  if (binary >= 0) return { binary: true, exponent: (binary + 1) * BINARY_STEP };
  if (!EXPONENT_SUFFIX.test(text)) return null;
  const exponent = BigInt(text.slice(1).replace('+', ''));
  if (!fitsInt64(exponent)) return null;
  // Kubernetes parses 64 bits and keeps 32.
  return { binary: false, exponent: Number(BigInt.asIntN(32, exponent)) };
}

function narrowAmount(whole: string, fraction: string, suffix: Suffix): Amount | null {
  if (suffix.binary) {
    const bits = suffix.exponent;
    const room = NARROW_BINARY_DIGITS - whole.length - (bits / 10) * DIGITS_PER_TEN_BITS;
    if (fraction !== '' || room < 0) return null;
    const product = BigInt(whole) << BigInt(bits);
    return fitsInt64(product) ? { unscaled: product, exponent: 0, wide: false } : null;
  }
  if (whole.length + fraction.length > NARROW_DIGITS) return null;
  const exponent = (suffix.exponent - fraction.length) | 0;
  if (exponent < NANO_SCALE) return null;
  return { unscaled: BigInt(whole + fraction), exponent, wide: false };
}

/** Rounded up to nano and, for binary suffixes, capped; null when the number is too long to be built at all. */
function wideAmount(digits: string, fractionLength: number, suffix: Suffix): Amount | null {
  const factor = suffix.binary ? 1n << BigInt(suffix.exponent) : 1n;
  const unscaled = BigInt(digits) * factor;
  const exponent = ((suffix.binary ? 0 : suffix.exponent) - fractionLength) | 0;
  if (unscaled === 0n) return { unscaled, exponent, wide: true };
  const shift = exponent - NANO_SCALE;
  if (shift > MAX_DECIMAL_SHIFT) return null;
  const nanos = shift >= 0 ? unscaled * powerOfTen(shift) : shiftedDown(unscaled, -shift);
  if (suffix.binary && nanos > BINARY_CAP * powerOfTen(-NANO_SCALE)) {
    return { unscaled: BINARY_CAP, exponent: 0, wide: true };
  }
  return { unscaled: nanos, exponent: NANO_SCALE, wide: true };
}

/** The exact amount behind a quantity's text, or null when Kubernetes would refuse it. */
export function parseAmount(text: string): Amount | null {
  if (text === '' || text.length > MAX_LENGTH) return null;
  if (text === '0') return ZERO;
  const match = QUANTITY.exec(text);
  if (match === null) return null;
  const [, sign = '', zeros = '', significant = '', point = '', suffixText = ''] = match;
  const suffix = readSuffix(suffixText);
  if (suffix === null) return null;
  const fraction = point.slice(1);
  // No digits at all reads as zero on this path only: "Gi" and "+" are valid quantities, "Pi" is not.
  const narrow = narrowAmount(significant === '' ? '0' : significant, fraction, suffix);
  const digits = zeros + significant + fraction;
  const amount = narrow ?? (digits === '' ? null : wideAmount(digits, fraction.length, suffix));
  if (amount === null || sign !== '-') return amount;
  return { ...amount, unscaled: -amount.unscaled };
}

/**
 * Parses what a manifest holds: text by contract, a plain number as YAML also allows. Null means invalid.
 *
 * @example parseQuantity('1.5Gi') // { milli: 1610612736000n, value: 1610612736n }
 */
export function parseQuantity(text: string | number): Quantity | null {
  const amount = parseAmount(String(text));
  if (amount === null) return null;
  return { milli: atScale(amount, MILLI_SCALE), value: atScale(amount, UNIT_SCALE) };
}

/** The number the scheduler counts with: millicores for cpu, whole units for everything else. */
export function countedAmount(resource: string, amount: Amount): bigint {
  return atScale(amount, resource === 'cpu' ? MILLI_SCALE : UNIT_SCALE);
}
