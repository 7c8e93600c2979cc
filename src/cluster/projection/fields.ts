/** Reads the fields of unknown JSON: each reader takes what Kubernetes may send and names the field that is wrong. */
import { FieldError } from '../../json/field-error.ts';
import { isObject, type JsonObject } from '../../json/object.ts';
import type { Labels } from '../../kube/objects.ts';
import type { ShareText } from './sharing.ts';

const EMPTY_OBJECT: JsonObject = {};
const EMPTY_LIST: readonly unknown[] = [];

const MS_PER_SECOND = 1000;

/** Long values would hide the message around them. */
const SHOWN_LENGTH = 60;

/** A value as an error message shows it. */
export function shown(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  if (isObject(value)) return 'an object';
  const text = JSON.stringify(value) ?? 'nothing';
  return text.length > SHOWN_LENGTH ? `${text.slice(0, SHOWN_LENGTH)}…` : text;
}

/** Go sends null for what is not set. */
function isUnset(value: unknown): value is null | undefined {
  return value === undefined || value === null;
}

/** A path is put together for a message, and only then: nearly all fields are as they should be. */
type Path = () => string;

function objectAt(value: unknown, path: Path): JsonObject {
  if (isObject(value)) return value;
  if (isUnset(value)) return EMPTY_OBJECT;
  throw wrong(path(), value, 'an object');
}

function textAt(value: unknown, path: Path): string {
  if (typeof value === 'string') return value;
  if (isUnset(value)) return '';
  // YAML reads an unquoted true, 1 or 1.0 as what it looks like.
  const hint = typeof value === 'boolean' || typeof value === 'number' ? 'text (in YAML, quote it)' : 'text';
  throw wrong(path(), value, hint);
}

function wrong(path: string, value: unknown, wanted: string): FieldError {
  return new FieldError(path, `${shown(value)} is not ${wanted}`);
}

/** An object and its path. What is not set reads as empty: text, list or object. */
export class Fields {
  readonly value: JsonObject;
  readonly share: ShareText;
  readonly #above: Fields | undefined;
  readonly #name: string;
  readonly #index: number | undefined;

  /** Without `above` it is the object as a whole; else the field of this name, or an entry of the list that it is. */
  constructor(value: unknown, share: ShareText, above?: Fields, name = '', index?: number) {
    this.share = share;
    this.#above = above;
    this.#name = name;
    this.#index = index;
    this.value = objectAt(value, () => this.path);
  }

  get path(): string {
    const path = this.#above?.pathOf(this.#name) ?? '';
    return this.#index === undefined ? path : `${path}[${this.#index}]`;
  }

  pathOf(name: string): string {
    const { path } = this;
    return path === '' ? name : `${path}.${name}`;
  }

  isSet(name: string): boolean {
    return !isUnset(this.value[name]);
  }

  object(name: string): Fields {
    return new Fields(this.value[name], this.share, this, name);
  }

  list(name: string): readonly unknown[] {
    const value = this.value[name];
    if (isUnset(value)) return EMPTY_LIST;
    if (Array.isArray(value)) return value;
    throw wrong(this.pathOf(name), value, 'a list');
  }

  objects(name: string): Fields[] {
    return this.list(name).map((entry, index) => new Fields(entry, this.share, this, name, index));
  }

  text(name: string): string {
    const value = this.value[name];
    return textAt(value, () => this.pathOf(name));
  }

  /** Text that other objects have as well, as one string in memory. */
  shared(name: string, unset = ''): string {
    return this.share(this.text(name) || unset);
  }

  required(name: string): string {
    const text = this.text(name);
    if (text === '') throw new FieldError(this.pathOf(name), 'is missing');
    return text;
  }

  texts(name: string): string[] {
    return this.list(name).map((text, index) =>
      this.share(textAt(text, () => `${this.pathOf(name)}[${index}]`)),
    );
  }

  flag(name: string): boolean {
    const value = this.value[name];
    if (isUnset(value)) return false;
    if (typeof value === 'boolean') return value;
    throw wrong(this.pathOf(name), value, 'true or false');
  }

  integer(name: string): number | undefined {
    const value = this.value[name];
    if (isUnset(value)) return undefined;
    if (typeof value === 'number' && Number.isSafeInteger(value)) return value;
    throw wrong(this.pathOf(name), value, 'a whole number');
  }

  /** `maxUnavailable` and its like: a number or a percentage. */
  integerOrText(name: string): number | string | undefined {
    const value = this.value[name];
    return typeof value === 'string' ? value : this.integer(name);
  }

  /** A time in seconds since 1970: Kubernetes writes no finer ones, and a small integer needs no box in memory. */
  seconds(name: string): number | undefined {
    const text = this.text(name);
    if (text === '') return undefined;
    const seconds = Math.floor(Date.parse(text) / MS_PER_SECOND);
    if (!Number.isNaN(seconds)) return seconds;
    throw wrong(this.pathOf(name), text, 'a time such as "2026-01-31T12:00:00Z"');
  }

  /** One entry of a map of text to text. */
  label(name: string, key: string): string {
    const value = objectAt(this.value[name], () => this.pathOf(name))[key];
    return textAt(value, () => this.#pathOfLabel(name, key));
  }

  /** A map of text to text; `keep` leaves out what no decision reads. */
  labels(name: string, keep: (key: string) => boolean = () => true): Labels {
    const labels = objectAt(this.value[name], () => this.pathOf(name));
    const entries: [string, string][] = [];
    for (const key of Object.keys(labels)) {
      if (keep(key)) entries.push([key, this.share(textAt(labels[key], () => this.#pathOfLabel(name, key)))]);
    }
    return Object.fromEntries(entries);
  }

  #pathOfLabel(name: string, key: string): string {
    return `${this.pathOf(name)}[${JSON.stringify(key)}]`;
  }
}
