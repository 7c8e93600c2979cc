/** The certificate authority of one control plane, and what it signs. */
import 'reflect-metadata';
import { generateKeyPairSync, webcrypto } from 'node:crypto';
import {
  AuthorityKeyIdentifierExtension,
  BasicConstraintsExtension,
  ExtendedKeyUsage,
  ExtendedKeyUsageExtension,
  KeyUsageFlags,
  KeyUsagesExtension,
  Name,
  PemConverter,
  SubjectAlternativeNameExtension,
  SubjectKeyIdentifierExtension,
  X509CertificateGenerator,
} from '@peculiar/x509';

export interface Pair {
  /** PEM. */
  certificate: string;
  key: string;
}

export interface Subject {
  user: string;
  /** Kubernetes reads a client certificate's organizations as groups. */
  groups: readonly string[];
  /** Names and addresses of a server; a client has none. */
  hosts?: readonly string[];
}

export interface Authority {
  certificate: string;
  issue(subject: Subject): Promise<Pair>;
}

const ALGORITHM = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;

/** No run lasts a day, and a clock that is an hour off does no harm. */
const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

function validity(): { notBefore: Date; notAfter: Date } {
  return { notBefore: new Date(Date.now() - HOUR_MS), notAfter: new Date(Date.now() + DAY_MS) };
}

function newKeys(): Promise<webcrypto.CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ALGORITHM, true, ['sign', 'verify']);
}

async function privatePem(keys: webcrypto.CryptoKeyPair): Promise<string> {
  return PemConverter.encode(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey), 'PRIVATE KEY');
}

function isAddress(host: string): boolean {
  return /^[\d.]+$/.test(host);
}

export async function createAuthority(): Promise<Authority> {
  const keys = await newKeys();
  const root = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=daemonward e2e',
    keys,
    signingAlgorithm: ALGORITHM,
    ...validity(),
    extensions: [
      new BasicConstraintsExtension(true, undefined, true),
      new KeyUsagesExtension(KeyUsageFlags.keyCertSign | KeyUsageFlags.digitalSignature, true),
      await SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });

  async function issue({ user, groups, hosts = [] }: Subject): Promise<Pair> {
    const leaf = await newKeys();
    const names = hosts.map((value) => ({
      type: isAddress(value) ? ('ip' as const) : ('dns' as const),
      value,
    }));
    const certificate = await X509CertificateGenerator.create({
      subject: new Name([...groups.map((group) => ({ O: [group] })), { CN: [user] }]).toString(),
      issuer: root.subject,
      publicKey: leaf.publicKey,
      signingKey: keys.privateKey,
      signingAlgorithm: ALGORITHM,
      ...validity(),
      extensions: [
        new ExtendedKeyUsageExtension([ExtendedKeyUsage.clientAuth, ExtendedKeyUsage.serverAuth]),
        new KeyUsagesExtension(KeyUsageFlags.digitalSignature, true),
        await AuthorityKeyIdentifierExtension.create(keys.publicKey),
        ...(names.length > 0 ? [new SubjectAlternativeNameExtension(names)] : []),
      ],
    });
    return { certificate: certificate.toString('pem'), key: await privatePem(leaf) };
  }

  return { certificate: root.toString('pem'), issue };
}

/** Signs service account tokens; the API server takes the public half from it. */
export function serviceAccountKeys(): { publicKey: string; privateKey: string } {
  return generateKeyPairSync('ec', {
    namedCurve: 'P-256',
    publicKeyEncoding: { type: 'spki', format: 'pem' },
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
  });
}
