/**
 * Reads a list of node names as bytes: where each name lies and which node it means. Its arrays serve every call.
 *
 * There are two ways to find a name, and both are needed (`npm run bench:names`): guessing that it follows the same name
 * as the last time reads 5,000 names in the scheduler's own order in half the time of JSON.parse, and looking all of them
 * up takes 1.4 times as long as JSON.parse. Of 100,000 in any other order, looking them up in batches takes 1.6 times as
 * long as JSON.parse, and guessing 3.2 times.
 */
import { NO_NODE } from '../../cluster/view.ts';
import { CLOSE_BRACKET, COMMA, OPEN_BRACKET, ordinaryEnd, QUOTE, skipSpace } from '../../json/scan.ts';
import { type NameTable, NEXT_LINE } from './name-table.ts';
import { UNUSUAL } from './plain-members.ts';
import {
  type Arena,
  type BodyWords,
  bodyWords,
  ENTRY,
  findEntry,
  hashName,
  isEntryAt,
  NO_END,
  NO_ENTRY,
} from './word-reader.ts';

/** Twice the names that a scheduler sends by default for 5,000 nodes. Longer lists make the arrays grow. */
const FIRST_CAPACITY = 1024;
/** More than 100,000 nodes, the most that anybody tries. The plain way says so of a longer list. */
export const MOST_NAMES = 2 ** 17;
/** So many names are looked up together: their waits for memory pass side by side, not one after another. */
const BATCH = 32;
/** So many guesses of a batch have to be right to go on: a wrong one costs half of what a right one saves. */
const ENOUGH_RIGHT = BATCH / 3;
/** In place of where the next name begins; the end of the list is told as a negative number. */
const MALFORMED = 0;

export class NameList {
  /** How many names there are. Behind them the arrays hold what earlier calls left. */
  count = 0;
  /** Name `i` is `bytes[starts[i], ends[i])`, without its quotes, and means the node `numbers[i]`, or NO_NODE. */
  starts = new Int32Array(FIRST_CAPACITY);
  ends = new Int32Array(FIRST_CAPACITY);
  numbers = new Int32Array(FIRST_CAPACITY);
  readonly #table: NameTable;
  readonly #hashes = new Int32Array(BATCH);
  /** By a node's number plus 1, the entry of the name behind its own the last time: it is often there again. */
  #followers = new Int32Array(0);
  /** The arena of those entries: in another one they mean nothing. */
  #arena: Arena;
  /** Keeps what reading ahead gave, or the compiler would leave the reads out. */
  #readAhead = 0;

  constructor(table: NameTable) {
    this.#table = table;
    this.#arena = table.arena;
  }

