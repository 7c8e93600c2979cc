/** Reads the fields of an extender's body from its bytes, once, with mistakes named by field. */
import { isUtf8 } from 'node:buffer';
import { emptyBody, invalidField, invalidJson, type Parsed, parsed } from '../json/problem.ts';
import { eachMember, JsonSyntaxError, type Slice, skipValue, text, typeAt } from '../json/scan.ts';

/** A field has a wrong value. Thrown while reading; leaves this file as a value. */
export class FieldError extends Error {
  readonly field: string;

  constructor(field: string, expectation: string) {
    super(expectation);
    this.field = field;
  }
}

export function reading<T>(bytes: Buffer, read: () => T): Parsed<T> {
  if (bytes.length === 0) return emptyBody();
  if (!isUtf8(bytes)) return invalidJson('the body is not UTF-8');
  try {
    return parsed(read());
  } catch (error) {
    if (error instanceof JsonSyntaxError) return invalidJson(error.message);
    if (error instanceof FieldError) return invalidField(error.field, error.message);
    throw error;
  }
}

/**
 * Newer schedulers send Go's names (`NodeNames`), those before 1.18 lower case, and Go's decoder takes any: so do we.
 * Where a key occurs twice the later one wins, as there.
 */
export function eachField(
  bytes: Buffer,
  at: number,
  readers: Readonly<Record<string, (start: number) => number>>,
): number {
  return eachMember(bytes, at, (key, start) => {
    const name = key.toLowerCase();
    return Object.hasOwn(readers, name) ? readers[name]?.(start) : undefined;
  });
}

/** Where the pod's object lies. */
export function readPod(bytes: Buffer, at: number): Slice {
  if (typeAt(bytes, at) !== 'object') throw new FieldError('Pod', 'must be an object');
  let hasMetadata = false;
  const end = eachField(bytes, at, {
    metadata: (start) => {
      hasMetadata = typeAt(bytes, start) === 'object';
      return skipValue(bytes, start);
    },
  });
  if (!hasMetadata) throw new FieldError('Pod.metadata', 'must be an object');
  return { start: at, end };
}

/** Hands on the string at `path` below the value at `at`, or undefined where there is none, and where the value ends. */
export function readTextAt(
  bytes: Buffer,
  at: number,
  path: readonly string[],
  found: (value: string | undefined) => void,
): number {
  const [key, ...rest] = path;
  if (key === undefined) {
    const end = skipValue(bytes, at);
    found(typeAt(bytes, at) === 'string' ? text(bytes, { start: at, end }) : undefined);
    return end;
  }
  let value: string | undefined;
  const end =
    typeAt(bytes, at) === 'object'
      ? eachField(bytes, at, {
          [key]: (start) =>
            readTextAt(bytes, start, rest, (inner) => {
              value = inner;
            }),
        })
      : skipValue(bytes, at);
  found(value);
  return end;
}
