/** Random choices that are the same for the same seed, so that a generated cluster can be made again. */

export interface Random {
  /** Below `limit`, a whole number. */
  below(limit: number): number;
  pick<T>(choices: readonly [T, ...T[]]): T;
  /** Lower-case letters and digits, as Kubernetes puts them behind names. */
  suffix(length: number): string;
  uid(): string;
}

/** The letters that Kubernetes uses: no vowels, so that no words come out. */
const SUFFIX_LETTERS = 'bcdfghjklmnpqrstvwxz2456789';

/** mulberry32: small, and good enough to vary test data. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = (): number => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = state;
    t = Math.imul(t ^ (t >>> 15), t | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return (t ^ (t >>> 14)) >>> 0;
  };
  const below = (limit: number): number => next() % limit;
  const hex = (digits: number): string => {
    let text = '';
    while (text.length < digits) text += next().toString(16).padStart(8, '0');
    return text.slice(0, digits);
  };
  return {
    below,
    pick: (choices) => choices[below(choices.length)] ?? choices[0],
    suffix: (length) => Array.from({ length }, () => SUFFIX_LETTERS[below(SUFFIX_LETTERS.length)]).join(''),
    uid: () => `${hex(8)}-${hex(4)}-4${hex(3)}-a${hex(3)}-${hex(12)}`,
  };
}
