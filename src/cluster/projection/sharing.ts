/**
 * Lets records share the strings and parts that repeat, in bounded memory: 150,000 pods on 5,000 nodes weigh 73 MB
 * (`npm run snapshot:measure`).
 */

/**
 * Objects of one shape come one after the other, because lists go by namespace and name: some thousands of shapes share
 * as much as all of them. Where every object differs nothing is shared, and only this much memory is spent on it.
 */
const GENERATION_SIZE = 4_096;

/** Strings come back in no order: the names of all nodes of a large cluster have to be remembered at once. */
const TEXT_GENERATION_SIZE = 16_384;

/** Names have at most 253 characters, values of labels 63. What is longer is nobody's name, and repeats by nobody's need. */
const LONGEST_TEXT = 256;

/**
 * A daemon's dozen tolerations with its affinity have some 800 characters, a pod's requests some 200. A generation counts
 * entries, and so bounds memory only when none of them is large: a review may hold megabytes in one name.
 */
const LONGEST_KEY = 2_048;

/**
 * Remembers what was used lately: a full generation becomes the old one, and the old one is forgotten. What has a long key
 * is not remembered: so the key has to hold all of the value that a caller can make long.
 */
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
    if (key.length > LONGEST_KEY) return;
    if (this.#young.size >= this.#limit) {
      this.#old = this.#young;
      this.#young = new Map();
    }
    this.#young.set(key, value);
  }

  /** What is remembered by this key, else what `make` gives. What it throws is not remembered. */
  getOrMake(key: string, make: () => V): V {
    const known = this.get(key);
    if (known !== undefined) return known;
    const made = make();
    this.set(key, made);
    return made;
  }
}

/** Gives the same text as one string in memory, unless it is too long to be a name. */
export type ShareText = (text: string) => string;

export function textSharing(): ShareText {
  const texts = new RecentCache<string>(TEXT_GENERATION_SIZE);
  return (text) => {
    if (text.length > LONGEST_TEXT) return text;
    const known = texts.get(text);
    if (known !== undefined) return known;
    texts.set(text, text);
    return text;
  };
}
