/** The answer to a review: what is to become of it, and how the API server wants to be told. */
import type { Operation } from 'fast-json-patch';
import { clipped } from '../json/clipped.ts';
import { type Decision, hasFindings, NOTHING_FOUND, type Subject } from '../policy/decision.ts';
import { type Finding, findingText } from '../policy/finding.ts';
import type { Actor } from '../tenancy/actor.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Review } from './review.ts';
import { shownFindings, shownName } from './shown-findings.ts';

/** kubectl and the API server show this much of a warning in full; longer ones may be cut to nothing. */
const LONGEST_WARNING = 120;

/** What a review is about. */
export interface About {
  readonly subject: Subject;
  readonly tenant: Tenant;
  readonly actor: Actor;
}

export interface Answer {
  readonly decision: Decision;
  readonly operations: readonly Operation[];
  /** Beside those of the findings. */
  readonly warnings: readonly string[];
}

export const ALLOWED: Answer = { decision: NOTHING_FOUND, operations: [], warnings: [] };

/** Arktos knows no warnings, and an answer without a patch must not name a patch type. */
export function writeAnswer(review: Review, answer: Answer, tenant?: Tenant): string {
  const { apiVersion, version, request } = review;
  const { denied, warned } = answer.decision;
  const allowed = denied.length === 0;
  const warnings = version === 'v1' ? [...answer.warnings, ...warningsOf(warned)] : [];
  const patched = allowed && answer.operations.length > 0;
  return JSON.stringify({
    apiVersion,
    kind: 'AdmissionReview',
    response: {
      uid: request.uid,
      allowed,
      status: allowed ? undefined : statusOf(denied, request),
      patchType: patched ? 'JSONPatch' : undefined,
      patch: patched ? Buffer.from(JSON.stringify(answer.operations)).toString('base64') : undefined,
      warnings: warnings.length > 0 ? warnings.map((text) => clipped(text, LONGEST_WARNING)) : undefined,
      auditAnnotations: auditOf(request, answer, tenant),
    },
  });
}

/**
 * What became of it, for which codes, whose object it was and by what that is known, which exemption was used and what was
 * completed; and the uid of the review, which the log has too. None for what passes as it is: that is most of all writes.
 * The API server puts the webhook's name before each key.
 */
function auditOf({ uid }: Review['request'], { decision, operations }: Answer, tenant: Tenant | undefined) {
  const { denied, warned, audited, exempted } = decision;
  const patched = denied.length === 0 && operations.length > 0;
  if (!patched && !hasFindings(decision)) return undefined;
  const codes = { denied, warned, audited, exempted: exempted.map(({ finding }) => finding) };
  const notes = Object.entries(codes)
    .filter(([, findings]) => findings.length > 0)
    .map(([key, findings]) => [key, codesIn(shownFindings(findings).findings)]);
  const reasons = new Set(exempted.slice(0, REASONS_SHOWN).map(({ exemption }) => exemption.reason));
  return {
    uid,
    outcome: denied.length > 0 ? 'denied' : patched ? 'patched' : 'allowed',
    ...Object.fromEntries(notes),
    exemption: reasons.size > 0 ? clipped([...reasons].join('; '), LONGEST_NOTE) : undefined,
    completed: patched ? clipped(operations.map(({ path }) => path).join(','), LONGEST_NOTE) : undefined,
    tenant: tenant && shownName(tenant.name),
    'tenant-by': tenant?.by,
  };
}

/** Those of one object are mostly one and the same. */
const REASONS_SHOWN = 5;

/** A note is read in a line of an audit log. */
const LONGEST_NOTE = 512;

function codesIn(findings: readonly Finding[]): string {
  return findings.map(({ code }) => code).join(',');
}

/** A policy refuses with 403; what is malformed, and nothing else, is 422. */
function statusOf(denied: readonly Finding[], request: Review['request']) {
  const { findings, more } = shownFindings(denied);
  const malformed = denied.every(({ code }) => code.startsWith('DW2'));
  return {
    code: malformed ? 422 : 403,
    reason: malformed ? 'Invalid' : 'Forbidden',
    message: messageOf(findings, more),
    details: {
      name: shownName(request.name ?? '') || undefined,
      group: request.kind.group || undefined,
      kind: request.kind.kind,
      causes: findings.map((finding) => ({
        reason: finding.code,
        field: finding.field || undefined,
        // kubectl prints the causes of what is invalid, each after its field.
        message: findingText({ ...finding, field: '' }),
      })),
    },
  };
}

function messageOf(findings: readonly Finding[], more: number): string {
  const lines = findings.map(findingText);
  if (lines.length === 1) return lines.join('');
  const rest = more === 0 ? [] : [`and ${more} more`];
  return [`${lines.length + more} findings`, ...lines, ...rest].join('\n- ');
}

function warningsOf(warned: readonly Finding[]): string[] {
  const { findings, more } = shownFindings(warned);
  return [...findings.map(warningOf), ...(more === 0 ? [] : [`and ${more} more`])];
}

/** The last step of a path; a key in brackets may have dots of its own. */
const LAST_STEP = /(?:\[[^\]]*\]|[^.[])+$/;

/** Short, because there is room for one line: what is wrong, and the code to look up. */
function warningOf({ code, field, detail }: Finding): string {
  const where = LAST_STEP.exec(field)?.[0] ?? '';
  return `${code} ${where === '' ? '' : `${where}: `}${detail}`;
}
