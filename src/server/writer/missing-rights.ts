/** What the account of this process may not do, and would: told once each, and listed for whoever looks. */

/** The constant words of the log. */
export const RIGHT_IS_MISSING = 'right is missing, going on without';

export interface MissingRight {
  /** Such as `update leases`. */
  readonly right: string;
  /** What goes undone, and the API server's words. */
  readonly detail: string;
}

export class MissingRights {
  readonly #missing = new Map<string, string>();
  readonly #warn: (missing: MissingRight) => void;

  constructor(warn: (missing: MissingRight) => void) {
    this.#warn = warn;
  }

  note(right: string, detail: string): void {
    const isNew = !this.#missing.has(right);
    this.#missing.set(right, detail);
    if (isNew) this.#warn({ right, detail });
  }

  /** It was given meanwhile. */
  granted(right: string): void {
    this.#missing.delete(right);
  }

  list(): readonly MissingRight[] {
    return Array.from(this.#missing, ([right, detail]) => ({ right, detail })).toSorted((one, other) =>
      one.right.localeCompare(other.right),
    );
  }
}
