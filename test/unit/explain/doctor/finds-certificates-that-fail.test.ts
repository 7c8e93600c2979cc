import { expect, test } from 'vitest';
import {
  type CertificateFacts,
  certificateLines,
} from '../../../../src/explain/doctor/certificates/certificates.ts';
import { known, notKnown } from '../../../../src/explain/doctor/known.ts';
import { bundle, DAY, faultTexts, goodFacts, lasting, NOW, replica, replicaState } from './installation.ts';

const { certificates } = replicaState();

function facts(changes: Partial<CertificateFacts> = {}): CertificateFacts {
  return {
    ...goodFacts().certificates,
    now: NOW,
    replicas: [replica()],
    schedulerClient: undefined,
    ...changes,
  };
}

function faults(changes: Partial<CertificateFacts>): string[] {
  return faultTexts(certificateLines(facts(changes)));
}

function withCertificates(changes: Partial<typeof certificates>) {
  return replica({ certificates: { ...certificates, ...changes } });
}

test('good ones have one line each, with the days that are left', () => {
  const lines = certificateLines(facts());

  expect(lines.map(({ check, status }) => `${status} ${check}`)).toEqual([
    'ok ca-bundle',
    'ok serving-certificate',
    'ok authorities',
    'ok client-certificates',
  ]);
  expect(lines[1]?.text).toBe('300 days left, until 2027-09-13T12:00:00.000Z');
});

test.each([
  [
    'SELF_SIGNED_CERT_IN_CHAIN',
    ['failure ca-bundle: the CA of a, b does not verify what is served (SELF_SIGNED_CERT_IN_CHAIN)'],
  ],
  // Each has a line of its own, which a CA would not mend.
  ['CERT_HAS_EXPIRED', []],
  [
    'ERR_TLS_CERT_ALTNAME_INVALID',
    ['failure serving-certificate: callers use another name than it has (daemonward.daemonward-system.svc)'],
  ],
])('a handshake that says %s', (verdict, expected) => {
  expect(faults({ bundles: known([bundle({ verdict: known(verdict) })]) })).toEqual(expected);
});

test('one CA of two is wrong, or missing, or no certificate', () => {
  const other = (changes: Parameters<typeof bundle>[0]) =>
    faults({ bundles: known([bundle(), bundle({ webhooks: ['c'], ...changes })]) });

  expect(other({ verdict: known('X') })).toEqual([
    'failure ca-bundle: the CA of c does not verify what is served (X)',
  ]);
  expect(other({ certificates: [], verdict: known('X') })).toEqual([
    'failure ca-bundle: the CA of c is missing, and does not verify what is served (X)',
  ]);
  expect(other({ certificates: undefined })).toEqual([
    'failure ca-bundle: the CA of c is no certificate in PEM',
  ]);
});

test('out of reach, the replicas say which CA it should be', () => {
  const verdict = notKnown('not reached');
  const of = (sha256: string) => known([bundle({ certificates: [lasting(300, sha256)], verdict })]);

  expect(faults({ bundles: of('CA') })).toEqual([]);
  expect(faults({ bundles: of('OTHER') })).toEqual([
    'failure ca-bundle: the CA of a, b is not the one that the replicas name',
  ]);
  expect(faults({ bundles: of('CA'), replicas: [withCertificates({ ca: undefined })] })).toEqual([
    'skipped ca-bundle: not reached',
  ]);
});

test.each([
  [-1, ['failure serving-certificate: the served certificate ended at 2026-11-16T12:00:00.000Z']],
  [0.5, ['failure serving-certificate: the served certificate ends in 12 h, at 2026-11-18T00:00:00.000Z']],
  [6, ['warning serving-certificate: the served certificate ends in 6 days, at 2026-11-23T12:00:00.000Z']],
  [8, []],
  [366, ['failure serving-certificate: the served certificate begins at 2026-11-18T12:00:00.000Z']],
])('a served certificate with %d days left', (days, expected) => {
  const leaf = { ...lasting(days, 'LEAF'), names: ['x'] };

  expect(faults({ served: known(leaf), replicas: [withCertificates({ leaf })] })).toEqual(expected);
});

test('one that lives for a day is late only well below the third at which it is renewed', () => {
  const leafOf = (days: number) => ({ ...lasting(days, 'LEAF', 1), names: ['x'] });
  const of = (days: number) =>
    faults({ served: known(leafOf(days)), replicas: [withCertificates({ leaf: leafOf(days) })] });

  expect(of(0.34)).toEqual([]);
  expect(of(0.2)).toEqual([expect.stringMatching(/^warning/)]);
  expect(of(0.05)).toEqual([expect.stringMatching(/^failure/)]);
});

test('a newer certificate that is refused', () => {
  expect(faults({ replicas: [withCertificates({ refused: 'tls.crt: not a certificate in PEM' })] })).toEqual([
    'warning serving-certificate: daemonward-a keeps an old one: tls.crt: not a certificate in PEM',
  ]);
});

test('authorities that end, or are being replaced', () => {
  const clientsCa = { ...lasting(3, 'CALLERS'), pem: '' };
  const handovers = [{ authority: 'ca', until: NOW + DAY }];

  expect(faults({ replicas: [withCertificates({ clientsCa })] })).toEqual([
    'warning authorities: the authority of callers ends in 3 days, at 2026-11-20T12:00:00.000Z',
  ]);
  expect(faults({ replicas: [withCertificates({ handovers })] })).toEqual([
    'warning authorities: ca is being replaced until 2026-11-18T12:00:00.000Z',
  ]);
});

test('without a replica the CA of the registrations counts, the one that lasts longest', () => {
  const of = (days: number) =>
    faults({
      replicas: [],
      bundles: known([bundle({ certificates: [lasting(-1, 'OLD'), lasting(days, 'NEW')] })]),
    }).filter((line) => line.includes('authorities'));

  expect(of(300)).toEqual([]);
  expect(of(2)).toEqual([expect.stringMatching(/^warning authorities: the CA ends in 2 days/)]);
});

test('a client certificate near its end is one line, in the file and shown alike', () => {
  const near = lasting(5, 'CLIENT');
  const shown = new Map([
    ['daemonward-scheduler', { ...near, outdated: 'less than a third of its life is left' }],
  ]);
  const schedulerClient = { ...near, name: 'daemonward-scheduler', place: 'scheduler.yaml' };

  expect(faults({ replicas: [withCertificates({ shown })], schedulerClient })).toEqual([
    'warning client-certificates: what daemonward-scheduler shows ends in 5 days, at 2026-11-22T12:00:00.000Z',
  ]);
  expect(faults({ schedulerClient })).toEqual([
    expect.stringMatching(
      /^warning client-certificates: that of daemonward-scheduler in scheduler\.yaml ends in/,
    ),
  ]);
});

test('an old one is shown although a newer was made', () => {
  const shown = new Map([
    ['daemonward-scheduler', { ...lasting(200), outdated: 'a newer one was made for it' }],
  ]);

  expect(faults({ replicas: [withCertificates({ shown })] })).toEqual([
    'warning client-certificates: what daemonward-scheduler shows is old: a newer one was made for it',
  ]);
});

test('nothing to look at is skipped, each with the reason', () => {
  const why = notKnown('forbidden');

  expect(faults({ bundles: why, served: why, replicas: [{ name: 'a', state: why, named: false }] })).toEqual([
    'skipped ca-bundle: forbidden',
    'skipped serving-certificate: a: forbidden',
    'skipped authorities: a: forbidden',
    'skipped client-certificates: a: forbidden',
  ]);
});
