/** Codes of the catalogue in explanations: what to do about each. */
import { REASONS, type ReasonCode, SCHEDULING_REASONS, type SchedulingCode } from '../policy/reasons.ts';

export type Code = ReasonCode | SchedulingCode;

export function remedyOf(code: Code): string {
  return isSchedulingCode(code) ? SCHEDULING_REASONS[code].remedy : REASONS[code].remedy;
}

export function isSchedulingCode(code: string): code is SchedulingCode {
  return Object.hasOwn(SCHEDULING_REASONS, code);
}
