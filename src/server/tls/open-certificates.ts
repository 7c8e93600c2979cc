/** The certificates that the settings ask for: the operator's own files, the folder that Daemonward keeps, or a Secret. */
import type { Logger } from 'pino';
import { namesOfService } from '../../config/identity.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import { certificateObserver } from '../observe/certificate-observer.ts';
import type { Metrics } from '../observe/metrics.ts';
import type { Writer } from '../writer/open-writer.ts';
import {
  CertificateError,
  type CertificateFiles,
  type CertificateSource,
  readCertificates,
} from './certificate-source.ts';
import { clientIn } from './folder/folder-paths.ts';
import { folderSource } from './folder/folder-source.ts';
import type { PairFiles } from './folder/private-files.ts';
import { polledSource, type SourceReport } from './polled-source.ts';
import { secretSource } from './secret/secret-source.ts';

export interface OpenCertificates {
  readonly serving: CertificateSource;
  /** What a person shows with curl; null when it is in no file of ours. */
  readonly debugClient: PairFiles | null;
}

export interface CertificateSurroundings {
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Null where nothing is written to a cluster. */
  readonly writer: Writer | null;
  /** Ends the waiting for a Secret that nobody makes. */
  readonly stopAsked: AbortSignal;
}

type ServerSettings = Configuration['server'];

/** A kubelet takes up to a minute to bring a change: seconds more do not matter, and a look takes a millisecond. */
const LOOK_MS = 5_000;

export async function openCertificates(
  { server }: Configuration,
  surroundings: CertificateSurroundings,
): Promise<OpenCertificates> {
  const { log, metrics } = surroundings;
  const report = certificateObserver(log, metrics);
  const opened = await openSource(server, surroundings, report);
  const certificates = opened.serving.current();
  report.noted(certificates);
  const now = new Date();
  const { clientsAuthority } = certificates;
  const problem =
    opened.serving.problem(now) ??
    (clientsAuthority !== null && now > clientsAuthority.notAfter
      ? `the authority of callers ended at ${clientsAuthority.notAfter.toISOString()}`
      : null);
  if (problem !== null) log.error({ problem }, 'certificate cannot be used');
  return opened;
}

export function asksForCertificates({ scheduler, admission }: ServerSettings['clients']): boolean {
  return scheduler.mode !== 'off' || admission.mode !== 'off';
}

async function openSource(
  server: ServerSettings,
  { log, writer, stopAsked }: CertificateSurroundings,
  report: SourceReport,
): Promise<OpenCertificates> {
  const { certFile, keyFile, caFile, secret, directory, overlapSeconds } = server.tls;
  const asked = asksForCertificates(server.clients);
  const clientsFile = asked ? server.clients.caFile : undefined;
  const common = { names: wantedNames(server), everyMs: LOOK_MS, log, report };
  if (certFile !== undefined && keyFile !== undefined) {
    if (asked && clientsFile === undefined) throw new CertificateError(NO_CLIENTS_AUTHORITY);
    return { serving: watchedFiles({ certFile, keyFile, caFile, clientsFile }, report), debugClient: null };
  }
  if (secret !== undefined) {
    if (writer === null) throw new CertificateError(NO_WRITER);
    const clients = { asked, caFile: clientsFile };
    const overlapMs = overlapSeconds * 1000;
    const serving = await secretSource({ ...common, writer, name: secret, overlapMs, clients, stopAsked });
    return { serving, debugClient: null };
  }
  const ownClients = asked && clientsFile === undefined;
  return {
    serving: await folderSource({ ...common, directory, ownClients, clientsFile }),
    debugClient: ownClients ? clientIn(directory, 'debug') : null,
  };
}

const NO_CLIENTS_AUTHORITY =
  'server.clients.caFile is missing: with server.tls.certFile, say who signs the certificates of callers; ' +
  'or set server.clients.scheduler.mode to off, which lets everybody call';

const NO_WRITER =
  'server.tls.secret needs a live cluster and the namespace of this process: server.namespace, $POD_NAMESPACE, or a pod';

function watchedFiles(files: CertificateFiles, report: SourceReport): CertificateSource {
  const look = () => readCertificates(files);
  return polledSource({ first: look(), look, everyMs: LOOK_MS, report });
}

/** Every name that callers use for us. */
function wantedNames({ namespace, tls, address }: ServerSettings): readonly string[] {
  return [...namesOfService(namespace), ...tls.names, ...specificAddress(address)];
}

/** Who is told to listen on one address will be called by it. */
function specificAddress(address: string): readonly string[] {
  return address === '0.0.0.0' || address === '::' ? [] : [address];
}
