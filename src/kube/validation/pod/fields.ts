/** Reads fields of an object whose types have been checked: what is missing is what Go has in its place. */
import { isObject, type JsonObject } from '../../../json/object.ts';
import type { FieldError } from '../field-error.ts';
import { inEach, notSupported, required } from '../field-error.ts';

export function textAt(object: JsonObject, key: string): string {
  const value = object[key];
  return typeof value === 'string' ? value : '';
}

/** Undefined when it is not set. */
export function numberAt(object: JsonObject, key: string): number | undefined {
  const value = object[key];
  return typeof value === 'number' ? value : undefined;
}

export function isTrue(object: JsonObject, key: string): boolean {
  return object[key] === true;
}

export function isSet(object: JsonObject, key: string): boolean {
  return object[key] !== undefined && object[key] !== null;
}

/** Empty when it is not set. */
export function objectAt(object: JsonObject, key: string): JsonObject {
  const value = object[key];
  return isObject(value) ? value : {};
}

export function listAt(object: JsonObject, key: string): readonly unknown[] {
  const value = object[key];
  return Array.isArray(value) ? value : [];
}

export function textsAt(object: JsonObject, key: string): readonly string[] {
  return listAt(object, key).filter((entry) => typeof entry === 'string');
}

export function objectsAt(object: JsonObject, key: string): readonly JsonObject[] {
  return listAt(object, key).map((entry) => (isObject(entry) ? entry : {}));
}

/** The errors of each object of a list at `<field>.<key>`. */
export function inEachOf(
  object: JsonObject,
  key: string,
  field: string,
  validate: (element: JsonObject, field: string) => FieldError[],
): FieldError[] {
  return inEach(objectsAt(object, key), `${field}.${key}`, validate);
}

export function requireText(object: JsonObject, key: string, field: string): FieldError[] {
  return textAt(object, key) === '' ? [required(`${field}.${key}`, 'must be given')] : [];
}

/** One of the words, if it is set at all. Empty text is a word that is not among them. */
export function validateWord(
  object: JsonObject,
  key: string,
  words: readonly string[],
  field: string,
): FieldError[] {
  if (!isSet(object, key)) return [];
  const word = textAt(object, key);
  return words.includes(word) ? [] : [notSupported(`${field}.${key}`, word, words)];
}

/** The same where the API server fills in a default for empty text. */
export function validateDefaultedWord(
  object: JsonObject,
  key: string,
  words: readonly string[],
  field: string,
): FieldError[] {
  return textAt(object, key) === '' ? [] : validateWord(object, key, words, field);
}
