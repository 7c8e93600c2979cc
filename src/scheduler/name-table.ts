/** The dense numbers of the view's nodes by the bytes of their names: for lists of names that never become strings. */
import { type ClusterView, NO_NODE } from '../cluster/view.ts';
import { NameIndex } from './name-index.ts';

/** What JSON takes only as an escape: no body can hold the bytes of a name with such a character. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: it is they that are looked for.
const ESCAPED_IN_JSON = /["\\\u0000-\u001f]/;

/** Finds node numbers by names in UTF-8, and follows the nodes as they come and go. */
export class NameTable {
  readonly index: NameIndex;
  /** Ends following the view. */
  readonly close: () => void;
  readonly #escaped = new Set<string>();
  #limit = 0;

  /** The seed is another one in each process, so that nobody can prepare names that all share a slot. */
  constructor(view: ClusterView, seed: number = Math.floor(Math.random() * 2 ** 32)) {
    this.index = new NameIndex(seed);
    for (const { name } of view.nodes()) this.#follow(name, view.nodeNumber(name));
    this.close = view.subscribe({
      nodes: (before, after) => {
        // A node keeps its name and number while it lives: other changes are nothing to this table.
        if (before !== undefined && after !== undefined) return;
        const name = after?.name ?? before?.name ?? '';
        this.#follow(name, view.nodeNumber(name));
      },
    });
  }

  /** All numbers that there ever were are below this. */
  get limit(): number {
    return this.#limit;
  }

  /** Some node has a name that JSON must escape. No API server takes such a node; a snapshot may hold one. */
  get hasEscapedNames(): boolean {
    return this.#escaped.size > 0;
  }

  /** The number of the node whose name is `bytes[start, end)`, or NO_NODE. Makes nothing. */
  find(bytes: Buffer, start: number, end: number): number {
    return this.index.find(bytes, start, end);
  }

  #follow(name: string, number: number): void {
    // Half a surrogate pair has no UTF-8: written as bytes it would be taken for another name.
    if (!name.isWellFormed()) return;
    if (number === NO_NODE) {
      this.index.delete(Buffer.from(name));
      this.#escaped.delete(name);
      return;
    }
    this.index.set(Buffer.from(name), number);
    this.#limit = Math.max(this.#limit, number + 1);
    if (ESCAPED_IN_JSON.test(name)) this.#escaped.add(name);
  }
}
