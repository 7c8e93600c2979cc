/** Whether a certificate in the folder can stay, or has to be made again. */
import { existsSync } from 'node:fs';
import type { KeyPairPem } from './authority.ts';
import { CertificateError, parseCertificate, readCertificates } from './certificate-source.ts';
import type { PairFiles } from './folder/private-files.ts';

/** A certificate with less than this left is replaced at the next start. */
const RENEW_BEFORE_MS = 60 * 24 * 60 * 60 * 1000;

export interface Wanted {
  /** How it is called in what is told of a change. */
  readonly label: string;
  readonly files: PairFiles;
  readonly names: readonly string[];
}

/** Why it cannot stay, or null. */
export function unfit(
  { label, files, names }: Wanted,
  authority: KeyPairPem,
  { renew, now }: { readonly renew?: boolean; readonly now: Date },
): string | null {
  if (renew) return `a new ${label} was asked for`;
  if (!existsSync(files.cert) || !existsSync(files.key)) return `there was no ${label}`;
  try {
    const { cert, leaf } = readCertificates({ certFile: files.cert, keyFile: files.key });
    const issuer = parseCertificate(authority.cert, label);
    if (!parseCertificate(cert, files.cert).verify(issuer.publicKey))
      return `the ${label} was not signed by its CA`;
    if (leaf.notAfter.getTime() - now.getTime() < RENEW_BEFORE_MS) return `the ${label} was near its end`;
    const has = new Set(leaf.names.map(canonicalName));
    const lacking = names.filter((name) => !has.has(canonicalName(name)));
    return lacking.length === 0 ? null : `the ${label} lacked ${lacking.join(', ')}`;
  } catch (error) {
    if (error instanceof CertificateError) return error.message;
    throw error;
  }
}

/** Node prints IPv6 addresses of certificates in full groups and upper case (`0:0:0:0:0:0:0:1` for `::1`). */
function canonicalName(name: string): string {
  return name.includes(':') ? new URL(`http://[${name}]`).hostname : name.toLowerCase();
}
