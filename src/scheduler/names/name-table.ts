/**
 * The numbers of the view's nodes by the bytes of their names, for lists of names that never become strings: open
 * addressing over one arena of all names, so that a look makes nothing.
 */
import { type ClusterView, NO_NODE } from '../../cluster/view.ts';
import { type Arena, arenaOf, bodyWords, ENTRY, findEntry, hashName, NO_ENTRY } from './word-reader.ts';

/**
 * So many words behind its start an entry usually goes on in the next line of the processor's cache, 64 bytes each.
 * They may be read of every entry, even the last.
 */
export const NEXT_LINE = 12;

/** A power of two, so that a mask makes a slot of a hash. Small: they grow with the names. */
const FIRST_SLOTS = 256;
/** Slots are small and names far away in memory: with so many, nearly every name is found at its first slot. */
const SLOTS_PER_NAME = { least: 2, afterRebuild: 4 } as const;
/** Room for the names of a small cluster. */
const FIRST_WORDS = 1024;
/** Beside as many as there are nodes, so many that are gone keep their entry: nodes often come back. */
const SPARE_ENTRIES = 64;

/** What JSON takes only as an escape: no body can hold the bytes of a name with such a character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that are looked for.
const ESCAPED_IN_JSON = /["\\\u0000-\u001f]/;

/** Follows the nodes as they come and go. */
export class NameTable {
  readonly seed: number;
  /** Entries, to be tried one by one from `hash & (slots.length - 1)` on, until one fits or there is none. */
  slots = new Int32Array(0);
  /** An entry stays where it is, and the only one of its name, until a rebuild makes another arena. */
  arena: Arena = arenaOf(0);
  /** All numbers that there ever were are below this. */
  limit = 0;
  /** Ends following the view. */
  readonly stop: () => void;
  readonly #view: ClusterView;
  readonly #escaped = new Set<string>();
  /** Words of the arena. */
  #used = 0;
  #entries = 0;
  /** Entries of nodes that are gone. */
  #gone = 0;

  /** The seed is another one in each process, so that nobody can prepare names that all share a slot. */
  constructor(view: ClusterView, seed: number = Math.floor(Math.random() * 2 ** 32)) {
    this.#view = view;
    this.seed = seed | 0;
    this.#rebuild();
    this.stop = view.subscribe({
      nodes: (before, after) => {
        // A node keeps its name and number while it lives: other changes are nothing to this table.
        if (before === undefined && after !== undefined) this.#add(after.name);
        if (before !== undefined && after === undefined) this.#remove(before.name);
      },
    });
  }

  /** Some node has a name that JSON must escape. No API server takes such a node; a snapshot may hold one. */
  get hasEscapedNames(): boolean {
    return this.#escaped.size > 0;
  }

  /** Of the names that begin at `starts`, each with a quote behind it. They were hashed with the seed of this table. */
  numbersOf(bytes: Buffer, starts: Int32Array, hashes: Int32Array): Int32Array<ArrayBuffer> {
    const { slots, arena } = this;
    const body = bodyWords(bytes);
    const numbers = new Int32Array(starts.length);
    for (let index = 0; index < starts.length; index += 1) {
      const entry = findEntry(body, starts[index] ?? 0, hashes[index] ?? 0, slots, arena);
      numbers[index] = arena.words[entry + ENTRY.number] ?? NO_NODE;
    }
    return numbers;
  }

  #add(name: string): void {
    if (!this.#isPlain(name)) return;
    const isFull =
      (this.#entries + 1) * SLOTS_PER_NAME.least > this.slots.length ||
      this.#used + sizeOf(name) + NEXT_LINE > this.arena.words.length;
    // The view has the node already, so that it comes in with all others.
    if (isFull) this.#rebuild();
    else this.#put(name);
  }

  /** The entry stays, without its number: names that came later may only be found past it. */
  #remove(name: string): void {
    if (this.#escaped.delete(name) || !name.isWellFormed()) return;
    const { entry } = this.#find(name);
    if (this.arena.words[entry + ENTRY.number] === NO_NODE) return;
    this.arena.words[entry + ENTRY.number] = NO_NODE;
    this.#gone += 1;
    if (this.#gone > this.#entries - this.#gone + SPARE_ENTRIES) this.#rebuild();
  }

  /** Takes all names of the view, in their order, into arrays with room for as many again. */
  #rebuild(): void {
    const names = Array.from(this.#view.nodes(), ({ name }) => name).filter((name) => this.#isPlain(name));
    const words = names.reduce((sum, name) => sum + sizeOf(name), 0);
    let slotCount = FIRST_SLOTS;
    while (slotCount < SLOTS_PER_NAME.afterRebuild * names.length) slotCount *= 2;
    this.slots = new Int32Array(slotCount);
    this.arena = arenaOf(FIRST_WORDS + 2 * words);
    this.arena.words[NO_ENTRY] = NO_NODE;
    this.#used = NO_ENTRY + 2;
    this.#entries = 0;
    this.#gone = 0;
    for (const name of names) this.#put(name);
  }

  #put(name: string): void {
    const found = this.#find(name);
    const entry = found.entry === NO_ENTRY ? this.#append(name, found.hash) : found.entry;
    const number = this.#view.nodeNumber(name);
    const { words } = this.arena;
    if (words[entry + ENTRY.number] === NO_NODE) this.#gone -= 1;
    words[entry + ENTRY.number] = number;
    this.limit = Math.max(this.limit, number + 1);
  }

  /** An entry without a number, as of a node that is gone. */
  #append(name: string, hash: number): number {
    const { slots } = this;
    const { words } = this.arena;
    const entry = this.#used;
    const bytes = Buffer.alloc(4 * (sizeOf(name) - ENTRY.name));
    words[entry + ENTRY.number] = NO_NODE;
    words[entry + ENTRY.hash] = hash;
    words[entry + ENTRY.length] = bytes.write(name);
    for (let at = 0; at < bytes.length; at += 4) {
      words[entry + ENTRY.name + at / 4] = bytes.readInt32LE(at);
    }
    const mask = slots.length - 1;
    let slot = hash & mask;
    while (slots[slot] !== NO_ENTRY) slot = (slot + 1) & mask;
    slots[slot] = entry;
    this.#used += sizeOf(name);
    this.#entries += 1;
    this.#gone += 1;
    return entry;
  }

  #find(name: string): { readonly hash: number; readonly entry: number } {
    const body = bodyWords(Buffer.from(`${name}"`));
    const hash = hashName(body, 0, this.seed, new Int32Array(1), 0);
    return { hash, entry: findEntry(body, 0, hash, this.slots, this.arena) };
  }

  /** Half a surrogate pair has no UTF-8: written as bytes it would be taken for another name. */
  #isPlain(name: string): boolean {
    const isEscaped = ESCAPED_IN_JSON.test(name);
    if (isEscaped) this.#escaped.add(name);
    return !isEscaped && name.isWellFormed();
  }
}

/** The words of a name's entry, an even number of them. */
function sizeOf(name: string): number {
  return ENTRY.name + 2 * Math.ceil(Buffer.byteLength(name) / 8);
}
