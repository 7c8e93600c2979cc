/** Groups of which some pods are on their way to a scheduler: the rest of them follows, within a bound. */

/** Larger ones are released in parts of so many; two hundred are four seconds of a scheduler with default settings. */
export const LARGEST_GROUP = 200;

/** A controller makes the pods of a group within seconds. */
const BEGUN_FOR_MS = 60_000;

const MOST_GROUPS = 1_000;

interface Begun {
  readonly pods: number;
  readonly at: number;
}

export class BegunGroups {
  readonly #groups = new Map<string, Begun>();

  get size(): number {
    return this.#groups.size;
  }

  /** One more pod of it has no gate. */
  add(group: string, now: number): void {
    const known = this.#groups.get(group);
    // One of the same name, a day later, is another.
    const isOver = known === undefined || now - known.at >= BEGUN_FOR_MS;
    const begun = { pods: isOver ? 1 : known.pods + 1, at: now };
    // The one heard of last is the last to be forgotten.
    this.#groups.delete(group);
    this.#groups.set(group, begun);
    const [oldest] = this.#groups.keys();
    if (this.#groups.size > MOST_GROUPS && oldest !== undefined) this.#groups.delete(oldest);
  }

  /** Whether one more pod may follow those that have gone. */
  has(group: string, now: number): boolean {
    const begun = this.#groups.get(group);
    return begun !== undefined && now - begun.at < BEGUN_FOR_MS && begun.pods < LARGEST_GROUP;
  }
}
