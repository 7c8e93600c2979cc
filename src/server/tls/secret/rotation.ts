/**
 * What has to be made anew in the set, and when. Everything follows from the certificates themselves, when they were
 * made and until when they are good, so that whoever holds the Lease next goes on where the last one stopped.
 */
import { CLIENTS } from '../../../config/identity.ts';
import { type KeyPairPem, madeAt, makeAuthority, makeClient, makeLeaf } from '../authority.ts';
import { factsOf, type Handover, parseCertificate } from '../certificate-source.ts';
import { isDue, unfit } from '../fitness.ts';
import type { Client } from '../folder/folder-paths.ts';
import type { CertificateSet, Succession } from './certificate-set.ts';

/** What somebody may ask for before its time. */
export const RENEWABLE = ['leaf', 'ca', 'clients', 'clients-ca'] as const;
export type Renewable = (typeof RENEWABLE)[number];

export interface RotationOptions {
  readonly now: Date;
  readonly names: readonly string[];
  /** So long a new authority is trusted before it signs, and the one before it afterwards. */
  readonly overlapMs: number;
  readonly asked: ReadonlySet<Renewable>;
  /** Whether everybody who verifies us, and can be asked, has been told of the next CA. */
  readonly published: boolean;
}

export interface Rotation {
  readonly set: CertificateSet;
  /** In words, for the log; empty when everything can stay. */
  readonly made: readonly string[];
  /** What was asked for and has been done, or is under way. */
  readonly taken: readonly Renewable[];
}

/**
 * Whom we let in only our own replicas have to know, which look at the Secret every few seconds: three looks. So that soon
 * after a new authority of callers was made, a scheduler can be given all that is new at once.
 */
const SPREAD_MS = 15_000;

/** With a short overlap most of it is left for the schedulers. */
const SPREAD_SHARE = 1 / 4;

/** How long the next one is trusted before it signs. Of a CA it is those who verify us who have to know. */
function announcedMs(which: 'ca' | 'clients-ca', overlapMs: number): number {
  return which === 'ca' ? overlapMs : Math.min(SPREAD_MS, overlapMs * SPREAD_SHARE);
}

const NAMES = { ca: 'Daemonward CA', 'clients-ca': 'Daemonward clients CA' } as const;

export async function makeSet(names: readonly string[], now: Date): Promise<CertificateSet> {
  const [current, signer] = [
    await makeAuthority(now, NAMES.ca),
    await makeAuthority(now, NAMES['clients-ca']),
  ];
  const alone = { next: null, previous: null };
  return {
    serving: { current, ...alone },
    leaf: await makeLeaf(current, uniqueOf(names), now),
    callers: { current: signer, ...alone },
    clients: {
      scheduler: await makeClient(signer, CLIENTS.scheduler, now),
      apiserver: await makeClient(signer, CLIENTS.apiserver, now),
      debug: await makeClient(signer, CLIENTS.debug, now),
    },
  };
}

/** One step further, or none. */
export async function rotate(set: CertificateSet, options: RotationOptions): Promise<Rotation> {
  const { asked, now, names } = options;
  const made: string[] = [];
  const serving = await succeed(set.serving, 'ca', set.leaf, options, made);
  const callers = await succeed(set.callers, 'clients-ca', set.clients.scheduler, options, made);

  const renewed = async (
    label: string,
    pair: KeyPairPem,
    signer: KeyPairPem,
    wanted: { names: readonly string[]; isAsked: boolean; make(): Promise<KeyPairPem> },
  ): Promise<KeyPairPem> => {
    const found = { cert: `${label}.crt`, key: `${label}.key` };
    const because = wanted.isAsked
      ? `a new ${label} was asked for`
      : unfit(pair, { label, names: wanted.names }, signer, { now, found });
    if (because === null) return pair;
    made.push(`${label}: ${because}`);
    return wanted.make();
  };
  const client = (key: Client): Promise<KeyPairPem> =>
    renewed(key, set.clients[key], callers.current, {
      names: [CLIENTS[key]],
      isAsked: asked.has('clients'),
      make: () => makeClient(callers.current, CLIENTS[key], now),
    });
  const leaf = await renewed('leaf', set.leaf, serving.current, {
    names,
    isAsked: asked.has('leaf'),
    make: () => makeLeaf(serving.current, uniqueOf(names), now),
  });
  const [scheduler, apiserver, debug] = [
    await client('scheduler'),
    await client('apiserver'),
    await client('debug'),
  ];
  const isUnderWay = { ca: serving.next !== null, 'clients-ca': callers.next !== null };
  return {
    set: { serving, leaf, callers, clients: { scheduler, apiserver, debug } },
    made,
    taken: [...asked].filter((what) => what === 'leaf' || what === 'clients' || isUnderWay[what]),
  };
}

/** When the next one begins to sign: until then whoever has been told of the current one alone has to be told anew. */
export function handoversOf(set: CertificateSet, overlapMs: number): readonly Handover[] {
  const sides = [
    ['ca', set.serving, set.leaf] as const,
    ['clients-ca', set.callers, set.clients.scheduler] as const,
  ];
  return sides.flatMap(([authority, { next, previous }, signed]) => {
    // Callers of the old authority are let in until it is dropped; a CA that they trust is of no use once it does not sign.
    const whileTrusted = authority === 'clients-ca' ? overlapMs : 0;
    if (next !== null) {
      return [{ authority, until: after(next.cert, announcedMs(authority, overlapMs) + whileTrusted) }];
    }
    if (previous === null || authority === 'ca') return [];
    return [{ authority, until: after(signed.cert, overlapMs) }];
  });
}

async function succeed(
  { current, next, previous }: Succession,
  which: 'ca' | 'clients-ca',
  signed: KeyPairPem,
  { now, overlapMs, asked, published }: RotationOptions,
  made: string[],
): Promise<Succession> {
  const facts = factsIn(current.cert);
  if (now > facts.notAfter) {
    made.push(`${which}: the last one had ended`);
    return { current: next ?? (await makeAuthority(now, NAMES[which])), next: null, previous: null };
  }
  const isOver = (cert: string, milliseconds: number): boolean => now >= after(cert, milliseconds);
  if (next !== null) {
    const endsSoon = facts.notAfter.getTime() - now.getTime() < overlapMs;
    if (
      !isOver(next.cert, announcedMs(which, overlapMs)) ||
      !(published || endsSoon || which === 'clients-ca')
    )
      return { current, next, previous };
    made.push(`${which}: the next one signs from now on`);
    return { current: next, next: null, previous: current.cert };
  }
  if (previous !== null) {
    // What was signed last is by the current one, or it will be in a moment.
    const isSigned = parseCertificate(signed.cert, which).verify(
      parseCertificate(current.cert, which).publicKey,
    );
    if (!isSigned || !isOver(signed.cert, overlapMs)) return { current, next, previous };
    made.push(`${which}: the one before is no longer trusted`);
    return { current, next, previous: null };
  }
  if (!asked.has(which) && !isDue(facts, now)) return { current, next, previous };
  made.push(`${which}: the next one, trusted from now on`);
  return { current, next: await makeAuthority(now, NAMES[which]), previous };
}

function factsIn(cert: string) {
  return factsOf(parseCertificate(cert, 'the authority'));
}

function after(cert: string, milliseconds: number): Date {
  return new Date(madeAt(factsIn(cert)).getTime() + milliseconds);
}

function uniqueOf(names: readonly string[]): readonly string[] {
  return [...new Set(names)];
}
