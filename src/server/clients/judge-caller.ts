/** Whether a caller may come in: what its certificate lacks, and how to get a better one. */
import type { HttpErrorCode } from '../http/errors.ts';
import type { Caller } from './caller.ts';

const CALLER_ERRORS = [
  'client-certificate-missing',
  'client-certificate-expired',
  'client-certificate-untrusted',
  'client-name-unknown',
] as const satisfies readonly HttpErrorCode[];

export type CallerError = (typeof CALLER_ERRORS)[number];

export interface Refusal {
  readonly code: CallerError;
  readonly message: string;
}

/** Whose doors: the section of `server.clients` that says who may call them. */
export type Doors = 'scheduler' | 'admission';

const HOW_TO = {
  scheduler:
    'daemonward render --scheduler gives a scheduler its certificate, and people add --cert certs/debug.crt --key certs/debug.key',
  admission:
    'docs/webhooks.md says how the API server gets one, and people add --cert certs/debug.crt --key certs/debug.key',
} as const satisfies Record<Doors, string>;

/** What OpenSSL finds most, in our words. */
const PROBLEMS: Readonly<Record<string, string>> = {
  CERT_HAS_EXPIRED: 'was signed by an authority that has ended',
  CERT_NOT_YET_VALID: 'is not valid yet; compare the clocks of the two machines',
  INVALID_PURPOSE: 'is not one for clients: it needs the extended key usage clientAuth',
};
const OTHER_PROBLEM = 'was not signed by an authority of server.clients.caFile (by default clients-ca.crt)';

/** Null when it may. */
export function judgeCaller(
  caller: Caller | null,
  { doors, names }: { readonly doors: Doors; readonly names: readonly string[] },
  now: number,
): Refusal | null {
  const how = HOW_TO[doors];
  if (caller === null) {
    const message = `this path is for known callers, and this one showed no client certificate; ${how}`;
    return { code: 'client-certificate-missing', message };
  }
  const whose = `the client certificate of ${caller.subject}`;
  // Also of a connection that has outlived the certificate that it began with.
  if (now > caller.notAfter) {
    const ended = new Date(caller.notAfter).toISOString();
    const message = `${whose} ended at ${ended}; daemonward certs makes new ones, and ${how}`;
    return { code: 'client-certificate-expired', message };
  }
  if (caller.problem !== null) {
    const what = PROBLEMS[caller.problem] ?? `${OTHER_PROBLEM}: ${caller.problem}`;
    return { code: 'client-certificate-untrusted', message: `${whose} ${what}; ${how}` };
  }
  if (!caller.names.some((name) => names.includes(name))) {
    const message = `${whose} has none of the names in server.clients.${doors}.names; add its name there, or show another`;
    return { code: 'client-name-unknown', message };
  }
  return null;
}