  /** Reads the list at `at` and says where it ends. Usual are strings only, none with an escape. */
  read(bytes: Buffer, at: number): number {
    if (bytes[at] !== OPEN_BRACKET || this.#table.hasEscapedNames) throw UNUSUAL;
    const body = bodyWords(bytes);
    this.#keepFollowers();
    this.count = 0;
    let next = firstName(bytes, at);
    if (next > 0) next = this.#guess(bytes, body, next);
    while (next > 0) next = this.#lookUp(bytes, body, next);
    if (next === MALFORMED) throw UNUSUAL;
    return -next;
  }

  /** Reads names as long as enough of them are behind the same name as the last time. */
  #guess(bytes: Buffer, body: BodyWords, from: number): number {
    const { arena, slots, seed } = this.#table;
    const { words } = arena;
    const followers = this.#followers;
    let previous = NO_NODE;
    let next = from;
    for (let right = BATCH; right >= ENOUGH_RIGHT && next > 0; ) {
      if (!this.#reserve()) return MALFORMED;
      const { starts, ends, numbers } = this;
      const limit = this.count + BATCH;
      let index = this.count;
      right = 0;
      for (; index < limit && next > 0; index += 1) {
        let entry = followers[previous + 1] ?? NO_ENTRY;
        if (entry !== NO_ENTRY && isEntryAt(body, next, arena, entry)) {
          ends[index] = next + (words[entry + ENTRY.length] ?? 0);
          right += 1;
        } else {
          const hash = hashName(body, next, seed, ends, index);
          entry = findEntry(body, next, hash, slots, arena);
          followers[previous + 1] = entry;
        }
        previous = words[entry + ENTRY.number] ?? NO_NODE;
        starts[index] = next;
        numbers[index] = previous;
        if (previous === NO_NODE && !isPlain(bytes, next, ends[index])) return MALFORMED;
        next = nextName(bytes, ends[index] ?? NO_END);
      }
      this.count = index;
    }
    return next;
  }

  /** Reads a batch of names: first where each ends, then what each means. */
  #lookUp(bytes: Buffer, body: BodyWords, from: number): number {
    if (!this.#reserve()) return MALFORMED;
    const { arena, slots, seed } = this.#table;
    const { words } = arena;
    const { starts, ends, numbers } = this;
    const hashes = this.#hashes;
    const followers = this.#followers;
    const first = this.count;
    let next = from;
    let count = 0;
    for (; count < BATCH && next > 0; count += 1) {
      starts[first + count] = next;
      hashes[count] = hashName(body, next, seed, ends, first + count);
      next = nextName(bytes, ends[first + count] ?? NO_END);
    }
    const mask = slots.length - 1;
    let ahead = 0;
    for (let index = 0; index < count; index += 1) {
      const entry = slots[(hashes[index] ?? 0) & mask] ?? NO_ENTRY;
      ahead ^= (words[entry] ?? 0) ^ (words[entry + NEXT_LINE] ?? 0);
    }
    this.#readAhead ^= ahead;
    let previous = numbers[first - 1] ?? NO_NODE;
    for (let index = 0; index < count; index += 1) {
      const start = starts[first + index] ?? 0;
      const entry = findEntry(body, start, hashes[index] ?? 0, slots, arena);
      followers[previous + 1] = entry;
      previous = words[entry + ENTRY.number] ?? NO_NODE;
      numbers[first + index] = previous;
      if (previous === NO_NODE && !isPlain(bytes, start, ends[first + index])) return MALFORMED;
    }
    this.count += count;
    return next;
  }

  #reserve(): boolean {
    const { length } = this.starts;
    if (this.count + BATCH <= length) return true;
    if (length >= MOST_NAMES) return false;
    this.starts = grown(this.starts);
    this.ends = grown(this.ends);
    this.numbers = grown(this.numbers);
    return true;
  }

  #keepFollowers(): void {
    const { arena } = this.#table;
    if (this.#arena === arena && this.#followers.length > this.#table.limit) return;
    this.#arena = arena;
    this.#followers = new Int32Array(2 * this.#table.limit + 1);
  }
}

function grown(array: Int32Array): Int32Array<ArrayBuffer> {
  const larger = new Int32Array(2 * array.length);
  larger.set(array);
  return larger;
}

/** Where the first name begins in the list at `at`. */
function firstName(bytes: Buffer, at: number): number {
  const position = skipSpace(bytes, at + 1);
  if (bytes[position] === QUOTE) return position + 1;
  return bytes[position] === CLOSE_BRACKET ? -(position + 1) : MALFORMED;
}

/** Where the next name begins behind the quote at `end`. */
function nextName(bytes: Buffer, end: number): number {
  if (end === NO_END) return MALFORMED;
  if (bytes[end + 1] === COMMA && bytes[end + 2] === QUOTE) return end + 3;
  let position = skipSpace(bytes, end + 1);
  if (bytes[position] === CLOSE_BRACKET) return -(position + 1);
  if (bytes[position] !== COMMA) return MALFORMED;
  position = skipSpace(bytes, position + 1);
  return bytes[position] === QUOTE ? position + 1 : MALFORMED;
}

/** The name of a node is known to be sound. In any other one each byte is looked at: a backslash is found here too. */
function isPlain(bytes: Buffer, start: number, end: number | undefined): boolean {
  return ordinaryEnd(bytes, start) === end;
}
