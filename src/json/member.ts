/** One member of an object in bytes, without reading what comes after it. */
import { COLON, COMMA, JsonSyntaxError, OPEN_BRACE, skipSpace, skipValue } from './scan.ts';

/**
 * Where the value of the first member with this key begins, in the object at `at`; -1 when there is none, or no object. Keys
 * of objects within do not count.
 *
 * @example memberAt(Buffer.from('{"a": {"b": 1}, "b": 2}'), 0, Buffer.from('"b"')) // 21
 */
export function memberAt(bytes: Buffer, at: number, key: Buffer): number {
  try {
    return find(bytes, at, key);
  } catch (error) {
    if (error instanceof JsonSyntaxError) return -1;
    throw error;
  }
}

function find(bytes: Buffer, at: number, key: Buffer): number {
  let position = skipSpace(bytes, at);
  if (bytes[position] !== OPEN_BRACE) return -1;
  do {
    const keyStart = skipSpace(bytes, position + 1);
    const keyEnd = skipValue(bytes, keyStart);
    const colon = skipSpace(bytes, keyEnd);
    if (bytes[colon] !== COLON) return -1;
    const value = skipSpace(bytes, colon + 1);
    if (keyEnd - keyStart === key.length && bytes.compare(key, 0, key.length, keyStart, keyEnd) === 0)
      return value;
    position = skipSpace(bytes, skipValue(bytes, value));
  } while (bytes[position] === COMMA);
  return -1;
}
