/** What is asked and answered on the ops port, and how a query is read. */
import { clipped } from '../../json/clipped.ts';
import type { Need, Sight } from '../access/ops-access.ts';
import { HttpError } from '../http/errors.ts';

export interface OpsRequest {
  readonly query: URLSearchParams;
  /** The parts of the path that are in braces. */
  readonly params: Readonly<Record<string, string>>;
  readonly accept: string;
  /** How much of the cluster the caller may see. */
  readonly sight: Sight;
}

export interface OpsAnswer {
  readonly status?: number;
  readonly type?: string;
  readonly body: string;
}

export interface DescribedRoute {
  readonly summary: string;
  readonly access: Need['kind'];
  /** In the query, by name: what it does. */
  readonly query?: Readonly<Record<string, string>>;
  /** What comes back, JSON unless it says otherwise. */
  readonly types?: readonly string[];
}

export const TEXT_TYPE = 'text/plain; charset=utf-8';

/** A value is repeated to its sender for orientation. */
const LONGEST_VALUE_SHOWN = 40;

export function json(value: unknown): OpsAnswer {
  return { body: `${JSON.stringify(value, null, 2)}\n` };
}

/** By `?format=`, else by `Accept`; JSON when neither asks for text. */
export function textOrJson<T>(
  value: T,
  text: (value: T) => string,
  { query, accept }: Pick<OpsRequest, 'query' | 'accept'>,
): OpsAnswer {
  const format = query.get('format') ?? (accept.includes('text/plain') ? 'text' : 'json');
  if (format === 'text') return { type: TEXT_TYPE, body: text(value) };
  if (format === 'json') return json(value);
  throw badValue('format', 'text or json', format);
}

/** A whole number of the query. */
export function numberIn(query: URLSearchParams, name: string, unset: number, most: number): number {
  const text = query.get(name) ?? String(unset);
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw badValue(name, `a whole number from 0 to ${most}`, text);
}

/** The same, or `all`. */
export function countIn(query: URLSearchParams, name: string, unset: number, most: number): number {
  const text = query.get(name) ?? String(unset);
  if (text === 'all') return most;
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= most) return value;
  throw badValue(name, `all or a whole number from 0 to ${most}`, text);
}

function badValue(name: string, wanted: string, found: string): HttpError {
  return new HttpError(
    'invalid-field',
    `${name}: must be ${wanted}, found "${clipped(found, LONGEST_VALUE_SHOWN)}"`,
  );
}
