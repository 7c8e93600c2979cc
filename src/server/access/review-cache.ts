/** Remembers answers for seconds, and asks once for all who want the same answer at a time. */

/** A right that was taken away is gone after so long. */
const REMEMBERED_MS = 10_000;

/** Tokens, and rights of their owners. Beyond, the oldest are asked about anew. */
const MOST_ANSWERS = 1_000;

interface Entry<T> {
  readonly answer: Promise<T>;
  readonly until: number;
}

export class ReviewCache<T> {
  /** Oldest first. */
  readonly #entries = new Map<string, Entry<T>>();
  readonly #now: () => number;

  constructor(now: () => number) {
    this.#now = now;
  }

  /** `ask` is called when nobody has asked lately. What fails is not remembered. */
  get(key: string, ask: () => Promise<T>): Promise<T> {
    const known = this.#entries.get(key);
    if (known !== undefined && this.#now() < known.until) return known.answer;
    const answer = ask();
    const entry = { answer, until: this.#now() + REMEMBERED_MS };
    this.#entries.delete(key);
    this.#entries.set(key, entry);
    if (this.#entries.size > MOST_ANSWERS) this.#entries.delete(this.#entries.keys().next().value ?? '');
    answer.catch(() => {
      if (this.#entries.get(key) === entry) this.#entries.delete(key);
    });
    return answer;
  }
}
