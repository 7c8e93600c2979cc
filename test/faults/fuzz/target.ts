/** Something that reads what others give it, and what must be so whatever it is given. */

export type Random = () => number;

export interface Outcome {
  /** What is wrong with the input, a line each; empty when it was taken. */
  readonly errors: readonly string[];
  /** Of these, the ones that do not say where. */
  readonly placeless: readonly string[];
}

export const TAKEN: Outcome = { errors: [], placeless: [] };

export interface Target {
  readonly name: string;
  /** How much of all inputs it gets, beside the others: what takes long gets less. */
  readonly share: number;
  /** Something good, spoilt: the same for the same random numbers. */
  input(random: Random): Buffer;
  /** Throws only by a mistake of ours. */
  read(input: Buffer): Outcome | Promise<Outcome>;
}

export interface PlacedError {
  readonly line?: number | undefined;
  readonly column?: number | undefined;
  readonly text: string;
}

/** What can be said of a file only as a whole. */
const WHOLE_FILE = [
  /is empty/,
  /is not (?:text in UTF-8|UTF-8 text)/,
  /is larger than/,
  /nothing to check/,
  /^and \d+ more/,
];

/** An error of a file says where when its line is one of the text, and its column one of that line or right behind it. */
export function outcomeOf(errors: readonly PlacedError[], input: Buffer): Outcome {
  const lines = input.toString('utf8').split('\n');
  const isPlaced = ({ line, column = 1, text }: PlacedError): boolean => {
    if (text.trim() === '' || /\n/.test(text)) return false;
    if (line === undefined) return WHOLE_FILE.some((pattern) => pattern.test(text));
    const length = lines[line - 1]?.length;
    return length !== undefined && column >= 1 && column <= length + 1;
  };
  return {
    errors: errors.map(({ text }) => text),
    placeless: errors
      .filter((error) => !isPlaced(error))
      .map(({ line, column, text }) => `${line}:${column}: ${text}`),
  };
}

/** Long enough to tell kinds of mistakes apart, and too short for the names in them. */
const LONGEST_KIND = 80;

/** The same mistake with other names and numbers is the same: what tells inputs apart that are worth keeping. */
export function kindOf({ errors }: Outcome): string {
  const [first = ''] = errors;
  return first
    .replace(/"(?:[^"\\]|\\.)*"?/g, '"…"')
    .replace(/\b\d[\w.:-]*/g, '0')
    .replace(/[\w$/[\]-]*[.[][\w.$/[\]-]+/g, 'field')
    .slice(0, LONGEST_KIND);
}
