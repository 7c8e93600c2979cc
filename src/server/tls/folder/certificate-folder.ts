/** A folder with the certificates that Daemonward made for itself and its callers: made once, kept, renewed when they must be. */
import { existsSync } from 'node:fs';
import { CLIENTS } from '../../../config/identity.ts';
import { type KeyPairPem, makeClient, makeLeaf } from '../authority.ts';
import { CertificateError, type CertificateSource, fileSource, readPem } from '../certificate-source.ts';
import { unfit, type Wanted } from '../fitness.ts';
import { type AuthorityFiles, ensureAuthority, readAuthority } from './folder-authority.ts';
import { lockFolder } from './folder-lock.ts';
import { CLIENT_KEYS, clientIn, clientsAuthorityIn, pathsIn } from './folder-paths.ts';
import { trustFile, trustFolder, trustKey } from './folder-trust.ts';
import { makePrivateFolder, type PairFiles, writePair } from './private-files.ts';

export interface FolderOptions {
  readonly directory: string;
  readonly names: readonly string[];
  readonly now: Date;
  /** Whether callers get certificates too. */
  readonly clients: boolean;
  /** Makes new certificates even when the old ones would do. Authorities stay. */
  readonly renew?: boolean;
}

/** What had to be done: for the log, and for the person who asked. */
export interface FolderChange {
  readonly made: readonly string[];
  readonly because: string;
}

const NOTHING: FolderChange = { made: [], because: 'everything was there' };

/** An authority and what it signs. */
interface Issue {
  readonly authority: AuthorityFiles;
  /** How the authority is called in what is told of a change. */
  readonly label: string;
  readonly certificates: readonly Certificate[];
}

interface Certificate extends Wanted {
  readonly files: PairFiles;
  make(authority: KeyPairPem): Promise<KeyPairPem>;
}

/**
 * Makes what is missing or no longer good, and gives the source to serve from. Two processes may begin on one empty
 * folder at once: the second waits, and takes what the first has made.
 */
export async function certificateFolder(
  options: FolderOptions,
): Promise<{ source: CertificateSource; change: FolderChange }> {
  const { directory } = options;
  const change = await completeFolder(options);
  const { cert, key, ca } = pathsIn(directory);
  const clientsFile = options.clients ? clientsAuthorityIn(directory).cert : undefined;
  return { source: fileSource({ certFile: cert, keyFile: key, caFile: ca, clientsFile }), change };
}

/** Does what has to be done, and nothing when all is well: as often as one likes. */
export async function completeFolder(options: FolderOptions): Promise<FolderChange> {
  const { directory } = options;
  makePrivateFolder(directory);
  const issues = issuesOf(options);
  trustAll(directory, issues);
  // A folder that is complete may be read-only: nothing is written to it, not even a lock.
  const lacking = issues.filter((issue) => !isIssued(issue, options));
  return lacking.length === 0 ? NOTHING : await locked(lacking, options);
}

async function locked(lacking: readonly Issue[], options: FolderOptions): Promise<FolderChange> {
  const unlock = await lockFolder(options.directory).catch((error: Error) => {
    const what = lacking.map(({ label }) => label).join(' and ');
    throw new CertificateError(
      `${error.message}, and lacks what belongs to the ${what}; ${HOW_TO_DO_WITHOUT}`,
    );
  });
  try {
    // Whoever had the lock may have been somebody else.
    trustAll(options.directory, lacking);
    return await complement(lacking, options);
  } finally {
    unlock();
  }
}

/** For a folder that is somebody's Secret, made before Daemonward made as much. */
const HOW_TO_DO_WITHOUT =
  'make them elsewhere with daemonward certs, or give your own by server.tls.certFile and server.clients.caFile';

function trustAll(directory: string, issues: readonly Issue[]): void {
  trustFolder(directory);
  for (const { cert, key } of issues.flatMap(pairsOf)) {
    trustFile(cert);
    trustKey(key);
  }
}

function pairsOf({ authority, certificates }: Issue): readonly PairFiles[] {
  return [authority, ...certificates.map(({ files }) => files)];
}

/**
 * Callers have an authority of their own. The one of the leaf is in every registration: the API server and schedulers
 * believe whatever it signs, so that one key for both would let whoever can sign a caller stand in for Daemonward.
 */
function issuesOf({ directory, names, now, clients }: FolderOptions): Issue[] {
  const { ca, caKey, cert, key } = pathsIn(directory);
  const leaf: Certificate = {
    label: 'leaf',
    files: { cert, key },
    names,
    make: (authority) => makeLeaf(authority, [...new Set(names)], now),
  };
  const serving = {
    authority: { cert: ca, key: caKey, name: 'Daemonward CA', signed: [cert] },
    label: 'CA',
    certificates: [leaf],
  };
  if (!clients) return [serving];
  const callers = CLIENT_KEYS.map((client) => ({
    label: client,
    files: clientIn(directory, client),
    names: [CLIENTS[client]],
    make: (authority: KeyPairPem) => makeClient(authority, CLIENTS[client], now),
  }));
  const signed = callers.map(({ files }) => files.cert);
  const authority = { ...clientsAuthorityIn(directory), name: 'Daemonward clients CA', signed };
  return [serving, { authority, label: 'clients CA', certificates: callers }];
}

function isIssued(issue: Issue, options: FolderOptions): boolean {
  const { authority, certificates } = issue;
  if (!pairsOf(issue).every(({ cert, key }) => existsSync(cert) && existsSync(key))) return false;
  const signer = readAuthority(authority, options.now);
  return certificates.every((certificate) => unfitFiles(certificate, signer, options) === null);
}

async function complement(issues: readonly Issue[], options: FolderOptions): Promise<FolderChange> {
  const made: string[] = [];
  const reasons: string[] = [];
  for (const { authority: files, label, certificates } of issues) {
    const { authority, isNew } = await ensureAuthority(files, options.now);
    if (isNew) {
      made.push(label);
      reasons.push(`there was no ${label}`);
    }
    for (const certificate of certificates) {
      const because = unfitFiles(certificate, authority, options);
      if (because === null) continue;
      writePair(certificate.files, await certificate.make(authority));
      made.push(certificate.label);
      if (!isNew) reasons.push(because);
    }
  }
  return made.length === 0 ? NOTHING : { made, because: reasons.join(', ') };
}

function unfitFiles(
  { files, ...wanted }: Certificate,
  authority: KeyPairPem,
  { renew, now }: FolderOptions,
): string | null {
  if (renew) return `a new ${wanted.label} was asked for`;
  if (!existsSync(files.cert) || !existsSync(files.key)) return `there was no ${wanted.label}`;
  const pair = { cert: readPem(files.cert), key: readPem(files.key) };
  return unfit(pair, wanted, authority, { now, found: files });
}
