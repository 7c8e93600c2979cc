/** What a rule has found: a code of the catalogue, the field it is about, and what is wrong there. */
import { REASONS, type ReasonCode } from './reasons.ts';

export interface Finding {
  readonly code: ReasonCode;
  /** Path in the object, as in `spec.template.spec.restartPolicy`; empty when it is about the object as a whole. */
  readonly field: string;
  /** One sentence without a full stop, with the values that were found. */
  readonly detail: string;
  /** What to do, when that of the catalogue does not fit this case. */
  readonly remedy?: string;
}

export function remedyOf({ code, remedy }: Finding): string {
  return remedy ?? REASONS[code].remedy;
}

/** The finding as a person reads it: what, where, what to do. */
export function findingText(finding: Finding): string {
  const { code, field, detail } = finding;
  const where = field === '' ? '' : `${field}: `;
  return `${code} ${where}${detail}; ${remedyOf(finding)}`;
}
