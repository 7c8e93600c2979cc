/** Reads fields of unknown JSON: each reader takes what Kubernetes may send and names the field that is wrong. */
import type { Labels } from '../kube/objects.ts';

/** A field does not hold what its type asks for. */
export class FieldError extends Error {
  readonly path: string;

  constructor(path: string, problem: string) {
    super(`${path}: ${problem}`);
    this.name = 'FieldError';
    this.path = path;
  }
}

export type JsonObject = Readonly<Record<string, unknown>>;

const EMPTY_OBJECT: JsonObject = {};
const EMPTY_LIST: readonly unknown[] = [];

const MS_PER_SECOND = 1000;

/** Long values would hide the message around them. */
const SHOWN_LENGTH = 60;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** A value as an error message shows it. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

function wrong(path: string, value: unknown, wanted: string): FieldError {
  return new FieldError(path, `${shown(value)} is not ${wanted}`);
}

/** Go sends null for what is not set: both are an empty object. */
export function objectAt(value: unknown, path: string): JsonObject {
  if (value === undefined || value === null) return EMPTY_OBJECT;
  if (isObject(value)) return value;
  throw wrong(path, value, 'an object');
}

export function listAt(value: unknown, path: string): readonly unknown[] {
  if (value === undefined || value === null) return EMPTY_LIST;
  if (Array.isArray(value)) return value;
  throw wrong(path, value, 'a list');
}

/** Empty when not set. */
export function textAt(value: unknown, path: string): string {
  if (value === undefined || value === null) return '';
  if (typeof value === 'string') return value;
  // YAML reads an unquoted true, 1 or 1.0 as what it looks like.
  const hint = typeof value === 'boolean' || typeof value === 'number' ? 'text (in YAML, quote it)' : 'text';
  throw wrong(path, value, hint);
}

export function requiredTextAt(value: unknown, path: string): string {
  const text = textAt(value, path);
  if (text === '') throw new FieldError(path, 'is missing');
  return text;
}

export function flagAt(value: unknown, path: string): boolean {
  if (value === undefined || value === null) return false;
  if (typeof value === 'boolean') return value;
  throw wrong(path, value, 'true or false');
}

export function integerAt(value: unknown, path: string): number | undefined {
  if (value === undefined || value === null) return undefined;
  if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
  throw wrong(path, value, 'a whole number');
}

/** `maxUnavailable` and its like: a number or a percentage. */
export function integerOrTextAt(value: unknown, path: string): number | string | undefined {
  return typeof value === 'string' ? value : integerAt(value, path);
}

/** A time in seconds since 1970: Kubernetes writes no finer ones, and a small integer needs no box in memory. */
export function secondsAt(value: unknown, path: string): number | undefined {
  const text = textAt(value, path);
  if (text === '') return undefined;
  const seconds = Math.floor(Date.parse(text) / MS_PER_SECOND);
  if (Number.isNaN(seconds)) throw wrong(path, value, 'a time such as "2026-01-31T12:00:00Z"');
  return seconds;
}

export function timeText(seconds: number | undefined): string | undefined {
  if (seconds === undefined) return undefined;
  return new Date(seconds * MS_PER_SECOND).toISOString().replace('.000Z', 'Z');
}

/** A map of text to text, each value through `share`; `keep` leaves out what no decision reads. */
export function labelsAt(
  value: unknown,
  path: string,
  share: (text: string) => string,
  keep: (key: string) => boolean = () => true,
): Labels {
  const entries: [string, string][] = [];
  for (const [key, label] of Object.entries(objectAt(value, path))) {
    if (keep(key)) entries.push([key, share(textAt(label, `${path}[${JSON.stringify(key)}]`))]);
  }
  return Object.fromEntries(entries);
}
