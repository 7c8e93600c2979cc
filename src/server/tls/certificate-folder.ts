/** A folder with the CA and the leaf that Daemonward made for itself: made once, kept, renewed when they must be. */
import { createPrivateKey, randomUUID } from 'node:crypto';
import { chmodSync, existsSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { errorCode } from '../../json/error-message.ts';
import { type KeyPairPem, makeAuthority, makeLeaf } from './authority.ts';
import {
  CertificateError,
  type CertificateSource,
  fileSource,
  orCertificateError,
  parseCertificate,
  readCertificates,
  readPem,
} from './certificate-source.ts';
import { lockFolder } from './folder-lock.ts';
import { trustFile, trustFolder, trustKey } from './folder-trust.ts';

/** A leaf with less than this left is replaced at the next start. */
const RENEW_BEFORE_MS = 60 * 24 * 60 * 60 * 1000;

const PRIVATE_FILE = 0o600;
const PUBLIC_FILE = 0o644;
const PRIVATE_FOLDER = 0o700;

export interface FolderOptions {
  readonly directory: string;
  readonly names: readonly string[];
  readonly now: Date;
  /** Makes a new leaf even when the old one would do. */
  readonly renew?: boolean;
}

/** What had to be done: for the log, and for the person who asked. */
export interface FolderChange {
  readonly made: readonly ('CA' | 'leaf')[];
  readonly because: string;
}

type FolderPaths = ReturnType<typeof pathsIn>;

export function pathsIn(directory: string) {
  const path = (name: string) => join(directory, name);
  return { ca: path('ca.crt'), caKey: path('ca.key'), cert: path('tls.crt'), key: path('tls.key') };
}

/**
 * Makes what is missing or no longer good, and gives the source to serve from. Two processes may begin on one empty
 * folder at once: the second waits, and takes what the first has made.
 */
export async function certificateFolder(
  options: FolderOptions,
): Promise<{ source: CertificateSource; change: FolderChange }> {
  const paths = pathsIn(options.directory);
  makePrivateFolder(options.directory);
  trustFolderAndFiles(options.directory, paths);
  // A folder that is complete may be read-only: nothing is written to it, not even a lock.
  const complete = Object.values(paths).every((path) => existsSync(path));
  if (complete && leafIsUnfit(paths, readAuthority(paths, options.now), options) === null) {
    return { source: sourceIn(paths), change: { made: [], because: 'everything was there' } };
  }
  const unlock = await lockFolder(options.directory);
  try {
    // Whoever had the lock may have been somebody else.
    trustFolderAndFiles(options.directory, paths);
    return await complement(paths, options);
  } finally {
    unlock();
  }
}

async function complement(paths: FolderPaths, options: FolderOptions) {
  const { authority, isNew } = await ensureAuthority(paths, options.now);
  const because = isNew ? 'there was no CA' : leafIsUnfit(paths, authority, options);
  if (because !== null) {
    const leaf = await makeLeaf(authority, [...new Set(options.names)], options.now);
    write(paths.key, leaf.key, PRIVATE_FILE);
    write(paths.cert, leaf.cert, PUBLIC_FILE);
  }
  const made = [...(isNew ? (['CA'] as const) : []), ...(because === null ? [] : (['leaf'] as const))];
  return { source: sourceIn(paths), change: { made, because: because ?? 'everything was there' } };
}

function trustFolderAndFiles(directory: string, { ca, caKey, cert, key }: FolderPaths): void {
  trustFolder(directory);
  for (const path of [ca, cert]) trustFile(path);
  for (const path of [caKey, key]) trustKey(path);
}

function sourceIn(paths: FolderPaths): CertificateSource {
  return fileSource({ certFile: paths.cert, keyFile: paths.key, caFile: paths.ca });
}

async function ensureAuthority(paths: FolderPaths, now: Date) {
  const there = [paths.ca, paths.caKey].filter((path) => existsSync(path));
  if (there.length === 2) return { authority: readAuthority(paths, now), isNew: false };
  // One file alone and no leaf is a first start that was cut short. With a leaf somebody relies on that CA.
  if (there.length === 1 && existsSync(paths.cert)) {
    const missing = there[0] === paths.ca ? paths.caKey : paths.ca;
    throw new CertificateError(`${missing}: missing. Put it back, or remove ${there[0]} and start anew`);
  }
  const authority = await makeAuthority(now);
  write(paths.caKey, authority.key, PRIVATE_FILE);
  write(paths.ca, authority.cert, PUBLIC_FILE);
  return { authority, isNew: true };
}

/** An authority that others trust is never replaced behind their back: when it cannot be used, that is said. */
function readAuthority(paths: FolderPaths, now: Date): KeyPairPem {
  const cert = readPem(paths.ca);
  const key = signingKey(paths.caKey);
  const certificate = parseCertificate(cert, paths.ca);
  if (!certificate.ca) throw new CertificateError(`${paths.ca}: this certificate may not sign others`);
  if (!certificate.checkPrivateKey(createPrivateKey(key)))
    throw new CertificateError(`${paths.caKey}: does not belong to ${paths.ca}`);
  if (now > certificate.validToDate) {
    throw new CertificateError(
      `${paths.ca}: ended at ${certificate.validToDate.toISOString()}. Remove it and ${paths.caKey} to make a new one`,
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

/** Why the leaf cannot stay, or null. */
function leafIsUnfit(paths: FolderPaths, authority: KeyPairPem, options: FolderOptions): string | null {
  if (options.renew) return 'a new leaf was asked for';
  if (!existsSync(paths.cert) || !existsSync(paths.key)) return 'there was no leaf';
  try {
    const { cert, leaf } = readCertificates({ certFile: paths.cert, keyFile: paths.key });
    const issuer = parseCertificate(authority.cert, paths.ca);
    if (!parseCertificate(cert, paths.cert).verify(issuer.publicKey))
      return 'the leaf was not signed by the CA';
    if (leaf.notAfter.getTime() - options.now.getTime() < RENEW_BEFORE_MS) return 'the leaf was near its end';
    const has = new Set(leaf.names.map(canonicalName));
    const lacking = options.names.filter((name) => !has.has(canonicalName(name)));
    return lacking.length === 0 ? null : `the leaf lacked ${lacking.join(', ')}`;
  } catch (error) {
    if (error instanceof CertificateError) return error.message;
    throw error;
  }
}

/** Node prints IPv6 addresses of certificates in full groups and upper case (`0:0:0:0:0:0:0:1` for `::1`). */
function canonicalName(name: string): string {
  return name.includes(':') ? new URL(`http://[${name}]`).hostname : name.toLowerCase();
}

function makePrivateFolder(directory: string): void {
  orCertificateError(
    () => mkdirSync(directory, { recursive: true, mode: PRIVATE_FOLDER }),
    (error) => `${directory}: cannot be made into a folder for certificates (${errorCode(error)})`,
  );
}

/** Written beside and renamed, so that a reader sees the old file or the new one and never half of it. */
function write(path: string, text: string, mode: number): void {
  const draft = `${path}.${randomUUID()}`;
  try {
    writeFileSync(draft, text, { mode });
    chmodSync(draft, mode);
    renameSync(draft, path);
  } catch (error) {
    throw new CertificateError(`${path}: cannot be written (${errorCode(error)})`);
  }
}
