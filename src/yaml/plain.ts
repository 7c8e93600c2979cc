/**
 * Reads the plain part of YAML that kubectl writes: block maps and lists with scalars on one line. A list of 40 MB takes
 * 1.5 s of CPU with it and 15 s by the general parser alone, and 130 MB of memory instead of 250 (measured by
 * `npm run snapshot:measure`). It gives up (undefined) on everything else, which that parser then reads.
 */

type Plain = null | boolean | number | string | Plain[] | { [key: string]: Plain };

/** A key without quotes, with what follows its colon. It begins with a letter, so it is never a number. */
const KEY = /^([A-Za-z](?:[\w./-]|:(?=\S))*):(?: (.*))?$/;
const WORD_VALUES = new Map<string, boolean | null>([
  ...['true', 'True', 'TRUE'].map((word): [string, boolean] => [word, true]),
  ...['false', 'False', 'FALSE'].map((word): [string, boolean] => [word, false]),
  ...['null', 'Null', 'NULL'].map((word): [string, null] => [word, null]),
]);

const DOUBLE_QUOTED = /^"(?:[^"\\\p{Cc}]|\\["\\/bfnrt]|\\u[0-9a-fA-F]{4})*"$/u;
const SINGLE_QUOTED = /^'(?:[^'\p{Cc}]|'')*'$/u;
/** Begins with nothing that means something to YAML, and holds no comment and no second key. */
const BARE = /^(?:[A-Za-z0-9/_.(<+]|-(?=[^ ]))(?:[\x21-\x7e]| (?!#))*$/;
const ENDS_OR_SPLITS = /: |[: ]$/;
/** Integers that are surely read the same everywhere: no leading zero, no loss of digits. */
const SIMPLE_INTEGER = /^-?(?:0|[1-9]\d{0,14})$/;
/** All that YAML's core schema takes for a number. */
const NUMBER_LIKE =
  /^(?:[-+]?(?:\.\d+|\d+(?:\.\d*)?)(?:[eE][-+]?\d+)?|0o[0-7]+|0x[\da-fA-F]+|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))$/;

const BLANK = 0x20;
const DASH = 0x2d;

/** Thrown inside, never outside: this is not the plain part. */
class NotPlain extends Error {}
const NOT_PLAIN = new NotPlain();

function scalar(text: string): Plain {
  if (text === '{}') return {};
  if (text === '[]') return [];
  if (text.startsWith('"')) {
    if (!DOUBLE_QUOTED.test(text)) throw NOT_PLAIN;
    const value: unknown = JSON.parse(text);
    return String(value);
  }
  if (text.startsWith("'")) {
    if (!SINGLE_QUOTED.test(text)) throw NOT_PLAIN;
    return text.slice(1, -1).replaceAll("''", "'");
  }
  const word = WORD_VALUES.get(text);
  if (word !== undefined) return word;
  if (SIMPLE_INTEGER.test(text)) return Number(text);
  if (!BARE.test(text) || ENDS_OR_SPLITS.test(text) || NUMBER_LIKE.test(text)) throw NOT_PLAIN;
  return text;
}

class PlainReader {
  readonly #lines: readonly string[];
  #at = 0;

  constructor(lines: readonly string[]) {
    this.#lines = lines;
  }

  get isAtEnd(): boolean {
    return this.#at >= this.#lines.length;
  }

  /** The map or list that begins on this line. */
  block(): Plain {
    const indent = this.#indent();
    const line = this.#lines[this.#at] ?? '';
    return line.charCodeAt(indent) === DASH ? this.#list(indent) : this.#map(indent, line.slice(indent));
  }

  /** The indentation of this line, or -1 at the end. A blank line ends nothing here, so it is not plain. */
  #indent(): number {
    const line = this.#lines[this.#at];
    if (line === undefined) return -1;
    let indent = 0;
    while (line.charCodeAt(indent) === BLANK) indent += 1;
    if (indent === line.length) throw NOT_PLAIN;
    return indent;
  }

  #isEntry(indent: number): boolean {
    const line = this.#lines[this.#at] ?? '';
    return line.charCodeAt(indent) === DASH && line.charCodeAt(indent + 1) === BLANK;
  }

  #list(indent: number): Plain[] {
    const list: Plain[] = [];
    while (this.#indent() === indent && this.#isEntry(indent)) {
      const content = (this.#lines[this.#at] ?? '').slice(indent + 2);
      if (KEY.test(content)) list.push(this.#map(indent + 2, content));
      else {
        list.push(scalar(content));
        this.#at += 1;
      }
    }
    // A dash without a blank is none.
    if (list.length === 0) throw NOT_PLAIN;
    return list;
  }

  /** `first` is the text of the first entry, which may stand behind a dash. */
  #map(indent: number, first: string): { [key: string]: Plain } {
    const map: { [key: string]: Plain } = {};
    let entry: string | undefined = first;
    while (entry !== undefined) {
      const [, key, value] = KEY.exec(entry) ?? [];
      // The general parser has the message for a key that stands twice.
      if (key === undefined || WORD_VALUES.has(key) || Object.hasOwn(map, key)) throw NOT_PLAIN;
      this.#at += 1;
      map[key] = value === undefined ? this.#nested(indent) : scalar(value);
      entry =
        this.#indent() === indent && !this.#isEntry(indent)
          ? (this.#lines[this.#at] ?? '').slice(indent)
          : undefined;
    }
    return map;
  }

  /** What stands below a key: deeper, or a list whose dashes stand below the key itself; else null. */
  #nested(indent: number): Plain {
    const next = this.#indent();
    if (next > indent) return this.block();
    return next === indent && this.#isEntry(indent) ? this.#list(indent) : null;
  }
}

/** The value, or undefined when the text is not as plain as this reader needs it. */
export function readPlainYaml(lines: readonly string[]): Plain | undefined {
  const reader = new PlainReader(lines);
  try {
    const value = reader.block();
    // A line that belongs to no level, such as the second one of a scalar, ends the reading too early.
    return reader.isAtEnd ? value : undefined;
  } catch (error) {
    // A RangeError comes of nesting beyond the stack: the general parser says what is wrong.
    if (error instanceof NotPlain || error instanceof RangeError) return undefined;
    throw error;
  }
}
