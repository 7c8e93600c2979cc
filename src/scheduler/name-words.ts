/** Reads names from a body four bytes at a time, each up to the quote that ends it. */
import { QUOTE } from './asked-json.ts';
import { lastHash, nextHash } from './name-hash.ts';
import { ENTRY, NO_ENTRY } from './name-index.ts';

/** The bytes of a body for reading by words. The view knows its length too, but takes ten times as long to tell it. */
export interface BodyWords {
  readonly view: DataView;
  readonly length: number;
}

/** In place of the end of a name that no quote ends. */
export const NO_END = 0;

/** The same byte four times, for a look at all bytes of a word at once. */
const QUOTES = 0x22222222;
const LOWEST_BITS = 0x01010101;
const HIGHEST_BITS = 0x80808080 | 0;

/** The hash of the name that begins at `start`. Where the quote behind it stands goes to `ends[index]`. */
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
