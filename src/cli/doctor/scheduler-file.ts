/** The configuration of a scheduler, from its file. */
import type { X509Certificate } from 'node:crypto';
import { parseDocument } from 'yaml';
import { readTextFile } from '../../config/text-file.ts';
import { type Known, known, notKnown } from '../../explain/doctor/known.ts';
import type { ExtenderCa, ExtenderClient, ExtenderFacts } from '../../explain/doctor/scheduler/extender.ts';
import { ownExtender } from '../../explain/doctor/scheduler/own-extender.ts';
import { isObject, type JsonObject } from '../../json/object.ts';
import { valueAt } from '../../json/path.ts';
import { DEFAULT_SCHEDULER } from '../../kube/workloads/pod-defaults.ts';
import { namesOf } from '../../server/clients/certificate-names.ts';
import { datedOf, type Handshake } from './handshake.ts';
import { certificatesIn, decoded } from './pem.ts';

/** What the file is compared with. */
export interface SchedulerSurroundings {
  /** Where we are, to tell our entry from others. */
  readonly host: string;
  /** Calls the service as somebody who trusts this CA and expects this name; `url` is where the scheduler would. */
  call(called: {
    readonly url: string;
    readonly name: string;
    readonly ca: string;
  }): Promise<Known<Handshake>>;
  /** Fingerprints of the CA of what is served, by the replicas, for when it cannot be called. */
  readonly servedBy: readonly string[];
  /** PEM of who signs callers. */
  readonly clientsAuthority: string | undefined;
}

/** The file, or what is wrong with it. */
export function readSchedulerFile(
  path: string,
): { readonly content: JsonObject } | { readonly problem: string } {
  const read = readTextFile(path);
  if (!read.ok) return { problem: `${path}: ${read.message}` };
  const content = parsed(read.text);
  if (content instanceof Error) return { problem: `${path}: ${content.message.split('\n', 1)[0]}` };
  return isObject(content) ? { content } : { problem: `${path}: is no configuration of a scheduler` };
}

/** An error is a value here. That of too many aliases comes only when they are followed. */
function parsed(text: string): unknown {
  const document = parseDocument(text);
  const [error] = document.errors;
  if (error !== undefined) return error;
  try {
    return document.toJS();
  } catch (thrown) {
    return thrown instanceof Error ? thrown : new Error(String(thrown));
  }
}

export async function extenderFacts(
  path: string,
  content: JsonObject,
  surroundings: SchedulerSurroundings,
): Promise<ExtenderFacts> {
  const own = ownExtender(content, surroundings.host);
  const profiles: readonly unknown[] = Array.isArray(content.profiles) ? content.profiles : [{}];
  const schedulers = profiles.map((profile) =>
    String(valueAt(profile, ['schedulerName']) ?? DEFAULT_SCHEDULER),
  );
  if (own === undefined) {
    return { place: path, entry: undefined, schedulers, ca: { kind: 'none' }, client: { kind: 'none' } };
  }
  const { entry, index } = own;
  return {
    place: `${path}: extenders[${index}]`,
    entry,
    schedulers,
    ca: await caOf(entry, surroundings),
    client: clientOf(entry, surroundings),
  };
}

type Read = { readonly pem: string } | { readonly kind: 'none' } | Unreadable;
interface Unreadable {
  readonly kind: 'unreadable';
  readonly why: string;
  readonly isElsewhere: boolean;
}

/** The data goes before the file, as in client-go (rest.TLSConfigFor). */
function readPart(entry: JsonObject, part: 'ca' | 'cert' | 'key'): Read {
  const data = valueAt(entry, ['tlsConfig', `${part}Data`]);
  if (typeof data === 'string' && data !== '') return { pem: decoded(data) };
  const file = valueAt(entry, ['tlsConfig', `${part}File`]);
  if (typeof file !== 'string' || file === '') return { kind: 'none' };
  const read = readTextFile(file);
  if (read.ok) return { pem: read.text };
  return {
    kind: 'unreadable',
    why: `${file}: ${read.message}; it is on the scheduler's machine`,
    isElsewhere: true,
  };
}

async function caOf(entry: JsonObject, { call, servedBy }: SchedulerSurroundings): Promise<ExtenderCa> {
  const read = readPart(entry, 'ca');
  if (!('pem' in read)) return read;
  const certificates = certificatesIn(read.pem);
  if (certificates === undefined) return notPem('its CA');
  const url = String(entry.urlPrefix);
  if (!URL.canParse(url)) return { kind: 'read', verdict: notKnown('urlPrefix is no URL') };
  const serverName = valueAt(entry, ['tlsConfig', 'serverName']);
  const host = new URL(url).hostname.replace(/^\[|\]$/g, '');
  const name = typeof serverName === 'string' && serverName !== '' ? serverName : host;
  const called = await call({ url, name, ca: read.pem });
  if (called.known) return { kind: 'read', verdict: known(called.value.verdict) };
  if (servedBy.length === 0) return { kind: 'read', verdict: called };
  const prints = certificates.map(({ fingerprint256 }) => fingerprint256);
  const isKnown = servedBy.every((sha256) => prints.includes(sha256));
  return { kind: 'read', verdict: known(isKnown ? null : 'not the CA that the replicas name') };
}

function clientOf(entry: JsonObject, { clientsAuthority }: SchedulerSurroundings): ExtenderClient {
  const [cert, key] = [readPart(entry, 'cert'), readPart(entry, 'key')];
  if (!('pem' in cert)) return cert;
  if ('kind' in key && key.kind === 'none') {
    return { kind: 'unreadable', why: 'the client certificate has no key', isElsewhere: false };
  }
  const [certificate] = certificatesIn(cert.pem) ?? [];
  if (certificate === undefined) return notPem('its client certificate');
  const { notBefore, notAfter, sha256 } = datedOf(certificate);
  const signedByUs = signedBy(certificate, clientsAuthority);
  return { kind: 'read', names: [...new Set(namesOf(certificate))], notBefore, notAfter, sha256, signedByUs };
}

function signedBy(certificate: X509Certificate, authority: string | undefined): Known<boolean> {
  if (authority === undefined) return notKnown('no replica says who signs callers');
  const signers = certificatesIn(authority) ?? [];
  return known(signers.some(({ publicKey }) => certificate.verify(publicKey)));
}

function notPem(what: string): Unreadable {
  return { kind: 'unreadable', why: `${what} is no certificate in PEM`, isElsewhere: false };
}
