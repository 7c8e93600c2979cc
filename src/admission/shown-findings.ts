/** Findings for people, in an answer or a line of the log: as many as somebody reads, each as long as somebody reads. */
import { clipped } from '../json/clipped.ts';
import type { Finding } from '../policy/finding.ts';

/** Who has this many mistakes mends some and asks again. An object may have one for each of its hundred thousand values. */
const MOST_SHOWN = 20;

/** A path of Kubernetes with a key of the longest form has some 400 characters; the longest sentence of ours 300. */
const LONGEST_FIELD = 512;
const LONGEST_DETAIL = 512;

/** Names in Kubernetes have at most 253 characters; that of a user may be an address or a certificate's. */
const LONGEST_NAME = 256;

export interface ShownFindings {
  readonly findings: readonly Finding[];
  /** How many are not shown. */
  readonly more: number;
}

export function shownFindings(findings: readonly Finding[]): ShownFindings {
  return {
    findings: findings.slice(0, MOST_SHOWN).map((finding) => ({
      ...finding,
      field: clipped(finding.field, LONGEST_FIELD),
      detail: clipped(finding.detail, LONGEST_DETAIL),
    })),
    more: Math.max(0, findings.length - MOST_SHOWN),
  };
}

/** The name of an object or a user, which is whatever was sent. */
export function shownName(name: string): string {
  return clipped(name, LONGEST_NAME);
}
