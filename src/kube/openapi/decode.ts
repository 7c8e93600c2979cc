/**
 * Decodes an object as the API server does with `fieldValidation=Strict`, and goes on where it gives up: it names one
 * field of a wrong type and stops, here all are found. What is of a wrong type is left
 * out of the result, so that everything else can be judged; fields that nobody knows stay as they are.
 */
import { isObject, type JsonObject } from '../../json/object.ts';
import type { Path } from '../../json/path.ts';
import { parseQuantity } from '../resources/quantity.ts';
import type { ApiTypes, Fields } from './api-types.ts';
import { isTime } from './time.ts';

export type DecodingMistake =
  | { readonly about: 'unknown-field'; readonly path: Path; readonly known: readonly string[] }
  | { readonly about: 'wrong-type'; readonly path: Path; readonly expectation: string };

export interface Decoded {
  readonly object: JsonObject;
  readonly mistakes: readonly DecodingMistake[];
}

/** Far more than anybody makes by mistake. */
const MOST_MISTAKES = 1_000;

const INT32 = { least: -(2 ** 31), most: 2 ** 31 - 1 };
/** Beyond this a number of 64 bits has lost its last digits in JavaScript: Go's own limits lie a little above. */
const INT64 = { least: -(2 ** 63), most: 2 ** 63 };

const NOT_DECODED = Symbol('not decoded');

export function decode(content: JsonObject, root: string, types: ApiTypes): Decoded {
  const mistakes: DecodingMistake[] = [];
  const report = (mistake: DecodingMistake) => {
    if (mistakes.length < MOST_MISTAKES) mistakes.push(mistake);
  };
  const object = decodeObject(content, root, []);
  return { object, mistakes };

  function wrong(path: Path, expectation: string): typeof NOT_DECODED {
    report({ about: 'wrong-type', path, expectation });
    return NOT_DECODED;
  }

  /** Null is no value at all, whatever the type. */
  function decodeValue(value: unknown, type: string, path: Path): unknown {
    if (value === null || value === undefined) return value;
    if (type.startsWith('[')) return decodeList(value, type.slice(1, -1), path);
    if (type.startsWith('{')) return decodeMap(value, type.slice(1, -1), path);
    const expectation = mismatch(value, type);
    if (expectation !== undefined) return wrong(path, expectation);
    const isStruct = isObject(value) && types.fieldsOf(type) !== undefined;
    return isStruct ? decodeObject(value, type, path) : value;
  }

  function decodeList(value: unknown, type: string, path: Path): unknown {
    if (!Array.isArray(value)) return wrong(path, 'must be a list');
    // An element that cannot be decoded keeps its place: those behind it keep their positions.
    return value.map((element: unknown, position) => {
      const decoded = decodeValue(element, type, [...path, position]);
      return decoded === NOT_DECODED || decoded === null ? zeroOf(type) : decoded;
    });
  }

  function decodeMap(value: unknown, type: string, path: Path): unknown {
    if (!isObject(value)) return wrong(path, 'must be a map');
    return fromEntries(
      Object.entries(value).map(([key, entry]) => {
        const decoded = decodeValue(entry, type, [...path, key]);
        return [key, decoded === null ? zeroOf(type) : decoded];
      }),
    );
  }

  function decodeObject(value: JsonObject, type: string, path: Path): JsonObject {
    const fields: Fields = types.fieldsOf(type) ?? new Map();
    return fromEntries(
      Object.entries(value).map(([key, entry]) => {
        const fieldType = fields.get(key);
        if (fieldType !== undefined) return [key, decodeValue(entry, fieldType, [...path, key])];
        report({ about: 'unknown-field', path: [...path, key], known: [...fields.keys()] });
        return [key, entry];
      }),
    );
  }

  /** What a value of one of the plain types must be and is not. */
  function mismatch(value: unknown, type: string): string | undefined {
    switch (type) {
      case 'any':
        return undefined;
      case 'string':
        return typeof value === 'string' ? undefined : 'must be text';
      case 'boolean':
        return typeof value === 'boolean' ? undefined : 'must be true or false';
      case 'int32':
        return isWhole(value, INT32) ? undefined : 'must be a whole number of 32 bits';
      case 'int64':
        return isWhole(value, INT64) ? undefined : 'must be a whole number';
      case 'int-or-string':
        if (typeof value === 'string' || isWhole(value, INT32)) return undefined;
        return 'must be a whole number of 32 bits, or text';
      case 'quantity':
        return isQuantity(value) ? undefined : 'must be a quantity such as 100m, 0.5 or 128Mi';
      case 'time':
        return isTime(value) ? undefined : 'must be a time such as 2030-01-31T12:00:00Z';
      default:
        return isObject(value) ? undefined : 'must be an object with fields';
    }
  }
}

function isWhole(value: unknown, { least, most }: typeof INT32): boolean {
  return Number.isInteger(value) && Number(value) >= least && Number(value) <= most;
}

/** Go takes blanks around it off. */
function isQuantity(value: unknown): boolean {
  if (typeof value === 'number') return parseQuantity(value) !== null;
  return typeof value === 'string' && parseQuantity(value.trim()) !== null;
}

/** What Go has where JSON has null: in the lists and maps of these types are texts, numbers, quantities and objects. */
function zeroOf(type: string): unknown {
  if (type === 'string') return '';
  return type === 'int32' || type === 'int64' || type === 'quantity' ? 0 : {};
}

function fromEntries(entries: readonly (readonly [string, unknown])[]): JsonObject {
  return Object.fromEntries(entries.filter(([, value]) => value !== NOT_DECODED));
}
