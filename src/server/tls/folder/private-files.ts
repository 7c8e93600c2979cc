/** Files of which nobody else may read the private ones. */
import { randomUUID } from 'node:crypto';
import { chmodSync, mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { errorCode } from '../../../json/error-message.ts';
import type { KeyPairPem } from '../authority.ts';
import { CertificateError, orCertificateError } from '../certificate-source.ts';

const PRIVATE_FILE = 0o600;
const PUBLIC_FILE = 0o644;
const PRIVATE_FOLDER = 0o700;

/** Where a certificate and its key are. */
export interface PairFiles {
  readonly cert: string;
  readonly key: string;
}

export function makePrivateFolder(directory: string): void {
  orCertificateError(
    () => mkdirSync(directory, { recursive: true, mode: PRIVATE_FOLDER }),
    // On a read-only file system Node says ENOENT here.
    (error) =>
      `${directory}: cannot be made into a folder for certificates (${errorCode(error)}). Let server.tls.directory name one that can be written, such as a mounted volume`,
  );
}

/** The key first: a certificate without its key is of no use to anybody. */
export function writePair(files: PairFiles, pair: KeyPairPem): void {
  write(files.key, pair.key, PRIVATE_FILE);
  write(files.cert, pair.cert, PUBLIC_FILE);
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
