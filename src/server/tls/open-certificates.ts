/** The certificates that the settings ask for: the operator's own files, the folder that Daemonward keeps, or a Secret. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Logger } from 'pino';
import { isForbidden } from '../../cluster/api/api-answer.ts';
import { CLIENTS, namesOfService } from '../../config/identity.ts';
import type { Configuration } from '../../config/schema/schema.ts';
import { messageOf } from '../../json/error-message.ts';
import { bundleObserver } from '../observe/bundle-observer.ts';
import { certificateObserver } from '../observe/certificate-observer.ts';
import type { Metrics } from '../observe/metrics.ts';
import { publishBundle } from '../writer/ca-bundles.ts';
import type { Writer } from '../writer/open-writer.ts';
import {
  CertificateError,
  type CertificateFiles,
  type CertificateSource,
  readCertificates,
  readFacts,
} from './certificate-source.ts';
import { completeFolder, type FolderChange, type FolderOptions } from './folder/certificate-folder.ts';
import { CLIENT_KEYS, clientIn, clientsAuthorityIn, pathsIn } from './folder/folder-paths.ts';
import type { PairFiles } from './folder/private-files.ts';
import { polledSource, type SourceReport } from './polled-source.ts';
import { SecretCertificates } from './secret/secret-certificates.ts';

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
}

type ServerSettings = Configuration['server'];

/** A kubelet takes up to a minute to bring a change: seconds more do not matter, and a look takes a millisecond. */
const LOOK_MS = 5_000;

/** So often the folder is asked whether something in it is near its end. */
const RENEW_LOOK_MS = 3_600_000;

/** While the Secret is not there, or nobody can be asked. */
const RETRY_MS = 500;

/** A short overlap, as somebody sets it in a hurry, still has a few looks in it. */
const LOOKS_PER_OVERLAP = 4;

export async function openCertificates(
  { server }: Configuration,
  surroundings: CertificateSurroundings,
): Promise<OpenCertificates> {
  const { log, metrics } = surroundings;
  const report = certificateObserver(log, metrics);
  const opened = await openSource(server, surroundings, report);
  const { current, problem } = opened.serving;
  report.noted(current());
  const now = new Date();
  const { clientsAuthority } = current();
  const callersEnded =
    clientsAuthority !== null && now > clientsAuthority.notAfter
      ? `the authority of callers ended at ${clientsAuthority.notAfter.toISOString()}`
      : null;
  const wrong = problem(now) ?? callersEnded;
  if (wrong !== null) log.error({ problem: wrong }, 'certificate cannot be used');
  return opened;
}

export function asksForCertificates({ scheduler, admission }: ServerSettings['clients']): boolean {
  return scheduler.mode !== 'off' || admission.mode !== 'off';
}

async function openSource(
  server: ServerSettings,
  { log, writer }: CertificateSurroundings,
  report: SourceReport,
): Promise<OpenCertificates> {
  const { certFile, keyFile, caFile, secret } = server.tls;
  const asked = asksForCertificates(server.clients);
  const clientsFile = asked ? server.clients.caFile : undefined;
  if (certFile !== undefined && keyFile !== undefined) {
    if (asked && clientsFile === undefined) throw new CertificateError(NO_CLIENTS_AUTHORITY);
    const files = { certFile, keyFile, caFile, clientsFile };
    return { serving: openFiles(files, report), debugClient: null };
  }
  if (secret !== undefined) {
    return { serving: await openSecret(server, secret, { log, writer, report }), debugClient: null };
  }
  const ownClients = asked && clientsFile === undefined;
  return {
    serving: await openFolder(server, { ownClients, clientsFile }, log, report),
    debugClient: ownClients ? clientIn(server.tls.directory, 'debug') : null,
  };
}

const NO_CLIENTS_AUTHORITY =
  'server.clients.caFile is missing: with server.tls.certFile, say who signs the certificates of callers; ' +
  'or set server.clients.scheduler.mode to off, which lets everybody call';

