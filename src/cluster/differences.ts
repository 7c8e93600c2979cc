/** What two states of an object differ in, field by field, for people to read. */
import { isDeepStrictEqual } from 'node:util';
import { isObject } from '../json/object.ts';

export interface Difference {
  /** `webhooks[pods.validate.daemonward.dev].failurePolicy` */
  readonly field: string;
  /** Undefined where there was nothing, or nothing is left. */
  readonly before: unknown;
  readonly after: unknown;
}

/** The API server's own bookkeeping, and kubectl's. */
const NOT_OURS = new Set([
  'status',
  'metadata.managedFields',
  'metadata.resourceVersion',
  'metadata.uid',
  'metadata.generation',
  'metadata.creationTimestamp',
  'metadata.annotations.kubectl.kubernetes.io/last-applied-configuration',
]);

export function differences(before: unknown, after: unknown, field = ''): Difference[] {
  if (NOT_OURS.has(field) || isDeepStrictEqual(before, after)) return [];
  if (isObject(before) && isObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) =>
      differences(before[key], after[key], field === '' ? key : `${field}.${key}`),
    );
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const isNamed = haveNames(before) && haveNames(after);
    const [old, young] = [entriesOf(before, isNamed), entriesOf(after, isNamed)];
    return [...new Set([...old.keys(), ...young.keys()])].flatMap((key) =>
      differences(old.get(key), young.get(key), `${field}[${key}]`),
    );
  }
  return [{ field, before, after }];
}

/** By name where every entry has its own, so that a new first entry is one difference and not all of them; else by place. */
function entriesOf(list: readonly unknown[], isNamed: boolean): ReadonlyMap<string, unknown> {
  return new Map(list.map((entry, place) => [(isNamed && nameIn(entry)) || String(place), entry]));
}

function haveNames(list: readonly unknown[]): boolean {
  const names = list.map(nameIn);
  return !names.includes('') && new Set(names).size === names.length;
}

function nameIn(entry: unknown): string {
  return isObject(entry) && typeof entry.name === 'string' ? entry.name : '';
}

/** A line of a terminal, less the field's name. */
const LONGEST_VALUE = 60;

/** How much of what is the same is shown before the place where two long texts part. */
const LEAD = 15;

/** `spec.replicas: 2 → 3` */
export function differenceText({ field, before, after }: Difference): string {
  const texts = [textOf(before), textOf(after)] as const;
  const parting = partingOf(...texts);
  const [old, young] = texts.map((text) => excerpt(text, parting));
  if (before === undefined) return `${field}: ${young} (new)`;
  if (after === undefined) return `${field}: ${old} (removed)`;
  return `${field}: ${old} → ${young}`;
}

function textOf(value: unknown): string {
  return value === undefined ? '' : JSON.stringify(value);
}

function partingOf(one: string, other: string): number {
  let place = 0;
  while (place < one.length && place < other.length && one[place] === other[place]) place += 1;
  return place;
}

function excerpt(text: string, parting: number): string {
  if (text.length <= LONGEST_VALUE) return text;
  const start = parting < LONGEST_VALUE - LEAD ? 0 : parting - LEAD;
  const end = start + LONGEST_VALUE;
  return `${start > 0 ? '…' : ''}${text.slice(start, end)}${end < text.length ? '…' : ''}`;
}
