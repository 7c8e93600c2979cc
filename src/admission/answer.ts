/** The answer to a review, as the API server wants it: facts of a decision in, JSON text out. */
import type { Operation } from 'fast-json-patch';
import { type Finding, findingText, findingTextWithoutField } from '../policy/finding.ts';
import type { Review } from './review.ts';

/** kubectl and the API server show this much of a warning in full; longer ones may be cut to nothing. */
const LONGEST_WARNING = 120;

export interface Verdict {
  /** What it was refused for; empty when it is allowed. */
  readonly denied: readonly Finding[];
  readonly warnings: readonly string[];
  readonly operations: readonly Operation[];
  /** Key → value; the API server puts the webhook's name before the key. */
  readonly audit: Readonly<Record<string, string>>;
}

export const ALLOWED: Verdict = { denied: [], warnings: [], operations: [], audit: {} };

/** Arktos knows no warnings, and an answer without a patch must not name a patch type. */
export function writeReview({ apiVersion, version, request }: Review, verdict: Verdict): string {
  const { denied, operations, audit } = verdict;
  const allowed = denied.length === 0;
  const warnings = version === 'v1' && verdict.warnings.length > 0 ? verdict.warnings.map(clip) : undefined;
  const patched = allowed && operations.length > 0;
  return JSON.stringify({
    apiVersion,
    kind: 'AdmissionReview',
    response: {
      uid: request.uid,
      allowed,
      status: allowed ? undefined : statusOf(denied, request),
      patchType: patched ? 'JSONPatch' : undefined,
      patch: patched ? Buffer.from(JSON.stringify(operations)).toString('base64') : undefined,
      warnings,
      auditAnnotations: Object.keys(audit).length > 0 ? audit : undefined,
    },
  });
}

/** A policy refuses with 403; what is malformed, and nothing else, is 422. */
function statusOf(denied: readonly Finding[], request: Review['request']) {
  const malformed = denied.every(({ code }) => code.startsWith('DW2'));
  const name = request.name || undefined;
  return {
    code: malformed ? 422 : 403,
    reason: malformed ? 'Invalid' : 'Forbidden',
    message: messageOf(denied),
    details: {
      name,
      group: request.kind.group || undefined,
      kind: request.kind.kind,
      causes: denied.map((finding) => ({
        reason: finding.code,
        field: finding.field || undefined,
        // kubectl prints the causes of what is invalid, each after its field.
        message: findingTextWithoutField(finding),
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
export function warningOf({ code, field, detail }: Finding): string {
  const where = LAST_STEP.exec(field)?.[0] ?? '';
  return `${code} ${where === '' ? '' : `${where}: `}${detail}`;
}
