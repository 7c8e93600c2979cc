/** Reads names four bytes at a time, each up to the quote that ends it, and finds their entries in a table. */
import { QUOTE } from '../../json/scan.ts';

/** An entry of the arena: the number (NO_NODE once the node is gone), the name's hash and length, its words. */
export const ENTRY = { number: 0, hash: 1, length: 2, words: 3 } as const;

/** What an empty slot holds. The arena's first word is NO_NODE: the number of a name without an entry. */
export const NO_ENTRY = 0;

/** The bytes of a body for reading by words. The view knows its length too, but takes ten times as long to tell it. */
export interface BodyWords {
  readonly view: DataView;
  readonly length: number;
}

export function bodyWords({ buffer, byteOffset, length }: Buffer): BodyWords {
  return { view: new DataView(buffer, byteOffset, length), length };
}

/** In place of the end of a name that no quote ends. */
export const NO_END = 0;

/** The same byte four times, for a look at all bytes of a word at once. */
const QUOTES = 0x22222222;
const LOWEST_BITS = 0x01010101;
const HIGHEST_BITS = 0x80808080 | 0;

/** 2^32 by the golden ratio, odd: spreads neighbouring words far apart. */
const MULTIPLIER = 0x9e3779b1 | 0;
/** From murmur3's last step, for the same end: every bit of the hash is to depend on every byte. */
const LAST_MULTIPLIER = 0x85ebca6b | 0;

/**
 * The hash of the name that begins at `start`. Two names may share one: whoever finds by it compares the bytes too. Where
 * the quote behind it stands goes to `ends[index]`.
 */
export function hashName(
  body: BodyWords,
  start: number,
  seed: number,
  ends: Int32Array,
  index: number,
): number {
  const { view, length } = body;
  const lastWhole = length - 4;
  let hash = seed;
  let position = start;
  let word = 0;
  let quotes = 0;
  for (; position <= lastWhole; position += 4) {
    word = view.getInt32(position, true);
    quotes = quotesIn(word);
    if (quotes !== 0) break;
    hash = nextHash(hash, word);
  }
  if (quotes === 0) {
    word = lastWord(body, position);
    quotes = quotesIn(word);
  }
  const rest = quotes === 0 ? 0 : bytesBefore(quotes);
  ends[index] = quotes === 0 ? NO_END : position + rest;
  return lastHash(hash, lowBytes(word, rest), position + rest - start);
}

/** The entry of the name that begins at `start` and has this hash, or NO_ENTRY. */
export function findEntry(
  body: BodyWords,
  start: number,
  hash: number,
  slots: Int32Array,
  arena: Int32Array,
): number {
  const mask = slots.length - 1;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const entry = slots[slot] ?? NO_ENTRY;
    if (entry === NO_ENTRY) return NO_ENTRY;
    if (arena[entry + ENTRY.hash] === hash && isEntryAt(body, start, arena, entry)) return entry;
  }
}

/** Whether the name of an entry, and then a quote, stands at `start`. */
export function isEntryAt(body: BodyWords, start: number, arena: Int32Array, entry: number): boolean {
  const { view, length } = body;
  const nameLength = arena[entry + ENTRY.length] ?? 0;
  const wholeWords = start + (nameLength & ~3);
  if (wholeWords > length) return false;
  let position = start;
  let word = entry + ENTRY.words;
  for (; position < wholeWords; position += 4, word += 1) {
    if (view.getInt32(position, true) !== arena[word]) return false;
  }
  const rest = nameLength & 3;
  const last = position + 4 <= length ? view.getInt32(position, true) : lastWord(body, position);
  if (((last >>> (8 * rest)) & 0xff) !== QUOTE) return false;
  return rest === 0 || lowBytes(last, rest) === arena[word];
}

/** The hash after one more whole word. It turns, too, or a word's high bits would stay on top. */
function nextHash(hash: number, word: number): number {
  return Math.imul(((hash << 5) | (hash >>> 27)) ^ word, MULTIPLIER);
}

/** The hash of the whole name: `tail` holds the bytes behind the last whole word, or is 0. */
function lastHash(hash: number, tail: number, length: number): number {
  let mixed = nextHash(hash, tail) ^ length;
  mixed = Math.imul(mixed ^ (mixed >>> 15), LAST_MULTIPLIER);
  return mixed ^ (mixed >>> 13);
}

/** The bytes from `position` to the end, three at most, as one number. */
function lastWord(body: BodyWords, position: number): number {
  let word = 0;
  for (let index = body.length - 1; index >= position; index -= 1) {
    word = (word << 8) | body.view.getUint8(index);
  }
  return word;
}

/** Not 0 when a byte of the word is a quote: then the lowest bit of it is the highest of the first such byte. */
function quotesIn(word: number): number {
  const zeroForQuote = word ^ QUOTES;
  return (zeroForQuote - LOWEST_BITS) & ~zeroForQuote & HIGHEST_BITS;
}

/** How many bytes precede the first quote, by the answer of `quotesIn`. */
function bytesBefore(quotes: number): number {
  return (31 - Math.clz32(quotes & -quotes)) >>> 3;
}

/** The first bytes of a word, three at most. */
function lowBytes(word: number, count: number): number {
  return word & ((1 << (8 * count)) - 1);
}
