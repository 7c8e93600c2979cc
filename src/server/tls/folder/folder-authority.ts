/** An authority of our own that is kept in a folder: made once, and never replaced behind the back of those who trust it. */
import { createPrivateKey } from 'node:crypto';
import { existsSync } from 'node:fs';
import { type KeyPairPem, makeAuthority } from '../authority.ts';
import { CertificateError, orCertificateError, parseCertificate, readPem } from '../certificate-source.ts';
import { type PairFiles, writePair } from './private-files.ts';

export interface AuthorityFiles extends PairFiles {
  readonly name: string;
  /** Certificates that it has signed: whoever has one relies on it. */
  readonly signed: readonly string[];
}

export async function ensureAuthority(files: AuthorityFiles, now: Date) {
  const there = [files.cert, files.key].filter((path) => existsSync(path));
  if (there.length === 2) return { authority: readAuthority(files, now), isNew: false };
  // One file alone and nothing signed is a first start that was cut short. Otherwise somebody relies on that CA.
  if (there.length === 1 && files.signed.some((path) => existsSync(path))) {
    const missing = there[0] === files.cert ? files.key : files.cert;
    throw new CertificateError(`${missing}: missing. Put it back, or remove ${there[0]} and start anew`);
  }
  const authority = await makeAuthority(now, files.name);
  writePair(files, authority);
  return { authority, isNew: true };
}

/** When it cannot be used, that is said. */
export function readAuthority(files: PairFiles, now: Date): KeyPairPem {
  const cert = readPem(files.cert);
  const key = signingKey(files.key);
  const certificate = parseCertificate(cert, files.cert);
  if (!certificate.ca) throw new CertificateError(`${files.cert}: this certificate may not sign others`);
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    throw new CertificateError(`${files.key}: does not belong to ${files.cert}`);
  if (now > certificate.validToDate) {
    throw new CertificateError(
      `${files.cert}: ended at ${certificate.validToDate.toISOString()}. Remove it and ${files.key} to make a new one`,
    );
  }
  return { cert, key };
}

/** The key in the one form that is signed with here: PKCS 8, as we make it. */
function signingKey(path: string): string {
  const pem = readPem(path);
  const key = orCertificateError(
    () => createPrivateKey(pem),
    () => `${path}: not a private key in PEM`,
  );
  if (key.asymmetricKeyDetails?.namedCurve !== 'prime256v1') {
    throw new CertificateError(
      `${path}: leaves are signed with ECDSA P-256 only; give the leaf by server.tls.certFile`,
    );
  }
  return key.export({ type: 'pkcs8', format: 'pem' }).toString();
}