function openFiles(files: CertificateFiles, report: SourceReport): CertificateSource {
  const look = () => readCertificates(files);
  return polledSource({ first: look(), look, everyMs: LOOK_MS, report });
}

async function openFolder(
  server: ServerSettings,
  { ownClients, clientsFile }: { ownClients: boolean; clientsFile: string | undefined },
  log: Logger,
  report: SourceReport,
): Promise<CertificateSource> {
  const { directory } = server.tls;
  const options = (): FolderOptions => ({
    directory,
    names: wantedNames(server),
    now: new Date(),
    clients: ownClients,
  });
  const { cert, key, ca } = pathsIn(directory);
  const files = {
    certFile: cert,
    keyFile: key,
    caFile: ca,
    clientsFile: ownClients ? clientsAuthorityIn(directory).cert : clientsFile,
  };
  let looked = 0;
  const look = async () => {
    if (performance.now() - looked > RENEW_LOOK_MS || looked === 0) {
      const isFirst = looked === 0;
      looked = performance.now();
      tell(await completeFolder(options()), isFirst);
    }
    return { ...readCertificates(files), callers: ownClients ? callersIn(directory) : {} };
  };
  const tell = (change: FolderChange, isFirst: boolean): void => {
    if (isFirst || change.made.length > 0) log.info({ directory, ...change }, 'certificates ready');
    // An installation from before callers were known, or one whose scheduler has an older one.
    if (change.made.includes('scheduler') && !change.made.includes('CA')) {
      log.warn({ directory }, 'scheduler certificate is new, print its extenders block again');
    }
  };
  return polledSource({ first: await look(), look, everyMs: LOOK_MS, report });
}

function callersIn(directory: string) {
  return Object.fromEntries(
    CLIENT_KEYS.map((client) => [CLIENTS[client], readFacts(clientIn(directory, client).cert)]),
  );
}

async function openSecret(
  server: ServerSettings,
  name: string,
  { log, writer, report }: { log: Logger; writer: Writer | null; report: SourceReport },
): Promise<CertificateSource> {
  if (writer === null) throw new CertificateError(NO_WRITER);
  const { api, namespace, rights, holds } = writer;
  const overlapMs = server.tls.overlapSeconds * 1000;
  const names = wantedNames(server);
  const bundles = { api, rights, namespace, names, holds, report: bundleObserver(log) };
  const certificates = new SecretCertificates({
    api,
    namespace,
    name,
    names,
    overlapMs,
    clients: { asked: asksForCertificates(server.clients), caFile: server.clients.caFile },
    now: () => new Date(),
    holds,
    publish: (bundle) => publishBundle(bundle, bundles),
    wrote: (made) => log.info({ secret: `${namespace}/${name}`, made }, 'certificates written'),
  });
  const everyMs = Math.min(LOOK_MS, overlapMs / LOOKS_PER_OVERLAP);
  const first = await untilThere(certificates, log);
  return polledSource({ first, look: () => certificates.look(), everyMs, report });
}

const NO_WRITER =
  'server.tls.secret needs a live cluster and the namespace of this process: server.namespace, $POD_NAMESPACE, or a pod';

/** Waits for whoever makes it, and for the API server; what waiting will not mend is an error. */
async function untilThere(certificates: SecretCertificates, log: Logger) {
  let told = '';
  for (;;) {
    try {
      return await certificates.look();
    } catch (error) {
      const detail = messageOf(error);
      if (isForbidden(error)) throw new CertificateError(`server.tls.secret: ${detail}`);
      if (detail !== told) log.info({ detail }, 'waiting for certificates');
      told = detail;
    }
    await sleep(RETRY_MS);
  }
}

/** Every name that callers use for us. */
function wantedNames({ namespace, tls, address }: ServerSettings): readonly string[] {
  return [...namesOfService(namespace), ...tls.names, ...specificAddress(address)];
}

/** Who is told to listen on one address will be called by it. */
function specificAddress(address: string): readonly string[] {
  return address === '0.0.0.0' || address === '::' ? [] : [address];
}
