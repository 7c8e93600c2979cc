/** The authority that the API server is told to trust. */
import { existsSync } from 'node:fs';
import type { Configuration } from '../../config/schema/schema.ts';
import { CertificateError, parseCertificate, readPem } from './certificate-source.ts';
import { pathsIn } from './folder/folder-paths.ts';
import { trustFile, trustFolder } from './folder/folder-trust.ts';

/** Stands for no authority at all. */
export const NO_CA = 'none';

const CERTIFICATES = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----/g;

/** The certificates in a text, and nothing else that stands there. */
export function certificateBlocks(pem: string): readonly string[] {
  return pem.match(CERTIFICATES) ?? [];
}

/** Base64 of PEM, as `caBundle` wants it. Throws a CertificateError that says how to get one. */
export function caBundleFor(given: string | undefined, { server }: Configuration, now: Date): string {
  if (given === NO_CA) return '';
  const file = given ?? fileFrom(server.tls);
  const blocks = certificateBlocks(readPem(file));
  if (blocks.length === 0) throw new CertificateError(`${file}: holds no certificate in PEM`);
  for (const block of blocks) {
    const { validToDate } = parseCertificate(block, file);
    if (now > validToDate) throw new CertificateError(`${file}: ended at ${validToDate.toISOString()}`);
  }
  // Only the certificates: a key that stands in the same file must not get into the cluster.
  return Buffer.from(blocks.map((block) => `${block}\n`).join('')).toString('base64');
}

function fileFrom({ certFile, caFile, directory }: Configuration['server']['tls']): string {
  if (caFile !== undefined) return caFile;
  if (certFile !== undefined) {
    throw new CertificateError(
      'the configuration has server.tls.certFile and not who signed it: give --ca, or set server.tls.caFile',
    );
  }
  const { ca } = pathsIn(directory);
  trustFolder(directory);
  trustFile(ca);
  if (existsSync(ca)) return ca;
  throw new CertificateError(
    `there is no CA in ${directory} yet: make one with daemonward certs, give --ca FILE, or leave it empty with --ca ${NO_CA}`,
  );
}
