/** What can be wrong with a snapshot, and the error that says all of it at once. */

/** Nobody reads more than this; the rest is counted. */
const MAX_SHOWN = 20;

/** Enough to see what is wrong with a file; beyond, each is the same mistake again. */
const MAX_KEPT = 100;

/** A snapshot cannot be used. Its message has one line per problem, each with the file, the line and the field. */
export class SnapshotError extends Error {
  /** The first of them: a file of a hundred thousand mistakes keeps only some. */
  readonly problems: readonly string[];
  /** How many there are, kept or not. */
  readonly total: number;

  constructor({ kept, total }: BoundedList) {
    const shown = kept.slice(0, MAX_SHOWN);
    if (total > shown.length) shown.push(`and ${total - shown.length} more`);
    super(shown.join('\n'));
    this.name = 'SnapshotError';
    this.problems = kept;
    this.total = total;
  }
}

/** Problems or warnings of a hundred thousand objects: the first are kept, all are counted. */
export class BoundedList {
  readonly kept: string[] = [];
  total = 0;

  /** To find the line costs a pass over the file: no text is made for what is only counted. */
  add(text: () => string): void {
    if (this.kept.length < MAX_KEPT) this.kept.push(text());
    this.total += 1;
  }

  /** Those that are kept, and a line that counts the others. */
  texts(): readonly string[] {
    const more = this.total - this.kept.length;
    return more === 0 ? this.kept : [...this.kept, `and ${more} more like these`];
  }
}
