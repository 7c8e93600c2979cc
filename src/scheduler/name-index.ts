/** Finds numbers by the bytes of names: open addressing over one arena of all names, nothing made for a look. */
import { NO_NODE } from '../cluster/view.ts';
import { hashOf, wordAt } from './name-hash.ts';

/** An entry of the arena: the number (NO_NODE once it was taken away), the name's hash and length, its words. */
export const ENTRY = { number: 0, hash: 1, length: 2, words: 3 } as const;

/**
 * So many words behind its start an entry usually goes on in the next line of the processor's cache, 64 bytes each.
 * They may be read of every entry, even the last.
 */
export const NEXT_LINE = 12;

/** What an empty slot holds. The arena's first word is NO_NODE: the number of a name without an entry. */
export const NO_ENTRY = 0;
const FIRST_ENTRY = 1;

/** A power of two, so that a mask makes a slot of a hash. Small: they grow with the names. */
const FIRST_SLOTS = 256;
/** Slots are small and names far away in memory: with so many, nearly every name is found at its first slot. */
const SLOTS_PER_NAME = { least: 2, afterRebuild: 4 } as const;
/** Room for the names of a small cluster. */
const FIRST_WORDS = 1024;
/** Beside as many as there are names, so many that were taken away keep their entry: nodes often come back. */
const SPARE_ENTRIES = 64;

export class NameIndex {
  readonly seed: number;
  #slots = new Int32Array(FIRST_SLOTS);
  #arena = new Int32Array(FIRST_WORDS);
  #used = FIRST_ENTRY;
  #names = 0;
  #gone = 0;

  constructor(seed: number) {
    this.seed = seed | 0;
    this.#arena[NO_ENTRY] = NO_NODE;
  }

  /** Entries, to be tried one by one from `hash & (slots.length - 1)` on, until one fits or there is none. */
  get slots(): Int32Array {
    return this.#slots;
  }

  /** An entry stays where it is, and the only one of its name, until a rebuild makes another arena. */
  get arena(): Int32Array {
    return this.#arena;
  }

  /** The number of the name in `bytes[start, end)`, or NO_NODE. */
  find(bytes: Uint8Array, start: number, end: number): number {
    const slot = this.#slotOf(hashOf(this.seed, bytes, start, end), bytes, start, end);
    return this.#arena[(this.#slots[slot] ?? NO_ENTRY) + ENTRY.number] ?? NO_NODE;
  }

  set(name: Uint8Array, number: number): void {
    const words = ENTRY.words + wordCount(name.length);
    const tooFull = (this.#names + this.#gone + 1) * SLOTS_PER_NAME.least > this.#slots.length;
    if (tooFull || this.#used + words + NEXT_LINE > this.#arena.length) this.#rebuild(words);
    const hash = hashOf(this.seed, name, 0, name.length);
    const slot = this.#slotOf(hash, name, 0, name.length);
    const entry = this.#slots[slot] || this.#append(name, hash, slot);
    if (this.#arena[entry + ENTRY.number] === NO_NODE) {
      this.#gone -= 1;
      this.#names += 1;
    }
    this.#arena[entry + ENTRY.number] = number;
  }

  /** The entry stays, without its number: names that came later may only be found past it. */
  delete(name: Uint8Array): void {
    const slot = this.#slotOf(hashOf(this.seed, name, 0, name.length), name, 0, name.length);
    const entry = this.#slots[slot] ?? NO_ENTRY;
    if (this.#arena[entry + ENTRY.number] === NO_NODE) return;
    this.#arena[entry + ENTRY.number] = NO_NODE;
    this.#gone += 1;
    this.#names -= 1;
    if (this.#gone > this.#names + SPARE_ENTRIES) this.#rebuild(0);
  }

  /** The slot of a name, or the empty one where it would have to be. */
  #slotOf(hash: number, bytes: Uint8Array, start: number, end: number): number {
    const slots = this.#slots;
    const arena = this.#arena;
    const mask = slots.length - 1;
    for (let slot = hash & mask; ; slot = (slot + 1) & mask) {
      const entry = slots[slot] ?? NO_ENTRY;
      if (entry === NO_ENTRY) return slot;
      if (arena[entry + ENTRY.hash] === hash && isName(arena, entry, bytes, start, end)) return slot;
    }
  }

  #append(name: Uint8Array, hash: number, slot: number): number {
    const entry = this.#used;
    const words = wordCount(name.length);
    this.#arena[entry + ENTRY.number] = NO_NODE;
    this.#arena[entry + ENTRY.hash] = hash;
    this.#arena[entry + ENTRY.length] = name.length;
    for (let index = 0; index < words; index += 1) {
      this.#arena[entry + ENTRY.words + index] = wordAt(name, 4 * index, name.length);
    }
    this.#slots[slot] = entry;
    this.#used += ENTRY.words + words;
    this.#gone += 1;
    return entry;
  }

  /** Moves the names that are left, in their order, to arrays with room for as many again and `more` words. */
  #rebuild(more: number): void {
    const from = this.#arena.subarray(0, this.#used);
    let slotCount = FIRST_SLOTS;
    while (slotCount < SLOTS_PER_NAME.afterRebuild * this.#names) slotCount *= 2;
    const left: number[] = [];
    let words = FIRST_WORDS + more;
    for (let entry = FIRST_ENTRY; entry < from.length; entry += entrySize(from, entry)) {
      if (from[entry + ENTRY.number] === NO_NODE) continue;
      left.push(entry);
      words += 2 * entrySize(from, entry);
    }
    const slots = new Int32Array(slotCount);
    const arena = new Int32Array(words);
    arena[NO_ENTRY] = NO_NODE;
    let used = FIRST_ENTRY;
    for (const entry of left) {
      const size = entrySize(from, entry);
      arena.set(from.subarray(entry, entry + size), used);
      let slot = (from[entry + ENTRY.hash] ?? 0) & (slotCount - 1);
      while (slots[slot] !== NO_ENTRY) slot = (slot + 1) & (slotCount - 1);
      slots[slot] = used;
      used += size;
    }
    this.#slots = slots;
    this.#arena = arena;
    this.#used = used;
    this.#gone = 0;
  }
}

function wordCount(length: number): number {
  return (length + 3) >>> 2;
}

function entrySize(arena: Int32Array, entry: number): number {
  return ENTRY.words + wordCount(arena[entry + ENTRY.length] ?? 0);
}

function isName(arena: Int32Array, entry: number, bytes: Uint8Array, start: number, end: number): boolean {
  if (arena[entry + ENTRY.length] !== end - start) return false;
  let word = entry + ENTRY.words;
  for (let position = start; position < end; position += 4, word += 1) {
    if (arena[word] !== wordAt(bytes, position, end)) return false;
  }
  return true;
}
