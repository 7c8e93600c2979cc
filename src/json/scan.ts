/** Walks JSON as bytes: checks it fully and says where each member or element lies, without building anything. */

/** Go's encoding/json gives up at this depth, so nothing deeper ever comes from an API server or a scheduler. */
const MAX_DEPTH = 10_000;

const QUOTE = 0x22;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_BRACKET = 0x5d;
const LOWER_N = 0x6e;
const LOWER_U = 0x75;
const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const FIRST_PRINTABLE = 0x20;

const SIMPLE_ESCAPES = new Set([...'"\\/bfnrt'].map((character) => character.charCodeAt(0)));
/** 1 for every byte that a string may hold as it is. */
const ORDINARY = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= FIRST_PRINTABLE && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);
const LITERALS = ['true', 'false', 'null'].map((word) => Uint8Array.from(word, (c) => c.charCodeAt(0)));

/** Thrown while scanning; the protocol that reads turns it into a value. Carries the byte offset of the mistake. */
export class JsonSyntaxError extends Error {
  readonly offset: number;

  constructor(offset: number, expectation: string) {
    super(`not valid JSON at byte ${offset}: ${expectation}`);
    this.name = 'JsonSyntaxError';
    this.offset = offset;
  }
}

/** A stretch of bytes that holds one JSON value. */
export interface Slice {
  readonly start: number;
  readonly end: number;
}

/** Reads the value at `start` itself and says where it ends, or says nothing and has it skipped. */
export type Visit<K> = (key: K, start: number) => number | undefined;

/**
 * Walks the members of the object at `at` in order, duplicates included, and says where the object ends. Each byte is
 * read once: what a visitor does not descend into is checked and skipped.
 *
 * @example eachMember(Buffer.from('{"a": [1]}'), 0, (key) => void keys.push(key)) // 10, and keys is ['a']
 */
export function eachMember(bytes: Buffer, at: number, visit: Visit<string>): number {
  let position = skipSpace(bytes, at);
  if (bytes[position] !== OPEN_BRACE) throw new JsonSyntaxError(position, 'expected an object');
  position = skipSpace(bytes, position + 1);
  if (bytes[position] === CLOSE_BRACE) return position + 1;
  for (;;) {
    const keyEnd = skipString(bytes, position);
    const key = text(bytes, { start: position, end: keyEnd });
    const start = skipSpace(bytes, skipColon(bytes, keyEnd));
    position = skipSpace(bytes, visit(key, start) ?? skipValue(bytes, start));
    if (bytes[position] === CLOSE_BRACE) return position + 1;
    position = skipSpace(bytes, skipComma(bytes, position));
  }
}

/** Walks the elements of the array at `at` in order, each with its index, and says where the array ends. */
export function eachElement(bytes: Buffer, at: number, visit: Visit<number>): number {
  let position = skipSpace(bytes, at);
  if (bytes[position] !== OPEN_BRACKET) throw new JsonSyntaxError(position, 'expected a list');
  position = skipSpace(bytes, position + 1);
  if (bytes[position] === CLOSE_BRACKET) return position + 1;
  for (let index = 0; ; index += 1) {
    const start = skipSpace(bytes, position);
    position = skipSpace(bytes, visit(index, start) ?? skipValue(bytes, start));
    if (bytes[position] === CLOSE_BRACKET) return position + 1;
    position = skipComma(bytes, position);
  }
}

/** Fails unless nothing but white space follows. */
export function expectEnd(bytes: Buffer, at: number): void {
  const position = skipSpace(bytes, at);
  if (position !== bytes.length) throw new JsonSyntaxError(position, 'unexpected text after the JSON value');
}

/** What kind of value begins at `at`; whether it is well-formed shows when it is read. */
export function typeAt(bytes: Buffer, at: number): 'object' | 'array' | 'string' | 'null' | 'other' {
  switch (bytes[at]) {
    case OPEN_BRACE:
      return 'object';
    case OPEN_BRACKET:
      return 'array';
    case QUOTE:
      return 'string';
    case LOWER_N:
      return 'null';
    default:
      return 'other';
  }
}

/** The string value of a slice that holds a JSON string, which has been skipped and so is known to be well-formed. */
export function text(bytes: Buffer, { start, end }: Slice): string {
  const inner = bytes.subarray(start + 1, end - 1);
  if (!inner.includes(BACKSLASH)) return inner.toString('utf8');
  const value: unknown = JSON.parse(bytes.toString('utf8', start, end));
  if (typeof value !== 'string') throw new JsonSyntaxError(start, 'expected a string');
  return value;
}

