/** What an API server says of a manifest that it refuses: which fields, and whether it came as far as to judge them. */
import type { Answer } from './request.ts';

export interface Refusal {
  /** `decoding` comes before admission, and names of wrong types only the first. */
  readonly stage: 'taken' | 'decoding' | 'admission' | 'validation';
  readonly message: string;
  readonly unknown: readonly string[];
  /** Of the first value of a wrong type, without positions; empty when the API server does not say. */
  readonly wrongType: string | undefined;
  readonly isDuplicate: boolean;
  readonly causes: readonly { readonly reason: string; readonly field: string }[];
}

const CREATED = 201;
const UNKNOWN = /unknown field "([^"]+)"/g;
const DUPLICATE = /duplicate field "|already set in map/;
const GO_FIELD = /Go struct field \w+\.([\w.]+) of type/;
const UNDECODED =
  /cannot be handled as a|unable to decode|could not find expected|yaml:|json:|strict decoding/;

interface Status {
  message?: string;
  reason?: string;
  details?: { causes?: { reason?: string; field?: string }[] };
}

/** Go names the structs too that stand in another without a field of their own. */
function withoutEmbedded(path: string): string {
  return path
    .split('.')
    .filter((step) => !/^[A-Z]/.test(step))
    .join('.');
}

export function refusalIn({ status, text }: Answer): Refusal {
  const nothing = { unknown: [], wrongType: undefined, isDuplicate: false, causes: [] };
  if (status === CREATED) return { stage: 'taken', message: '', ...nothing };
  const { message = '', details }: Status = JSON.parse(text);
  const causes = (details?.causes ?? []).map(({ reason = '', field = '' }) => ({ reason, field }));
  const unknown = [...message.matchAll(UNKNOWN)].map(([, field = '']) => field);
  if (status === 400 && UNDECODED.test(message)) {
    const isStrict = message.includes('strict decoding error');
    const wrongType = isStrict ? undefined : withoutEmbedded(GO_FIELD.exec(message)?.[1] ?? '');
    return { stage: 'decoding', message, unknown, wrongType, isDuplicate: DUPLICATE.test(message), causes };
  }
  const isOurs = message.includes('daemonward') || causes.some(({ reason }) => reason.startsWith('DW'));
  return { ...nothing, stage: isOurs || status === 403 ? 'admission' : 'validation', message, causes };
}
