/** Certificates in PEM, as they stand in registrations and in the configuration of a scheduler. */
import { X509Certificate } from 'node:crypto';
import { certificateBlocks } from '../../server/tls/ca-bundle.ts';

/** Undefined when one of them cannot be read, or there is none. */
export function certificatesIn(pem: string): readonly X509Certificate[] | undefined {
  const blocks = certificateBlocks(pem);
  try {
    return blocks.length === 0 ? undefined : blocks.map((block) => new X509Certificate(block));
  } catch {
    return undefined;
  }
}

export function decoded(base64: string): string {
  return Buffer.from(base64, 'base64').toString('utf8');
}
