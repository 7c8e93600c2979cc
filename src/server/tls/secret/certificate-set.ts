/** All certificates of an installation, as they stand in one Secret under the names that the folder has for them. */
import { CLIENTS } from '../../../config/identity.ts';
import { isObject, type JsonObject } from '../../../json/object.ts';
import type { KeyPairPem } from '../authority.ts';
import {
  authorityIn,
  CertificateError,
  type CertificateFacts,
  type Certificates,
  factsOf,
  parseCertificate,
  usablePair,
} from '../certificate-source.ts';
import { CLIENT_KEYS, type Client } from '../folder/folder-paths.ts';
import { signingPair } from '../signing-pair.ts';

/** An authority with its successor and its predecessor, as far as there are such. */
export interface Succession {
  readonly current: KeyPairPem;
  /** Trusted already, and signs nothing yet. */
  readonly next: KeyPairPem | null;
  /** Trusted still, and signs nothing any more. */
  readonly previous: string | null;
}

export interface CertificateSet {
  readonly serving: Succession;
  readonly leaf: KeyPairPem;
  readonly callers: Succession;
  readonly clients: Readonly<Record<Client, KeyPairPem>>;
}

/** Everybody who is trusted; whoever signs now is the first. */
export function bundleOf({ current, next, previous }: Succession): string {
  return [current.cert, next?.cert ?? '', previous ?? ''].join('');
}

/** The `data` of the Secret. `ca.crt` and `clients-ca.crt` are whom to trust, also for whoever mounts it. */
export function dataOf({
  serving,
  leaf,
  callers,
  clients,
}: CertificateSet): Readonly<Record<string, string>> {
  const files = {
    ...pairFiles('tls', leaf),
    ...successionFiles('ca', serving),
    ...successionFiles('clients-ca', callers),
    ...Object.assign({}, ...CLIENT_KEYS.map((client) => pairFiles(client, clients[client]))),
  };
  return Object.fromEntries(
    Object.entries<string>(files).map(([name, text]) => [name, Buffer.from(text).toString('base64')]),
  );
}

/** Throws a CertificateError that names the key of the Secret. */
export function setIn(data: unknown, secret: string): CertificateSet {
  const read = readerOf(isObject(data) ? data : {}, secret);
  return {
    serving: successionIn('ca', read, secret),
    leaf: pairIn('tls', read),
    callers: successionIn('clients-ca', read, secret),
    clients: {
      scheduler: pairIn('scheduler', read),
      apiserver: pairIn('apiserver', read),
      debug: pairIn('debug', read),
    },
  };
}

/** What is served of it, checked as any other certificate. */
export function servedFrom(
  set: CertificateSet,
  secret: string,
): Omit<Certificates, 'handovers' | 'clientsAuthority'> & {
  clientsAuthority: NonNullable<Certificates['clientsAuthority']>;
} {
  const where = (name: string) => `${secret}: ${name}`;
  const leaf = usablePair(set.leaf, { cert: where('tls.crt'), key: where('tls.key') });
  const callers = CLIENT_KEYS.map((client): [string, CertificateFacts] => [
    CLIENTS[client],
    factsOf(parseCertificate(set.clients[client].cert, where(`${client}.crt`))),
  ]);
  return {
    ...set.leaf,
    leaf,
    ca: authorityIn(bundleOf(set.serving), where('ca.crt')),
    clientsAuthority: authorityIn(bundleOf(set.callers), where('clients-ca.crt')),
    callers: Object.fromEntries(callers),
  };
}

type Reader = (name: string, optional?: boolean) => string;

function readerOf(data: JsonObject, secret: string): Reader {
  return (name, optional = false) => {
    const value = data[name];
    const text = typeof value === 'string' ? Buffer.from(value, 'base64').toString('utf8') : '';
    if (text === '' && !optional) throw new CertificateError(`${secret}: ${name} is missing`);
    return text;
  };
}

function pairIn(name: string, read: Reader): KeyPairPem {
  return { cert: read(`${name}.crt`), key: read(`${name}.key`) };
}

/** What cannot sign is found out now, and not in the middle of a rotation years later. */
function successionIn(name: string, read: Reader, secret: string): Succession {
  const signing = (label: string): KeyPairPem =>
    signingPair(
      { cert: firstOf(read(`${label}.crt`)), key: read(`${label}.key`) },
      { cert: `${secret}: ${label}.crt`, key: `${secret}: ${label}.key` },
    );
  return {
    current: signing(name),
    next: read(`next-${name}.crt`, true) === '' ? null : signing(`next-${name}`),
    previous: read(`previous-${name}.crt`, true) || null,
  };
}

const CERTIFICATE = /-----BEGIN CERTIFICATE-----[\s\S]+?-----END CERTIFICATE-----\n?/;

/** Whoever signs now stands first in the bundle. */
function firstOf(bundle: string): string {
  return CERTIFICATE.exec(bundle)?.[0] ?? bundle;
}

function pairFiles(name: string, { cert, key }: KeyPairPem): Record<string, string> {
  return { [`${name}.crt`]: cert, [`${name}.key`]: key };
}

function successionFiles(name: string, succession: Succession): Record<string, string> {
  const { current, next, previous } = succession;
  return {
    [`${name}.crt`]: bundleOf(succession),
    [`${name}.key`]: current.key,
    ...(next && pairFiles(`next-${name}`, next)),
    ...(previous !== null && { [`previous-${name}.crt`]: previous }),
  };
}
