/** The folder as a source: completed at the start and while the process runs, and looked at for what others change in it. */
import type { Logger } from 'pino';
import { CLIENTS } from '../../../config/identity.ts';
import {
  type CertificateSource,
  type Certificates,
  readCertificates,
  readFacts,
} from '../certificate-source.ts';
import { polledSource, type SourceReport } from '../polled-source.ts';
import { completeFolder, type FolderChange } from './certificate-folder.ts';
import { CLIENT_KEYS, clientIn, clientsAuthorityIn, pathsIn } from './folder-paths.ts';

/** So often it is asked whether something in it is near its end. */
const RENEW_LOOK_MS = 3_600_000;

export interface FolderSourceOptions {
  readonly directory: string;
  /** For the leaf. */
  readonly names: readonly string[];
  /** Whether callers get certificates from us, and who signs them otherwise. */
  readonly ownClients: boolean;
  readonly clientsFile: string | undefined;
  readonly everyMs: number;
  readonly log: Logger;
  readonly report: SourceReport;
}

export async function folderSource(options: FolderSourceOptions): Promise<CertificateSource> {
  const { directory, names, ownClients, clientsFile, everyMs, log, report } = options;
  const { cert, key, ca } = pathsIn(directory);
  const files = {
    certFile: cert,
    keyFile: key,
    caFile: ca,
    clientsFile: ownClients ? clientsAuthorityIn(directory).cert : clientsFile,
  };
  const complete = async (): Promise<FolderChange> => {
    const change = await completeFolder({ directory, names, now: new Date(), clients: ownClients });
    // An installation from before callers were known, or one whose scheduler has an older one.
    if (change.made.includes('scheduler') && !change.made.includes('CA')) {
      log.warn({ directory }, 'scheduler certificate is new, print its extenders block again');
    }
    return change;
  };
  const read = (): Certificates => ({
    ...readCertificates(files),
    callers: ownClients ? callersIn(directory) : {},
  });
  let completed = performance.now();
  log.info({ directory, ...(await complete()) }, 'certificates ready');
  const look = async (): Promise<Certificates> => {
    if (performance.now() - completed > RENEW_LOOK_MS) {
      const change = await complete();
      // Not before: what could not be done is tried at the next look, and told when it fails again.
      completed = performance.now();
      if (change.made.length > 0) log.info({ directory, ...change }, 'certificates ready');
    }
    return read();
  };
  return polledSource({ first: read(), look, everyMs, report });
}

function callersIn(directory: string): Certificates['callers'] {
  return Object.fromEntries(
    CLIENT_KEYS.map((client) => [CLIENTS[client], readFacts(clientIn(directory, client).cert)]),
  );
}
