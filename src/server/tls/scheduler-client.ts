/** The certificate that the scheduler is given to call with. */
import { existsSync } from 'node:fs';
import type { Configuration } from '../../config/schema/schema.ts';
import { CLIENT_FILES, type SchedulerClient } from '../../render/scheduler/client.ts';
import type { KeyPairPem } from './authority.ts';
import { CertificateError, readPem, usablePair } from './certificate-source.ts';
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

/** `made` is the one of our Secret, where it is kept there. Null when it is to have none. Throws a CertificateError that says how to get one. */
export function schedulerClient(
  given: GivenClient,
  { server }: Configuration,
  now: Date,
  made?: KeyPairPem,
): SchedulerClient | null {
  const { cert, key, byFile } = given;
  if (cert === NO_CLIENT) return null;
  if (byFile) return { certFile: cert ?? CLIENT_FILES.certFile, keyFile: key ?? CLIENT_FILES.keyFile };
  const isGiven = cert !== undefined && key !== undefined;
  if (made !== undefined && !isGiven) return dataOf(made, MADE, now);
  const files = isGiven ? { cert, key } : filesFrom(server);
  return dataOf({ cert: readPem(files.cert), key: readPem(files.key) }, files, now);
}

/** As the Secret has it. */
const MADE = { cert: 'scheduler.crt of the Secret', key: 'scheduler.key of the Secret' };

function dataOf(read: KeyPairPem, found: KeyPairPem, now: Date): SchedulerClient {
  const { notAfter, names } = usablePair(read, found);
  if (now > notAfter) throw new CertificateError(`${found.cert}: ended at ${notAfter.toISOString()}`);
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
