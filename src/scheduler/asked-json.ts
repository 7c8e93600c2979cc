/** Walks JSON as bytes, like json/scan.ts but quicker: a mistake gets no name and no place, the answer is just WRONG. */

/** Answered in place of an end: the bytes are no JSON, or something that the plain path has to read. */
export const WRONG = -1;

/** A level is one bit of a number. The levels of a pod are some fifteen; what is deeper goes the plain way. */
const MAX_DEPTH = 30;

export const QUOTE = 0x22;
export const COMMA = 0x2c;
const PLUS = 0x2b;
const MINUS = 0x2d;
const DOT = 0x2e;
const ZERO = 0x30;
const NINE = 0x39;
const COLON = 0x3a;
export const OPEN_BRACKET = 0x5b;
const BACKSLASH = 0x5c;
export const CLOSE_BRACKET = 0x5d;
const LOWER_E = 0x65;
const LOWER_U = 0x75;
export const OPEN_BRACE = 0x7b;
const CLOSE_BRACE = 0x7d;
const SPACE = 0x20;
/** The bit by which a lower-case letter differs from its upper case. */
const CASE_BIT = 0x20;

/** 1 for every byte that a string may hold as it is. */
const ORDINARY = Uint8Array.from({ length: 256 }, (_, byte) =>
  byte >= SPACE && byte !== QUOTE && byte !== BACKSLASH ? 1 : 0,
);
const ESCAPABLE = bytesOf('"\\/bfnrt');
const HEX_DIGITS = bytesOf('0123456789abcdefABCDEF');
const LITERALS = ['true', 'false', 'null'].map((word) => Buffer.from(word));

/** Where the value at `key` ends, or WRONG. The key is `bytes[start, end)`. */
export type VisitMember = (start: number, end: number, value: number) => number;

/** Walks the members of the object at `at`, and says where it ends. An escape in a key is WRONG. */
export function eachMember(bytes: Buffer, at: number, visit: VisitMember): number {
  if (bytes[at] !== OPEN_BRACE) return WRONG;
  let position = skipSpace(bytes, at + 1);
  if (bytes[position] === CLOSE_BRACE) return position + 1;
  for (;;) {
    const keyEnd = ordinaryEnd(bytes, position + 1);
    if (bytes[position] !== QUOTE || bytes[keyEnd] !== QUOTE) return WRONG;
    const colon = skipSpace(bytes, keyEnd + 1);
    if (bytes[colon] !== COLON) return WRONG;
    const end = visit(position + 1, keyEnd, skipSpace(bytes, colon + 1));
    if (end === WRONG) return WRONG;
    position = skipSpace(bytes, end);
    if (bytes[position] === CLOSE_BRACE) return position + 1;
    if (bytes[position] !== COMMA) return WRONG;
    position = skipSpace(bytes, position + 1);
  }
}

/** Whether the key `bytes[start, end)` is `name`, which is of lower-case letters, in any case. */
export function isKey(bytes: Buffer, start: number, end: number, name: string): boolean {
  if (end - start !== name.length) return false;
  for (let index = 0; index < name.length; index += 1) {
    if (((bytes[start + index] ?? 0) | CASE_BIT) !== name.charCodeAt(index)) return false;
  }
  return true;
}

/** The end of the value at `at`, which no space precedes. */
export function skipValue(bytes: Buffer, at: number): number {
  let position = at;
  // The lowest bit is the innermost level: 1 for an object, 0 for a list.
  let levels = 0;
  let depth = 0;
  for (;;) {
    const first = bytes[position];
    if (first === OPEN_BRACE || first === OPEN_BRACKET) {
      depth += 1;
      if (depth > MAX_DEPTH) return WRONG;
      levels = (levels << 1) | (first === OPEN_BRACE ? 1 : 0);
      position = skipSpace(bytes, position + 1);
      if (bytes[position] !== closerOf(levels)) {
        if (first === OPEN_BRACE) position = skipKey(bytes, position);
        if (position === WRONG) return WRONG;
        continue;
      }
    } else {
      position = first === QUOTE ? skipString(bytes, position) : skipPlain(bytes, position);
      if (position === WRONG || depth === 0) return position;
      position = skipSpace(bytes, position);
    }
    while (bytes[position] === closerOf(levels)) {
      levels >>>= 1;
      depth -= 1;
      if (depth === 0) return position + 1;
      position = skipSpace(bytes, position + 1);
    }
    if (bytes[position] !== COMMA) return WRONG;
    position = skipSpace(bytes, position + 1);
    if ((levels & 1) === 1) position = skipKey(bytes, position);
    if (position === WRONG) return WRONG;
  }
}

