/** What can be wrong with a snapshot, and the error that says all of it at once. */

/** Nobody reads more than this; the rest is counted. */
const MAX_SHOWN = 20;

/** A snapshot cannot be used. Its message has one line per problem, each with the file, the line and the field. */
export class SnapshotError extends Error {
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    const shown = problems.slice(0, MAX_SHOWN);
    if (problems.length > shown.length) shown.push(`and ${problems.length - shown.length} more`);
    super(shown.join('\n'));
    this.name = 'SnapshotError';
    this.problems = problems;
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

  add(text: string): void {
    if (this.full) this.#more += 1;
    else this.#texts.push(text);
  }

  texts(): readonly string[] {
    return this.#more === 0 ? this.#texts : [...this.#texts, `and ${this.#more} more like these`];
  }
}
