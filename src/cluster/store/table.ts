/** The records of one kind, each found by its key. */

export type Table<R> = Pick<MapTable<R>, 'size' | 'get' | 'keys' | 'values' | 'put' | 'remove'>;

export class MapTable<R> {
  readonly #keyOf: (record: R) => string;
  readonly #records = new Map<string, R>();

  constructor(keyOf: (record: R) => string) {
    this.#keyOf = keyOf;
  }

  get size(): number {
    return this.#records.size;
  }

  get(key: string): R | undefined {
    return this.#records.get(key);
  }

  keys(): Iterable<string> {
    return this.#records.keys();
  }

  values(): Iterable<R> {
    return this.#records.values();
  }

  /** Adds a record or replaces the one with its key, which is the answer. */
  put(record: R): R | undefined {
    const key = this.#keyOf(record);
    const before = this.#records.get(key);
    this.#records.set(key, record);
    this.changed(before, record);
    return before;
  }

  /** The answer is what was there. */
  remove(key: string): R | undefined {
    const before = this.#records.get(key);
    if (!this.#records.delete(key)) return undefined;
    this.changed(before, undefined);
    return before;
  }

  /** Where a table keeps what else it finds records by. */
  protected changed(_before: R | undefined, _after: R | undefined): void {}
}
