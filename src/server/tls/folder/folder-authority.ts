/** An authority of our own that is kept in a folder: made once, and never replaced behind the back of those who trust it. */
import { existsSync } from 'node:fs';
import { type KeyPairPem, makeAuthority } from '../authority.ts';
import { CertificateError, factsOf, parseCertificate, readPem } from '../certificate-source.ts';
import { signingPair } from '../signing-pair.ts';
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
  const pair = signingPair({ cert: readPem(files.cert), key: readPem(files.key) }, files);
  const { notAfter } = factsOf(parseCertificate(pair.cert, files.cert));
  if (now > notAfter) {
    throw new CertificateError(
      `${files.cert}: ended at ${notAfter.toISOString()}. Remove it and ${files.key} to make a new one`,
    );
  }
  return pair;
}
