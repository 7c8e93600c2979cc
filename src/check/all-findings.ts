/** What the rules and the API server find in one object, together: each mistake once, in the words that help most. */

import type { FieldError } from '../kube/validation/field-error.ts';
import type { Decision } from '../policy/decision.ts';
import { type Finding, remedyOf } from '../policy/finding.ts';
import { isMisplaced } from '../policy/rules/shape.ts';
import type { ApiFinding } from './apiserver/api-codes.ts';
import { wordsOf } from './report/code-words.ts';
import type { CheckFinding, PlacedFinding } from './report/report.ts';

type Found = Omit<PlacedFinding, 'place'>;

export interface Mistakes {
  readonly decision: Decision;
  /** Of strict decoding. */
  readonly decoding: readonly ApiFinding[];
  /** Of the API server's validation, which comes after the mutating hook. */
  readonly validation: readonly FieldError[];
}

export function allFindings({ decision, decoding, validation }: Mistakes): Found[] {
  const untyped = decoding.filter(({ code }) => code === 'wrong-type').map(({ field }) => field);
  const isSound = ({ field }: { readonly field: string }) =>
    !untyped.some((other) => isAtOrBelow(field, other) || isAtOrBelow(other, field));
  const denied = decision.denied.filter(isSound);
  const hasNoPlace = denied.some(({ code }) => code === 'DW101');
  const isMoved = denied.some(({ field }) => isMisplaced(field));
  return [
    ...denied.map((finding) => found(ours(finding), 'error')),
    ...decision.warned.filter(isSound).map((finding) => found(ours(finding), 'warning')),
    ...decision.audited.filter(isSound).map((finding) => found(ours(finding), 'note')),
    ...decision.exempted
      .filter(({ finding }) => isSound(finding))
      .map(({ finding, exemption }) => ({ ...found(ours(finding), 'note'), exemption })),
    ...decoding
      .filter(({ code, field }) => !(isMoved && code === 'unknown-field' && isMisplaced(field)))
      .map((finding) => found(theirs(finding), 'error')),
    // What has no place where it is is refused before the API server looks at its values.
    ...(hasNoPlace ? [] : onlyTheirs(validation.filter(isSound), denied)).map((finding) =>
      found(theirs(finding), 'error'),
    ),
  ];
}

function found(finding: CheckFinding, level: PlacedFinding['level']): Found {
  return { finding, level, exemption: undefined };
}

function ours(finding: Finding): CheckFinding {
  const { code, field, detail } = finding;
  return { code, field, detail, remedy: remedyOf(finding) };
}

function theirs(finding: ApiFinding): CheckFinding {
  return { ...finding, remedy: wordsOf(finding.code).remedy };
}

/** Without those for which a rule of ours has spoken already. */
function onlyTheirs(errors: readonly FieldError[], denied: readonly Finding[]): ApiFinding[] {
  const findings = errors
    .filter(({ field }) => !denied.some((finding) => speaksFor(finding, field)))
    .map(({ field, detail, value }) => ({
      code: 'invalid' as const,
      field,
      detail: `${detail}${shown(value)}`,
    }));
  return [...new Map(findings.map((finding) => [`${finding.field} ${finding.detail}`, finding])).values()];
}

/** Fields for which the API server blames another than we do. */
const BLAMED: Readonly<Partial<Record<Finding['code'], readonly string[]>>> = {
  DW201: ['spec.selector', 'spec.template.metadata.labels'],
  DW209: ['metadata.name', 'metadata.generateName'],
  DW211: ['spec.template.spec.containers'],
};

function speaksFor({ code, field }: Finding, errorField: string): boolean {
  if (field !== '' && isAtOrBelow(errorField, field)) return true;
  return BLAMED[code]?.includes(errorField) ?? false;
}

function isAtOrBelow(field: string, other: string): boolean {
  return field === other || field.startsWith(`${other}.`) || field.startsWith(`${other}[`);
}

/** Values longer than this would hide the message. */
const LONGEST_VALUE = 60;

function shown(value: unknown): string {
  if (value === undefined || value === null || value === '' || typeof value === 'object') return '';
  const text = JSON.stringify(value);
  return `, found ${text.length > LONGEST_VALUE ? `${text.slice(0, LONGEST_VALUE)}…` : text}`;
}
