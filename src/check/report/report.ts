/** What a check has found, before it is written in one of the forms. */
import type { Exemption } from '../../policy/exemptions.ts';
import type { ReasonCode } from '../../policy/reasons.ts';
import type { PolicySettings } from '../../policy/settings.ts';
import type { Tenant } from '../../tenancy/tenant.ts';
import type { ApiCode } from '../apiserver/api-codes.ts';

/** What becomes of it in the cluster: refused, warned of, or only counted. */
export const LEVELS = ['error', 'warning', 'note'] as const;

export type Level = (typeof LEVELS)[number];

/** Line and column are counted from 1. */
export interface Place {
  readonly file: string;
  readonly line: number;
  readonly column: number;
}

/** What a rule of ours finds, or the API server itself would refuse. */
export interface CheckFinding {
  readonly code: ReasonCode | ApiCode;
  readonly field: string;
  readonly detail: string;
  readonly remedy: string;
}

export interface PlacedFinding {
  readonly finding: CheckFinding;
  readonly level: Level;
  readonly place: Place;
  /** Why it does not count, for a while. */
  readonly exemption: Exemption | undefined;
}

export interface CheckedObject {
  readonly place: Place;
  readonly apiVersion: string;
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly tenant: Tenant;
  /** In the order of the file. */
  readonly findings: readonly PlacedFinding[];
}

/** Something that could not be read. */
export interface InputProblem {
  readonly file: string;
  /** Missing when it is about the file as a whole. */
  readonly line?: number;
  readonly column?: number;
  /** Path in the object; empty when it is about none. */
  readonly field: string;
  readonly message: string;
}

export interface Report {
  readonly objects: readonly CheckedObject[];
  readonly problems: readonly InputProblem[];
  /** Namespaces and priority classes of the input. */
  readonly clusterObjects: number;
  readonly passedOver: number;
  /** What could not be looked at, and why: a sentence each. */
  readonly notLookedAt: readonly string[];
  /** Warnings fail as well. */
  readonly strict: boolean;
  readonly settings: PolicySettings;
}

export function levelCounts({ objects }: Report): Readonly<Record<Level, number>> {
  const counts = { error: 0, warning: 0, note: 0 };
  for (const { findings } of objects) for (const { level } of findings) counts[level] += 1;
  return counts;
}

/** Whether a finding of this level makes the check fail. */
export function fails(level: Level, { strict }: Pick<Report, 'strict'>): boolean {
  return level === 'error' || (strict && level === 'warning');
}

/** What the process ends with: part of the report, because CI systems read it there. */
const CHECK_EXIT = { fine: 0, findings: 1, unreadable: 2 } as const;

export function exitCodeOf(report: Report): (typeof CHECK_EXIT)[keyof typeof CHECK_EXIT] {
  if (report.problems.length > 0) return CHECK_EXIT.unreadable;
  const counts = levelCounts(report);
  return LEVELS.some((level) => counts[level] > 0 && fails(level, report))
    ? CHECK_EXIT.findings
    : CHECK_EXIT.fine;
}
