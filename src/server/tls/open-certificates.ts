/** The certificates that the settings ask for: the operator's own files, or the folder that Daemonward keeps. */
import type { Logger } from 'pino';
import { DEFAULT_NAMES } from '../../config/identity.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import type { Metrics } from '../observe/metrics.ts';
import { certificateFolder } from './folder/certificate-folder.ts';
import {
  type AuthorityFile,
  CertificateError,
  type CertificateFacts,
  type CertificateSource,
  fileSource,
  readAuthorityFile,
} from './certificate-source.ts';
import { clientIn, clientsAuthorityIn } from './folder/folder-paths.ts';
import type { PairFiles } from './folder/private-files.ts';

export interface OpenCertificates {
  readonly serving: CertificateSource;
  /** Who signs callers; null when nobody is asked for a certificate. */
  readonly clientsAuthority: AuthorityFile | null;
  /** What a person shows with curl; null when it is not ours to know. */
  readonly debugClient: PairFiles | null;
}

type ServerSettings = Configuration['server'];

export async function openCertificates(
  { server }: Configuration,
  log: Logger,
  metrics: Metrics,
): Promise<OpenCertificates> {
  const { certFile, keyFile, caFile, directory } = server.tls;
  const needed = asksForCertificates(server.clients);
  const ownClients = needed && server.clients.caFile === undefined;
  let serving: CertificateSource;
  if (certFile !== undefined && keyFile !== undefined) {
    if (ownClients) throw new CertificateError(NO_CLIENTS_AUTHORITY);
    serving = fileSource({ certFile, keyFile, caFile });
  } else {
    serving = await openFolder(server, ownClients, log);
  }
  const file = server.clients.caFile ?? clientsAuthorityIn(directory).cert;
  const clientsAuthority = needed ? readAuthorityFile(file) : null;
  const { leaf, ca } = serving.current();
  note({ leaf, ca, 'clients-ca': clientsAuthority }, metrics);
  const problem = serving.problem(new Date()) ?? endOf(clientsAuthority, new Date());
  if (problem !== null) log.error({ problem }, 'certificate cannot be used');
  return { serving, clientsAuthority, debugClient: ownClients ? clientIn(directory, 'debug') : null };
}

const NO_CLIENTS_AUTHORITY =
  'server.clients.caFile is missing: with server.tls.certFile, say who signs the certificates of callers; ' +
  'or set server.clients.scheduler.mode to off, which lets everybody call';

export function asksForCertificates({ scheduler, admission }: ServerSettings['clients']): boolean {
  return scheduler.mode !== 'off' || admission.mode !== 'off';
}

async function openFolder(
  { tls, address }: ServerSettings,
  clients: boolean,
  log: Logger,
): Promise<CertificateSource> {
  const { directory, names } = tls;
  const wanted = [...DEFAULT_NAMES, ...names, ...specificAddress(address)];
  const { source, change } = await certificateFolder({ directory, names: wanted, now: new Date(), clients });
  log.info({ directory, ...change }, 'certificates ready');
  // An installation from before callers were known: its schedulers have no certificate yet.
  if (change.made.includes('scheduler') && !change.made.includes('CA')) {
    log.warn({ directory }, 'scheduler certificate is new, print its extenders block again');
  }
  return source;
}

/** Nobody would be let in any more. */
function endOf(authority: AuthorityFile | null, now: Date): string | null {
  if (authority === null || now <= authority.notAfter) return null;
  return `the authority of callers, ${authority.file}, ended at ${authority.notAfter.toISOString()}`;
}

function note(facts: Readonly<Record<string, CertificateFacts | null>>, metrics: Metrics): void {
  for (const [certificate, known] of Object.entries(facts)) {
    if (known) metrics.certificateExpiry.set({ certificate }, known.notAfter.getTime() / 1000);
  }
}

/** Who is told to listen on one address will be called by it. */
function specificAddress(address: string): readonly string[] {
  return address === '0.0.0.0' || address === '::' ? [] : [address];
}
