/** Where the serving certificate comes from: given as files, or made by Daemonward itself. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { errorCode, messageOf } from '../../json/error-message.ts';

export interface CertificateFacts {
  readonly names: readonly string[];
  readonly notBefore: Date;
  readonly notAfter: Date;
  readonly sha256: string;
}

export interface Certificates {
  /** PEM: the leaf, and the chain behind it if there is one. */
  readonly cert: string;
  readonly key: string;
  readonly leaf: CertificateFacts;
  /** What callers have to trust; unknown when the certificate was given without it. */
  readonly ca: AuthorityFile | null;
}

/** An authority that somebody trusts, in a file that may hold several. */
export interface AuthorityFile extends CertificateFacts {
  readonly file: string;
  readonly pem: string;
}

export interface CertificateSource {
  current(): Certificates;
  /** Why the certificate cannot be used at this moment, or null. */
  problem(now: Date): string | null;
}

/** The files cannot be used as they are: says which one and why. */
export class CertificateError extends Error {
  override readonly name = 'CertificateError';
}

/** What an attempt gives; one that fails is a CertificateError in our own words. */
export function orCertificateError<T>(attempt: () => T, words: (error: unknown) => string): T {
  try {
    return attempt();
  } catch (error) {
    throw new CertificateError(words(error));
  }
}

export interface CertificateFiles {
  readonly certFile: string;
  readonly keyFile: string;
  readonly caFile?: string | undefined;
}

/** A source over files that are there: read once, checked completely, an unusable pair never gets to serve. */
export function fileSource(files: CertificateFiles): CertificateSource {
  const certificates = readCertificates(files);
  return { current: () => certificates, problem: (now) => validityProblem(certificates, now) };
}

export function readCertificates({ certFile, keyFile, caFile }: CertificateFiles): Certificates {
  const cert = readPem(certFile);
  const leaf = parseCertificate(cert, certFile);
  const key = readPem(keyFile);
  const privateKey = orCertificateError(
    () => createPrivateKey(key),
    () => `${keyFile}: not a private key in PEM without a passphrase`,
  );
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new CertificateError(`${keyFile}: this key does not belong to the certificate in ${certFile}`);
  }
  // What OpenSSL will not serve: keys that are too small, a chain that is broken further down.
  orCertificateError(
    () => createSecureContext({ cert, key }),
    (error) => `${certFile}: cannot be served (${messageOf(error)})`,
  );
  return { cert, key, leaf: factsOf(leaf), ca: caFile === undefined ? null : readAuthorityFile(caFile) };
}

export function readAuthorityFile(file: string): AuthorityFile {
  const pem = readPem(file);
  return { ...factsOf(parseCertificate(pem, file)), file, pem };
}

export function readFacts(file: string): CertificateFacts {
  return factsOf(parseCertificate(readPem(file), file));
}

function validityProblem({ leaf, ca }: Certificates, now: Date): string | null {
  const dated = [['certificate', leaf] as const, ['CA certificate', ca] as const];
  for (const [what, facts] of dated) {
    if (facts && now > facts.notAfter) return `the ${what} ended at ${facts.notAfter.toISOString()}`;
    if (facts && now < facts.notBefore) return `the ${what} begins at ${facts.notBefore.toISOString()}`;
  }
  return null;
}

export function parseCertificate(pem: string, file: string): X509Certificate {
  return orCertificateError(
    () => new X509Certificate(pem),
    () => `${file}: not a certificate in PEM`,
  );
}

function factsOf(certificate: X509Certificate): CertificateFacts {
  return {
    names: (certificate.subjectAltName ?? '')
      .split(', ')
      .filter((name) => name !== '')
      .map((name) => name.replace(/^(DNS|IP Address):/, '')),
    notBefore: certificate.validFromDate,
    notAfter: certificate.validToDate,
    sha256: certificate.fingerprint256,
  };
}

export function readPem(file: string): string {
  return orCertificateError(
    () => readFileSync(file, 'utf8'),
    (error) => `${file}: cannot be read (${errorCode(error)})`,
  );
}
