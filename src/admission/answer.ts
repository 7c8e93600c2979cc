/** The answer to a review: what is to become of it, and how the API server wants to be told. */
import type { Operation } from 'fast-json-patch';
import { type Decision, NOTHING_FOUND, type Subject } from '../policy/decision.ts';
import { type Finding, findingText } from '../policy/finding.ts';
import type { Actor } from '../tenancy/actor.ts';
import type { Tenant } from '../tenancy/tenant.ts';
import type { Review } from './review.ts';

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
  const warnings = version === 'v1' ? [...answer.warnings, ...warned.map(warningOf)].map(clip) : [];
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
      warnings: warnings.length > 0 ? warnings : undefined,
      auditAnnotations: auditOf(answer.decision, tenant),
    },
  });
}

/** Every code and what became of it, and whose object it was. The API server puts the webhook's name before each key. */
function auditOf({ denied, warned, audited, exempted }: Decision, tenant: Tenant | undefined) {
  const codes = { denied, warned, audited, exempted: exempted.map(({ finding }) => finding) };
  const notes = Object.entries(codes)
    .filter(([, findings]) => findings.length > 0)
    .map(([key, findings]) => [key, findings.map(({ code }) => code).join(',')]);
  return notes.length === 0 ? undefined : { ...Object.fromEntries(notes), tenant: tenant?.name };
}

/** A policy refuses with 403; what is malformed, and nothing else, is 422. */
function statusOf(denied: readonly Finding[], request: Review['request']) {
  const malformed = denied.every(({ code }) => code.startsWith('DW2'));
  return {
    code: malformed ? 422 : 403,
    reason: malformed ? 'Invalid' : 'Forbidden',
    message: messageOf(denied),
    details: {
      name: request.name || undefined,
      group: request.kind.group || undefined,
      kind: request.kind.kind,
      causes: denied.map((finding) => ({
        reason: finding.code,
        field: finding.field || undefined,
        // kubectl prints the causes of what is invalid, each after its field.
        message: findingText({ ...finding, field: '' }),
      })),
    },
  };
}

function messageOf(denied: readonly Finding[]): string {
  const lines = denied.map(findingText);
  return lines.length === 1 ? lines.join('') : [`${lines.length} findings`, ...lines].join('\n- ');
}

function clip(warning: string): string {
  return warning.length > LONGEST_WARNING ? `${warning.slice(0, LONGEST_WARNING - 1)}…` : warning;
}

/** The last step of a path; a key in brackets may have dots of its own. */
const LAST_STEP = /(?:\[[^\]]*\]|[^.[])+$/;

/** Short, because there is room for one line: what is wrong, and the code to look up. */
function warningOf({ code, field, detail }: Finding): string {
  const where = LAST_STEP.exec(field)?.[0] ?? '';
  return `${code} ${where === '' ? '' : `${where}: `}${detail}`;
}
