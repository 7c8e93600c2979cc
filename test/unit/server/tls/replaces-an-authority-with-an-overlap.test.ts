/** The certificates of an installation through ten years, without waiting for them. */
import { X509Certificate } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import {
  bundleOf,
  type CertificateSet,
  dataOf,
  servedFrom,
  setIn,
} from '../../../../src/server/tls/secret/certificate-set.ts';
import {
  handoversOf,
  makeSet,
  type Renewable,
  type RotationOptions,
  rotate,
} from '../../../../src/server/tls/secret/rotation.ts';

const BEGIN = new Date('2030-01-01T00:00:00Z');
const DAY_MS = 86_400_000;
const OVERLAP_DAYS = 30;
const NAMES = ['daemonward.system.svc'];

let begun: CertificateSet;
beforeAll(async () => {
  begun = await makeSet(NAMES, BEGIN);
});

function on(day: number, more: Partial<RotationOptions> = {}): RotationOptions {
  const now = new Date(BEGIN.getTime() + day * DAY_MS);
  return { now, names: NAMES, overlapMs: OVERLAP_DAYS * DAY_MS, asked: new Set(), published: true, ...more };
}

function asking(...asked: Renewable[]): Pick<RotationOptions, 'asked'> {
  return { asked: new Set(asked) };
}

function print(pem: string): string {
  return new X509Certificate(pem).fingerprint256;
}

function isSignedBy(cert: string, authority: string): boolean {
  return new X509Certificate(cert).verify(new X509Certificate(authority).publicKey);
}

/** Whether somebody who trusts this bundle can verify what is served. */
function isTrusted(cert: string, bundle: string): boolean {
  const authorities = bundle.match(/-----BEGIN[\s\S]+?-----END CERTIFICATE-----/g) ?? [];
  return authorities.some((authority) => isSignedBy(cert, authority));
}

test('nothing is made while everything is young', async () => {
  const { made, set } = await rotate(begun, on(200));

  expect(made).toEqual([]);
  expect(set).toEqual(begun);
});

test('the leaf and the callers’ certificates are renewed at two thirds of their life, by the same authorities', async () => {
  const { made, set } = await rotate(begun, on(244));

  expect(made.map((line) => line.split(':')[0])).toEqual(['leaf', 'scheduler', 'apiserver', 'debug']);
  expect(set.serving).toEqual(begun.serving);
  expect(isSignedBy(set.leaf.cert, begun.serving.current.cert)).toBe(true);
  expect(isSignedBy(set.clients.scheduler.cert, begun.callers.current.cert)).toBe(true);
});

test('a name that is new brings a new leaf', async () => {
  const { made } = await rotate(begun, on(1, { names: [...NAMES, 'more.example'] }));

  expect(made).toEqual(['leaf: the leaf lacked more.example']);
});

test('an authority is replaced in three steps, a month apart', async () => {
  const announced = await rotate(begun, on(10, asking('ca')));
  const early = await rotate(announced.set, on(39));
  const switched = await rotate(announced.set, on(41));
  const late = await rotate(switched.set, on(70));
  const done = await rotate(switched.set, on(72));

  const { next } = announced.set.serving;
  expect(announced.taken).toEqual(['ca']);
  expect(announced.set.leaf).toEqual(begun.leaf);
  expect(bundleOf(announced.set.serving)).toBe(begun.serving.current.cert + next?.cert);
  expect(early.made).toEqual([]);
  expect(switched.set.serving.current).toEqual(next);
  expect(bundleOf(switched.set.serving)).toBe((next?.cert ?? '') + begun.serving.current.cert);
  expect(isSignedBy(switched.set.leaf.cert, next?.cert ?? '')).toBe(true);
  expect(late.made).toEqual([]);
  expect(bundleOf(done.set.serving)).toBe(next?.cert);
});

test('at two thirds of its own life an authority is replaced without being asked', async () => {
  const { made } = await rotate(begun, on(2_440));

  expect(made).toContain('ca: the next one, trusted from now on');
  expect(made).toContain('clients-ca: the next one, trusted from now on');
});

test('the next one does not sign before the registrations have it; when the last one ends, it does', async () => {
  const { set } = await rotate(begun, on(10, asking('ca')));

  const waiting = await rotate(set, on(200, { published: false }));
  const ending = await rotate(set, on(3_640, { published: false }));

  expect(waiting.set.serving.next).toEqual(set.serving.next);
  expect(ending.set.serving.current).toEqual(set.serving.next);
});

test('whoever was told at any step can verify what is served at the next one', async () => {
  let set = begun;
  const days = Array.from({ length: 60 }, (_, index) => index * 15);
  const broken: number[] = [];
  for (const day of days) {
    const before = bundleOf(set.serving);
    const asked = asking(...(day % 150 === 0 ? (['ca', 'clients-ca'] as const) : []));
    const { set: next } = await rotate(set, on(day, asked));
    if (!isTrusted(next.leaf.cert, before) || !isTrusted(set.leaf.cert, bundleOf(next.serving)))
      broken.push(day);
    // A scheduler with the certificate of the step before is let in.
    if (!isTrusted(set.clients.scheduler.cert, bundleOf(next.callers))) broken.push(day);
    set = next;
  }

  expect(broken).toEqual([]);
  expect(print(set.serving.current.cert)).not.toBe(print(begun.serving.current.cert));
});

test('who has to be given a new block is told until when', async () => {
  const { set } = await rotate(begun, on(10, asking('ca', 'clients-ca')));
  const switched = await rotate(set, on(41));

  const dayOf = (until: Date) => Math.round((until.getTime() - BEGIN.getTime()) / DAY_MS);
  const told = (of: CertificateSet) =>
    handoversOf(of, OVERLAP_DAYS * DAY_MS).map(({ authority, until }) => [authority, dayOf(until)]);

  expect(told(begun)).toEqual([]);
  expect(told(set)).toEqual([
    ['ca', 40],
    ['clients-ca', 40],
  ]);
  expect(told(switched.set)).toEqual([['clients-ca', 71]]);
});

test('after a long absence, when everything has ended, all is made anew at once', async () => {
  const { set } = await rotate(begun, on(4_000));

  const facts = servedFrom(set, 'x');
  expect(facts.leaf.notAfter.getTime()).toBeGreaterThan(on(4_000).now.getTime());
  expect(isSignedBy(set.leaf.cert, set.serving.current.cert)).toBe(true);
  expect(set.serving.current.cert).not.toBe(begun.serving.current.cert);
});

test('a Secret gives back what was put in, at every step', async () => {
  const { set } = await rotate(begun, on(10, asking('ca', 'clients-ca')));
  const { set: switched } = await rotate(set, on(41));

  for (const step of [begun, set, switched]) expect(setIn(dataOf(step), 'x')).toEqual(step);
});

test.each(['tls.crt', 'tls.key', 'ca.key', 'clients-ca.crt', 'scheduler.key'])(
  'a Secret without %s is refused by name',
  (name) => {
    const { [name]: _gone, ...data } = dataOf(begun);

    expect(() => setIn(data, 'Secret a/b')).toThrow(`Secret a/b: ${name} is missing`);
  },
);

test('a pair that does not belong together is refused by name', () => {
  const set = { ...begun, leaf: { ...begun.leaf, key: begun.clients.debug.key } };

  expect(() => servedFrom(set, 'Secret a/b')).toThrow(
    'Secret a/b: tls.key: this key does not belong to the certificate in Secret a/b: tls.crt',
  );
});
