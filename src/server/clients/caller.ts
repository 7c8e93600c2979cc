/** Who is at the other end of a connection, by the certificate that it showed. */
import type { X509Certificate } from 'node:crypto';
import type { Socket } from 'node:net';
import { TLSSocket } from 'node:tls';
import { namesOf } from './certificate-names.ts';

export interface Caller {
  /** On one line, for people. */
  readonly subject: string;
  readonly names: readonly string[];
  /** In ms since 1970. */
  readonly notBefore: number;
  readonly notAfter: number;
  readonly sha256: string;
  /** What is wrong with the certificate, in OpenSSL's word for it; null when it was signed by whom we trust. */
  readonly problem: string | null;
}

/**
 * Null for a caller without a certificate. A resumed session has the certificate and the judgement of its first handshake;
 * `authorized` alone would not do, for Node may say it of a resumed session in which nobody showed one.
 */
export function callerOn(socket: Socket): Caller | null {
  if (!(socket instanceof TLSSocket)) return null;
  const certificate = socket.getPeerX509Certificate();
  if (certificate === undefined) return null;
  return {
    subject: subjectOf(certificate),
    names: namesOf(certificate),
    notBefore: certificate.validFromDate.getTime(),
    notAfter: certificate.validToDate.getTime(),
    sha256: certificate.fingerprint256,
    problem: socket.authorized ? null : String(socket.authorizationError),
  };
}

/** Somebody unknown has written it: not in any length into a log or an answer. */
const LONGEST_SUBJECT = 200;

function subjectOf({ subject }: X509Certificate): string {
  const line = subject.replaceAll(/\s+/g, ' ').trim();
  return line.length > LONGEST_SUBJECT ? `${line.slice(0, LONGEST_SUBJECT)}…` : line;
}