/** The end of the value that starts at `at`. Iterative, so that nesting costs no stack. */
export function skipValue(bytes: Buffer, at: number): number {
  const closers: number[] = [];
  let position = at;
  for (;;) {
    position = skipSpace(bytes, position);
    const first = bytes[position];
    if (first === OPEN_BRACE || first === OPEN_BRACKET) {
      const closer = first === OPEN_BRACE ? CLOSE_BRACE : CLOSE_BRACKET;
      if (closers.push(closer) > MAX_DEPTH) throw new JsonSyntaxError(position, 'nested too deeply');
      position = skipSpace(bytes, position + 1);
      if (bytes[position] !== closer) {
        if (closer === CLOSE_BRACE) position = skipKey(bytes, position);
        continue;
      }
    } else {
      position = skipScalar(bytes, position);
    }
    for (;;) {
      const closer = closers.at(-1);
      if (closer === undefined) return position;
      position = skipSpace(bytes, position);
      if (bytes[position] === closer) {
        closers.pop();
        position += 1;
        continue;
      }
      position = skipComma(bytes, position);
      if (closer === CLOSE_BRACE) position = skipKey(bytes, skipSpace(bytes, position));
      break;
    }
  }
}

function skipKey(bytes: Buffer, at: number): number {
  return skipColon(bytes, skipString(bytes, at));
}

function skipColon(bytes: Buffer, at: number): number {
  const position = skipSpace(bytes, at);
  if (bytes[position] !== COLON) throw new JsonSyntaxError(position, 'expected ":"');
  return position + 1;
}

function skipComma(bytes: Buffer, position: number): number {
  if (bytes[position] !== COMMA) throw new JsonSyntaxError(position, 'expected "," or the end of the value');
  return position + 1;
}

function skipSpace(bytes: Buffer, at: number): number {
  let position = at;
  for (;;) {
    const byte = bytes[position];
    if (byte !== 0x20 && byte !== 0x0a && byte !== 0x0d && byte !== 0x09) return position;
    position += 1;
  }
}

function skipScalar(bytes: Buffer, at: number): number {
  const first = bytes[at];
  if (first === QUOTE) return skipString(bytes, at);
  if (first === MINUS || isDigit(first)) return skipNumber(bytes, at);
  for (const word of LITERALS) {
    if (first === word[0] && word.every((byte, index) => bytes[at + index] === byte)) return at + word.length;
  }
  throw new JsonSyntaxError(at, at >= bytes.length ? 'the body ends too early' : 'expected a value');
}

export function skipString(bytes: Buffer, at: number): number {
  if (bytes[at] !== QUOTE) throw new JsonSyntaxError(at, 'expected a string');
  const { length } = bytes;
  let position = at + 1;
  while (position < length) {
    const byte = bytes[position] ?? QUOTE;
    if (ORDINARY[byte] === 1) position += 1;
    else if (byte === QUOTE) return position + 1;
    else if (byte === BACKSLASH) position = skipEscape(bytes, position + 1);
    else throw new JsonSyntaxError(position, 'control character in a string');
  }
  throw new JsonSyntaxError(position, 'the body ends inside a string');
}

function skipEscape(bytes: Buffer, at: number): number {
  const byte = bytes[at] ?? 0;
  if (SIMPLE_ESCAPES.has(byte)) return at + 1;
  const digits = bytes.toString('latin1', at + 1, at + 5);
  if (byte !== LOWER_U || !/^[0-9a-fA-F]{4}$/.test(digits)) throw new JsonSyntaxError(at, 'invalid escape');
  return at + 5;
}

function skipNumber(bytes: Buffer, at: number): number {
  let position = bytes[at] === MINUS ? at + 1 : at;
  if (bytes[position] === ZERO) position += 1;
  else position = skipDigits(bytes, position);
  if (bytes[position] === DOT) position = skipDigits(bytes, position + 1);
  if (bytes[position] === 0x65 || bytes[position] === 0x45) {
    position += 1;
    if (bytes[position] === MINUS || bytes[position] === 0x2b) position += 1;
    position = skipDigits(bytes, position);
  }
  return position;
}

function skipDigits(bytes: Buffer, at: number): number {
  if (!isDigit(bytes[at])) throw new JsonSyntaxError(at, 'expected a digit');
  let position = at + 1;
  while (isDigit(bytes[position])) position += 1;
  return position;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}
