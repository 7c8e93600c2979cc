/** Lets records share the strings and parts that repeat, in bounded memory. */

/**
 * A cluster has some thousands of distinct strings and shapes in use at once; a cluster where everything varies only
 * loses the sharing, never correctness, and never more memory than two generations of this many.
 */
const GENERATION_SIZE = 32_768;

/** Remembers what was used lately: a full generation becomes the old one, and the old one is forgotten. */
export class RecentCache<V> {
  readonly #limit: number;
  #young = new Map<string, V>();
  #old = new Map<string, V>();

  constructor(limit: number = GENERATION_SIZE) {
    this.#limit = limit;
  }

  get size(): number {
    return this.#young.size + this.#old.size;
  }

  get(key: string): V | undefined {
    const young = this.#young.get(key);
    if (young !== undefined) return young;
    const old = this.#old.get(key);
    if (old !== undefined) this.set(key, old);
    return old;
  }

  set(key: string, value: V): void {
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }
}

/** Gives the same text as one string in memory. */
export type ShareText = (text: string) => string;

export function textSharing(): ShareText {
  const texts = new RecentCache<string>();
  return (text) => {
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, text);
    return text;
  };
}
