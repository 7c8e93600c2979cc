/** A hash of a name's bytes, four at a time. Two names may share one: whoever finds by it compares the bytes too. */

/** 2^32 by the golden ratio, odd: spreads neighbouring words far apart. */
const MULTIPLIER = 0x9e3779b1 | 0;
/** From murmur3's last step, for the same end: every bit of the hash is to depend on every byte. */
const LAST_MULTIPLIER = 0x85ebca6b | 0;

/** The hash after one more whole word, little-endian. It turns, too, or a word's high bits would stay on top. */
export function nextHash(hash: number, word: number): number {
  return Math.imul(((hash << 5) | (hash >>> 27)) ^ word, MULTIPLIER);
}

/** The hash of the whole name: `tail` holds the bytes behind the last whole word, or is 0. */
export function lastHash(hash: number, tail: number, length: number): number {
  let mixed = nextHash(hash, tail) ^ length;
  mixed = Math.imul(mixed ^ (mixed >>> 15), LAST_MULTIPLIER);
  return mixed ^ (mixed >>> 13);
}

/** The hash of `bytes[start, end)`. */
export function hashOf(seed: number, bytes: Uint8Array, start: number, end: number): number {
  let hash = seed;
  let position = start;
  for (; position + 4 <= end; position += 4) hash = nextHash(hash, wordAt(bytes, position, end));
  return lastHash(hash, wordAt(bytes, position, end), end - start);
}

/** Four bytes as one number, the first one lowest; 0 stands for those from `end` on. */
export function wordAt(bytes: Uint8Array, position: number, end: number): number {
  let word = 0;
  for (let index = Math.min(position + 4, end) - 1; index >= position; index -= 1) {
    word = (word << 8) | (bytes[index] ?? 0);
  }
  return word;
}
