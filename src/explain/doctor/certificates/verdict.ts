/** What somebody who verifies us says. */

/** What OpenSSL says of a certificate that is served, in its own words; null when a caller would take it. */
export type Verdict = string | null;

/** The served certificate ended, which has a line of its own; the chain to it is good. */
export const ENDED = 'CERT_HAS_EXPIRED';
/** It lacks the name by which it was called: a matter of that certificate, and not of who signed it. */
export const OTHER_NAME = 'ERR_TLS_CERT_ALTNAME_INVALID';

/** Whether the verdict is about who signed it. */
export function isUntrusted(verdict: Verdict): boolean {
  return verdict !== null && verdict !== ENDED && verdict !== OTHER_NAME;
}
