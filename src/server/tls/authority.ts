/** Makes certificates: authorities of our own, and what they sign. Loads its library only when needed. */
import { webcrypto } from 'node:crypto';
import { isIP } from 'node:net';
import type * as X509 from '@peculiar/x509';

const DAY_MS = 24 * 60 * 60 * 1000;

/** Long, because everybody who calls us has to be given a new bundle when it ends. */
const CA_DAYS = 3650;

/** Renewed well before; certificates of more than 398 days are refused by some clients. */
const LEAF_DAYS = 365;

/** Clocks of a control plane differ by minutes; a certificate from the future would be refused. */
const BACKDATED_MS = 60 * 60 * 1000;

/** When one of our certificates was made. */
export function madeAt({ notBefore }: { readonly notBefore: Date }): Date {
  return new Date(notBefore.getTime() + BACKDATED_MS);
}

/** What API servers, schedulers and Node all accept, at a tenth of RSA's cost to sign. */
const KEY_ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** RFC 5280 4.1.2.2 allows 20 bytes; 16 random ones never repeat. */
const SERIAL_BYTES = 16;

export interface KeyPairPem {
  readonly cert: string;
  readonly key: string;
}

export async function makeAuthority(now: Date, name = 'Daemonward CA'): Promise<KeyPairPem> {
  const x509 = await loadX509();
  const keys = await makeKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    serialNumber: serial(),
    name: `CN=${name}`,
    keys,
    notBefore: new Date(now.getTime() - BACKDATED_MS),
    notAfter: new Date(now.getTime() + CA_DAYS * DAY_MS),
    signingAlgorithm: KEY_ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign, true),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { cert: `${certificate.toString('pem')}\n`, key: await exportKey(keys.privateKey) };
}

/** For a server. `names` are DNS names or IP addresses: callers look only at these, never at the common name. */
export function makeLeaf(authority: KeyPairPem, names: readonly string[], now: Date): Promise<KeyPairPem> {
  return sign(authority, { commonName: 'daemonward', names, usage: 'serverAuth' }, now);
}

/** For a caller, who is known by this name. */
export function makeClient(authority: KeyPairPem, name: string, now: Date): Promise<KeyPairPem> {
  return sign(authority, { commonName: name, names: [name], usage: 'clientAuth' }, now);
}

interface Subject {
  readonly commonName: string;
  readonly names: readonly string[];
  /** One of the two, never both: whoever steals the key of a caller cannot serve with it, and the other way round. */
  readonly usage: 'serverAuth' | 'clientAuth';
}

async function sign(
  authority: KeyPairPem,
  { commonName, names, usage }: Subject,
  now: Date,
): Promise<KeyPairPem> {
  const x509 = await loadX509();
  const keys = await makeKeys();
  const issuer = new x509.X509Certificate(authority.cert);
  const issuerEnd = issuer.notAfter.getTime();
  const certificate = await x509.X509CertificateGenerator.create({
    serialNumber: serial(),
    subject: `CN=${commonName}`,
    issuer: issuer.subject,
    publicKey: keys.publicKey,
    signingKey: await importKey(authority.key),
    notBefore: new Date(now.getTime() - BACKDATED_MS),
    notAfter: new Date(Math.min(now.getTime() + LEAF_DAYS * DAY_MS, issuerEnd)),
    signingAlgorithm: KEY_ALGORITHM,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(x509.KeyUsageFlags.digitalSignature, true),
      new x509.ExtendedKeyUsageExtension([x509.ExtendedKeyUsage[usage]]),
      new x509.SubjectAlternativeNameExtension(
        names.map((value) => ({ type: isIP(value) === 0 ? 'dns' : 'ip', value })),
      ),
      await x509.AuthorityKeyIdentifierExtension.create(issuer.publicKey),
    ],
  });
  return { cert: `${certificate.toString('pem')}\n`, key: await exportKey(keys.privateKey) };
}

async function loadX509(): Promise<typeof X509> {
  await import('reflect-metadata');
  const x509 = await import('@peculiar/x509');
  x509.cryptoProvider.set(webcrypto);
  return x509;
}

function makeKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(KEY_ALGORITHM, true, ['sign', 'verify']);
}

async function exportKey(key: webcrypto.CryptoKey): Promise<string> {
  const der = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', key));
  const lines = der.toString('base64').match(/.{1,64}/g) ?? [];
  return `-----BEGIN PRIVATE KEY-----\n${lines.join('\n')}\n-----END PRIVATE KEY-----\n`;
}

function importKey(pem: string): Promise<webcrypto.CryptoKey> {
  const der = Buffer.from(pem.replace(/-----[^-]+-----|\s/g, ''), 'base64');
  return webcrypto.subtle.importKey('pkcs8', der, KEY_ALGORITHM, false, ['sign']);
}

function serial(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(SERIAL_BYTES));
  // The first bit stays clear: the number is signed, and has to be positive.
  bytes[0] = (bytes[0] ?? 0) & 0x7f;
  return Buffer.from(bytes).toString('hex');
}
