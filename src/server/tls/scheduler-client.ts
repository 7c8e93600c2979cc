/** The certificate that the scheduler is given to call with. */
import { existsSync } from 'node:fs';
import type { Configuration } from '../../config/schema/schema.ts';
import { CLIENT_FILES, type SchedulerClient } from '../../render/scheduler/client.ts';
import { CertificateError, readCertificates } from './certificate-source.ts';
import { clientIn } from './folder/folder-paths.ts';
import { trustFile, trustFolder, trustKey } from './folder/folder-trust.ts';
import type { PairFiles } from './folder/private-files.ts';

/** Stands for no certificate at all. */
export const NO_CLIENT = 'none';

export interface GivenClient {
  readonly cert: string | undefined;
  readonly key: string | undefined;
  /** Their paths are printed, and are those on the scheduler's machine. */
  readonly byFile: boolean;
}

/** Null when it is to have none. Throws a CertificateError that says how to get one. */
export function schedulerClient(
  given: GivenClient,
  { server }: Configuration,
  now: Date,
): SchedulerClient | null {
  const { cert, key, byFile } = given;
  if (cert === NO_CLIENT) return null;
  if (byFile) return { certFile: cert ?? CLIENT_FILES.certFile, keyFile: key ?? CLIENT_FILES.keyFile };
  const files = cert !== undefined && key !== undefined ? { cert, key } : filesFrom(server);
  const read = readCertificates({ certFile: files.cert, keyFile: files.key });
  const { notAfter, names } = read.leaf;
  if (now > notAfter) throw new CertificateError(`${files.cert}: ended at ${notAfter.toISOString()}`);
  return { certData: base64(read.cert), keyData: base64(read.key), names };
}

const OTHER_WAYS =
  'give --client-cert and --client-key, print where they are with --client-by-file, or leave it out with --client-cert none';

function filesFrom({ tls, clients }: Configuration['server']): PairFiles {
  if (tls.certFile !== undefined || clients.caFile !== undefined) {
    throw new CertificateError(`the scheduler's client certificate is not made by Daemonward: ${OTHER_WAYS}`);
  }
  const files = clientIn(tls.directory, 'scheduler');
  trustFolder(tls.directory);
  trustFile(files.cert);
  trustKey(files.key);
  if (existsSync(files.cert) && existsSync(files.key)) return files;
  throw new CertificateError(
    `there is no client certificate for the scheduler in ${tls.directory} yet: make one with daemonward certs, ${OTHER_WAYS}`,
  );
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}
