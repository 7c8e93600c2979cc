/** The title, the cause and the remedy of every code that a report may have, ours and those of the API server. */
import { REASON_CODES, REASONS, type ReasonCode } from '../../policy/reasons.ts';
import { API_CODES, type ApiCode, isApiCode } from '../apiserver/api-codes.ts';

export interface CodeWords {
  readonly title: string;
  readonly cause: string;
  readonly remedy: string;
}

export const EVERY_CODE: readonly (ReasonCode | ApiCode)[] = [
  ...REASON_CODES,
  ...Object.keys(API_CODES).filter(isApiCode),
];

export function wordsOf(code: ReasonCode | ApiCode): CodeWords {
  return isApiCode(code) ? API_CODES[code] : REASONS[code];
}
