/** Reads names four bytes at a time, or eight, each up to the quote that ends it, and finds their entries in a table. */
import { QUOTE } from '../../json/scan.ts';

/** The same memory twice. */
export interface Arena {
  readonly words: Int32Array;
  readonly doubles: Float64Array;
}

/**
 * An entry of the arena, in words: the number (NO_NODE once the node is gone), the name's hash and length, one that is not
 * used, and the name. Each begins at an even word, so that names can be read as doubles.
 */
export const ENTRY = { number: 0, hash: 1, length: 2, name: 4 } as const;

/** What an empty slot holds. The arena's first word is NO_NODE: the number of a name without an entry. */
export const NO_ENTRY = 0;

export function arenaOf(words: number): Arena {
  const memory = new ArrayBuffer(8 * Math.ceil(words / 2));
  return { words: new Int32Array(memory), doubles: new Float64Array(memory) };
}

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
  arena: Arena,
): number {
  const { words } = arena;
  const mask = slots.length - 1;
  for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
    const entry = slots[slot] ?? NO_ENTRY;
    if (entry === NO_ENTRY) return NO_ENTRY;
    if (words[entry + ENTRY.hash] === hash && isEntryAt(body, start, arena, entry)) return entry;
  }
}

/**
 * Whether the name of an entry, and then a quote, stands at `start`. Eight bytes are compared as one double, which takes half
 * the time of two words. Different bytes can only be equal as doubles where they are zeros, and equal ones different where
 * they are not numbers: the former would hold control characters, which no name of the table does, and the latter are no UTF-8,
 * which every body has been checked for.
 */
export function isEntryAt(body: BodyWords, start: number, arena: Arena, entry: number): boolean {
  const { view, length } = body;
  const { words, doubles } = arena;
  const end = start + (words[entry + ENTRY.length] ?? 0);
  if (end >= length || view.getUint8(end) !== QUOTE) return false;
  let position = start;
  let double = (entry + ENTRY.name) >>> 1;
  for (; position + 8 <= end; position += 8, double += 1) {
    if (view.getFloat64(position, true) !== doubles[double]) return false;
  }
  let word = 2 * double;
  if (position + 4 <= end) {
    if (view.getInt32(position, true) !== words[word]) return false;
    position += 4;
    word += 1;
  }
  if (position === end) return true;
  const last = position + 4 <= length ? view.getInt32(position, true) : lastWord(body, position);
  return lowBytes(last, end - position) === words[word];
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
