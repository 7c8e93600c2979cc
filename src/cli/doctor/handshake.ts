/** Calls the service as somebody who verifies it would, and says what came of it. */
import type { X509Certificate } from 'node:crypto';
import { isIP } from 'node:net';
import { checkServerIdentity, connect } from 'node:tls';
import { factsOf } from '../../server/tls/certificate-source.ts';

export interface Handshake {
  readonly leaf: X509Certificate;
  /** What is wrong with it in OpenSSL's word; null when a caller would go on. */
  readonly verdict: string | null;
}

export interface Called {
  readonly url: string;
  /** The name that the certificate has to have. */
  readonly name: string;
  /** PEM of who is trusted; undefined for the authorities of this machine. */
  readonly ca: string | undefined;
}

/** A service answers within milliseconds; whoever waits is a person. */
const ANSWERED_WITHIN_MS = 5_000;

const HTTPS_PORT = 443;

/** Rejects with the error of the socket when nobody answers. */
export function handshake({ url, name, ca }: Called): Promise<Handshake> {
  const { hostname, port } = new URL(url);
  return new Promise((resolve, reject) => {
    const socket = connect({
      host: hostname.replace(/^\[|\]$/g, ''),
      port: Number(port || HTTPS_PORT),
      // A name of an address is none (RFC 6066, 3).
      ...(isIP(name) === 0 && { servername: name }),
      ...(ca !== undefined && { ca }),
      // What is wrong is what we want to know.
      rejectUnauthorized: false,
      checkServerIdentity: (_host, certificate) => checkServerIdentity(name, certificate),
      timeout: ANSWERED_WITHIN_MS,
    });
    socket.once('secureConnect', () => {
      const leaf = socket.getPeerX509Certificate();
      const verdict = socket.authorized ? null : String(socket.authorizationError);
      socket.destroy();
      if (leaf === undefined) reject(new Error('it shows no certificate'));
      else resolve({ leaf, verdict });
    });
    socket.once('timeout', () =>
      socket.destroy(new Error(`no answer within ${ANSWERED_WITHIN_MS / 1_000} s`)),
    );
    socket.once('error', reject);
  });
}

/** In the shape of the checks. */
export function datedOf(certificate: X509Certificate) {
  const { names, notBefore, notAfter, sha256 } = factsOf(certificate);
  return { names, notBefore: notBefore.getTime(), notAfter: notAfter.getTime(), sha256 };
}