export function skipSpace(bytes: Buffer, at: number): number {
  let position = at;
  for (;;) {
    const byte = bytes[position] ?? QUOTE;
    // One comparison for nearly every byte that comes.
    if (byte > SPACE || (byte !== SPACE && byte !== 0x0a && byte !== 0x0d && byte !== 0x09)) return position;
    position += 1;
  }
}

/** Where the first byte is that a string cannot hold as it is. */
export function ordinaryEnd(bytes: Buffer, at: number): number {
  const { length } = bytes;
  let position = at;
  while (position < length && ORDINARY[bytes[position] ?? QUOTE] === 1) position += 1;
  return position;
}

function closerOf(levels: number): number {
  return (levels & 1) === 1 ? CLOSE_BRACE : CLOSE_BRACKET;
}

/** Past the key at `at`, its colon and the space behind. */
function skipKey(bytes: Buffer, at: number): number {
  const end = bytes[at] === QUOTE ? skipString(bytes, at) : WRONG;
  if (end === WRONG) return WRONG;
  const colon = skipSpace(bytes, end);
  return bytes[colon] === COLON ? skipSpace(bytes, colon + 1) : WRONG;
}

function skipString(bytes: Buffer, at: number): number {
  let position = ordinaryEnd(bytes, at + 1);
  while (bytes[position] === BACKSLASH) {
    const escaped = bytes[position + 1] ?? 0;
    const end = position + (escaped === LOWER_U ? 6 : 2);
    if (escaped !== LOWER_U && ESCAPABLE[escaped] !== 1) return WRONG;
    for (let digit = position + 2; digit < end; digit += 1) {
      if (HEX_DIGITS[bytes[digit] ?? 0] !== 1) return WRONG;
    }
    position = ordinaryEnd(bytes, end);
  }
  return bytes[position] === QUOTE ? position + 1 : WRONG;
}

/** A number, true, false or null. */
function skipPlain(bytes: Buffer, at: number): number {
  const first = bytes[at];
  if (first === MINUS || isDigit(first)) return skipNumber(bytes, at);
  for (const word of LITERALS) {
    if (isWord(bytes, at, word)) return at + word.length;
  }
  return WRONG;
}

function isWord(bytes: Buffer, at: number, word: Buffer): boolean {
  for (let index = 0; index < word.length; index += 1) {
    if (bytes[at + index] !== word[index]) return false;
  }
  return true;
}

function skipNumber(bytes: Buffer, at: number): number {
  let position = bytes[at] === MINUS ? at + 1 : at;
  position = bytes[position] === ZERO ? position + 1 : skipDigits(bytes, position);
  if (position !== WRONG && bytes[position] === DOT) position = skipDigits(bytes, position + 1);
  if (position !== WRONG && ((bytes[position] ?? 0) | CASE_BIT) === LOWER_E) {
    const sign = bytes[position + 1];
    position = skipDigits(bytes, position + (sign === MINUS || sign === PLUS ? 2 : 1));
  }
  return position;
}

function skipDigits(bytes: Buffer, at: number): number {
  let position = at;
  while (isDigit(bytes[position])) position += 1;
  return position === at ? WRONG : position;
}

function isDigit(byte: number | undefined): boolean {
  return byte !== undefined && byte >= ZERO && byte <= NINE;
}

function bytesOf(characters: string): Uint8Array {
  const table = new Uint8Array(256);
  for (const byte of Buffer.from(characters)) table[byte] = 1;
  return table;
}
