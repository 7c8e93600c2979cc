/** Writes that only ask: what the API server would say, and what it would store. */
import type { ObjectMeta } from '../../../src/kube/objects.ts';
import type { Client } from './client.ts';

export interface Cause {
  reason: string;
  field: string;
}

export interface Tried {
  status: number;
  /** The API server's words when it refuses. */
  message: string;
  causes: readonly Cause[];
  /** What would be stored, when it is taken. */
  made: Made;
}

export interface Made {
  metadata: ObjectMeta;
  [key: string]: unknown;
}

interface Refusal {
  message?: string;
  details?: { causes?: Partial<Cause>[] };
}

export const CREATED = 201;
export const OK = 200;

export async function dryRun(
  client: Client,
  method: 'POST' | 'PUT',
  path: string,
  object: unknown,
): Promise<Tried> {
  const { status, text } = await client.raw(method, `${path}?dryRun=All`, object);
  const taken = status === CREATED || status === OK;
  const { message = '', details }: Refusal = taken ? {} : JSON.parse(text);
  const made: Made = taken ? JSON.parse(text) : { metadata: {} };
  const causes = (details?.causes ?? []).map(({ reason = '', field = '' }) => ({ reason, field }));
  return { status, message, causes, made };
}

/** What was made, as somebody would send it once more. */
export function sentAgain({ metadata, status: _status, ...rest }: Made): unknown {
  const { generateName, annotations, labels } = metadata;
  const name = generateName ? {} : { name: metadata.name };
  return { ...rest, metadata: { ...name, generateName, annotations, labels } };
}
