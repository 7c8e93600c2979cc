/** What a check says: one line, and what to do about it. */
import { CHECKS, type CheckName } from './checks.ts';

export const STATUSES = ['ok', 'warning', 'failure', 'skipped'] as const;
export type Status = (typeof STATUSES)[number];

export interface Line {
  readonly check: CheckName;
  readonly status: Status;
  readonly text: string;
  /** Null where there is nothing to do. */
  readonly remedy: string | null;
}

export function ok(check: CheckName, text: string): Line {
  return { check, status: 'ok', text, remedy: null };
}

export function warning(check: CheckName, text: string, remedy: string = CHECKS[check].remedy): Line {
  return { check, status: 'warning', text, remedy };
}

export function failure(check: CheckName, text: string, remedy: string = CHECKS[check].remedy): Line {
  return { check, status: 'failure', text, remedy };
}

/** It could not be looked at, for want of rights or reach. */
export function skipped(check: CheckName, why: string, remedy: string | null = null): Line {
  return { check, status: 'skipped', text: why, remedy };
}

/** The one line that says that all is well, unless there is something else to say. */
export function orOk(lines: readonly Line[], check: CheckName, text: string): readonly Line[] {
  return lines.length === 0 ? [ok(check, text)] : lines;
}
