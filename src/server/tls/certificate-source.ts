/** Where the serving certificate comes from, whatever that is: what is served now, whether it is good, and that it changed. */
import { createPrivateKey, X509Certificate } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createSecureContext } from 'node:tls';
import { errorCode, messageOf } from '../../json/error-message.ts';
import type { KeyPairPem } from './authority.ts';

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
  readonly ca: TrustedAuthority | null;
  /** Who signs callers; null when nobody is asked for a certificate. */
  readonly clientsAuthority: TrustedAuthority | null;
  /** The newest certificates that were made for callers, where we make them. */
  readonly callers: Readonly<Record<string, CertificateFacts>>;
  /** Authorities that are about to be replaced. */
  readonly handovers: readonly Handover[];
}

/** An authority that somebody trusts; the PEM may hold several, and the facts are those of the first. */
export interface TrustedAuthority extends CertificateFacts {
  /** Null when it is in no file. */
  readonly file: string | null;
  readonly pem: string;
}

/** A new authority that is trusted beside the one before it: whoever was told of the old one alone has until then. */
export interface Handover {
  readonly authority: 'ca' | 'clients-ca';
  readonly until: Date;
}

export interface CertificateSource {
  current(): Certificates;
  /** Why the certificate cannot be used at this moment, or null. */
  problem(now: Date): string | null;
  /** What is wrong with the newest one, while the last good one is in use; null when the newest is in use. */
  refused(): string | null;
  /** Called after each change. */
  onChange(listener: () => void): void;
  stop(): Promise<void>;
}

/** The certificates cannot be used as they are: says which one and why. */
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
  /** Who signs callers. */
  readonly clientsFile?: string | undefined;
}

/** A source over files that are there: read once, checked completely, an unusable pair never gets to serve. */
export function fileSource(files: CertificateFiles): CertificateSource {
  const certificates = readCertificates(files);
  return {
    current: () => certificates,
    problem: (now) => validityProblem(certificates, now),
    refused: () => null,
    onChange: () => {},
    stop: async () => {},
  };
}

export function readCertificates({ certFile, keyFile, caFile, clientsFile }: CertificateFiles): Certificates {
  const pair = { cert: readPem(certFile), key: readPem(keyFile) };
  const leaf = usablePair(pair, { cert: certFile, key: keyFile });
  return {
    ...pair,
    leaf,
    ca: caFile === undefined ? null : readAuthorityFile(caFile),
    clientsAuthority: clientsFile === undefined ? null : readAuthorityFile(clientsFile),
    callers: {},
    handovers: [],
  };
}

/** A pair that can be served, or a CertificateError that names where each half was found. */
export function usablePair({ cert, key }: KeyPairPem, found: KeyPairPem): CertificateFacts {
  const leaf = parseCertificate(cert, found.cert);
  const privateKey = orCertificateError(
    () => createPrivateKey(key),
    () => `${found.key}: not a private key in PEM without a passphrase`,
  );
  if (!leaf.checkPrivateKey(privateKey)) {
    throw new CertificateError(`${found.key}: this key does not belong to the certificate in ${found.cert}`);
  }
  // What OpenSSL will not serve: keys that are too small, a chain that is broken further down.
  orCertificateError(
    () => createSecureContext({ cert, key }),
    (error) => `${found.cert}: cannot be served (${messageOf(error)})`,
  );
  return factsOf(leaf);
}

export function readAuthorityFile(file: string): TrustedAuthority {
  return authorityIn(readPem(file), file, file);
}

/** `found` is where it was, for a message. OpenSSL takes an empty or broken bundle for one that trusts nobody. */
export function authorityIn(pem: string, found: string, file: string | null = null): TrustedAuthority {
  const facts = factsOf(parseCertificate(pem, found));
  orCertificateError(
    () => createSecureContext({ ca: pem }),
    (error) => `${found}: cannot be used (${messageOf(error)})`,
  );
  return { ...facts, file, pem };
}

export function readFacts(file: string): CertificateFacts {
  return factsOf(parseCertificate(readPem(file), file));
}

export function validityProblem({ leaf, ca }: Certificates, now: Date): string | null {
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

export function factsOf(certificate: X509Certificate): CertificateFacts {
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
