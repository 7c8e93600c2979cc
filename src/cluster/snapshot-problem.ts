/** What can be wrong with a snapshot, and the error that says all of it at once. */

/** Nobody reads more than this; the rest is counted. */
const MAX_SHOWN = 20;

/** A snapshot cannot be used. Its message has one line per problem, each with the file, the line and the field. */
export class SnapshotError extends Error {
  /** The first of them: a file of a hundred thousand mistakes keeps only some. */
  readonly problems: readonly string[];
  /** How many there are, kept or not. */
  readonly total: number;

  constructor(problems: readonly string[], total: number = problems.length) {
    const shown = problems.slice(0, MAX_SHOWN);
    if (total > shown.length) shown.push(`and ${total - shown.length} more`);
    super(shown.join('\n'));
    this.name = 'SnapshotError';
    this.problems = problems;
    this.total = total;
  }
}

/** One place in one file cannot be read: ends the reading of that file. */
export class UnreadableError extends Error {
  constructor(where: string, problem: string) {
    super(`${where}: ${problem}`);
    this.name = 'UnreadableError';
  }
}

/** A list that goes on in memory only up to a limit, for problems and warnings of a hundred thousand objects. */
export class BoundedList {
  readonly #limit: number;
  readonly #texts: string[] = [];
  #more = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  get full(): boolean {
    return this.#texts.length >= this.#limit;
  }

  /** How many were added, kept or not. */
  get total(): number {
    return this.#texts.length + this.#more;
  }

  add(text: string): void {
    if (this.full) this.#more += 1;
    else this.#texts.push(text);
  }

  /** Those that are kept. */
  first(): readonly string[] {
    return this.#texts;
  }

  /** Those that are kept, and a line that counts the others. */
  texts(): readonly string[] {
    return this.#more === 0 ? this.#texts : [...this.#texts, `and ${this.#more} more like these`];
  }
}
