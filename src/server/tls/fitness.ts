/** Whether a certificate that we have made can stay, or has to be made again. */
import type { KeyPairPem } from './authority.ts';
import {
  CertificateError,
  type CertificateFacts,
  parseCertificate,
  usablePair,
} from './certificate-source.ts';

/** What is left of its life when a certificate is made again: enough to notice that it was not, and to mend it. */
const RENEWED_AT_LEFT = 1 / 3;

export interface Wanted {
  /** How it is called in what is told of a change. */
  readonly label: string;
  readonly names: readonly string[];
}

/** Why it cannot stay, or null. `found` is where its halves are, for messages. */
export function unfit(
  pair: KeyPairPem,
  { label, names }: Wanted,
  authority: Pick<KeyPairPem, 'cert'>,
  { now, found }: { readonly now: Date; readonly found: KeyPairPem },
): string | null {
  try {
    const facts = usablePair(pair, found);
    const issuer = parseCertificate(authority.cert, label);
    if (!parseCertificate(pair.cert, found.cert).verify(issuer.publicKey))
      return `the ${label} was not signed by its CA`;
    if (isDue(facts, now)) return `the ${label} was near its end`;
    const has = new Set(facts.names.map(canonicalName));
    const lacking = names.filter((name) => !has.has(canonicalName(name)));
    return lacking.length === 0 ? null : `the ${label} lacked ${lacking.join(', ')}`;
  } catch (error) {
    if (error instanceof CertificateError) return error.message;
    throw error;
  }
}

/** Two thirds of its life are over. */
export function isDue({ notBefore, notAfter }: CertificateFacts, now: Date): boolean {
  const life = notAfter.getTime() - notBefore.getTime();
  return notAfter.getTime() - now.getTime() < life * RENEWED_AT_LEFT;
}

/** Node prints IPv6 addresses of certificates in full groups and upper case (`0:0:0:0:0:0:0:1` for `::1`). */
function canonicalName(name: string): string {
  return name.includes(':') ? new URL(`http://[${name}]`).hostname : name.toLowerCase();
}
