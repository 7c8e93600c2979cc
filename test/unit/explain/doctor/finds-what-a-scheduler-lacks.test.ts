import { expect, test } from 'vitest';
import { known, notKnown } from '../../../../src/explain/doctor/known.ts';
import {
  asksFilter,
  type ExpectedCaller,
  type ExtenderFacts,
  extenderLines,
} from '../../../../src/explain/doctor/scheduler/extender.ts';
import { ownExtender } from '../../../../src/explain/doctor/scheduler/own-extender.ts';
import { ENTRY, extenderFacts, faultTexts, lasting } from './installation.ts';

const EXPECTED: ExpectedCaller = { mode: 'enforce', names: ['daemonward-scheduler'], takesWholeNodes: false };
const PLACE = 'scheduler.yaml: extenders[0]';

function faults(changes: Partial<ExtenderFacts>, expected: Partial<ExpectedCaller> = {}): string[] {
  return faultTexts(extenderLines(known(extenderFacts(changes)), { ...EXPECTED, ...expected }));
}

function entry(changes: object): string[] {
  return faults({ entry: { ...ENTRY, ...changes } });
}

test('what render prints is ok', () => {
  const lines = extenderLines(known(extenderFacts()), EXPECTED);

  expect(lines.map(({ check, status }) => `${status} ${check}`)).toEqual([
    'ok extender',
    'ok extender-ca',
    'ok extender-client',
    'ok extender-settings',
  ]);
});

test('a file without us', () => {
  expect(faults({ entry: undefined, place: 'scheduler.yaml' })).toEqual([
    'failure extender: scheduler.yaml names no extender that is Daemonward (urlPrefix …/scheduler)',
  ]);
});

test.each([
  [
    { urlPrefix: 'http://x/scheduler' },
    `failure extender: ${PLACE}: urlPrefix "http://x/scheduler" is not https`,
  ],
  [{ filterVerb: 'filters' }, `failure extender: ${PLACE}: filterVerb is "filters", and the path is filter`],
  [
    { preemptVerb: '' },
    `warning extender: ${PLACE}: without preemptVerb nobody protects daemons from preemption`,
  ],
  [
    { preemptVerb: undefined },
    `warning extender: ${PLACE}: without preemptVerb nobody protects daemons from preemption`,
  ],
  [
    { nodeCacheCapable: false },
    `failure extender-settings: ${PLACE}: without nodeCacheCapable it sends whole nodes, which are refused`,
  ],
  [
    { ignorable: undefined },
    `warning extender-settings: ${PLACE}: without ignorable no pod is placed while Daemonward is down`,
  ],
  [
    { managedResources: [{ name: 'x/y' }] },
    `warning extender-settings: ${PLACE}: with managedResources it asks only about pods that want those`,
  ],
  [
    { prioritizeVerb: 'prioritize' },
    `failure extender-settings: ${PLACE}: with prioritizeVerb, weight must be above 0`,
  ],
  [
    { httpTimeout: '500ms' },
    `warning extender-settings: ${PLACE}: httpTimeout is 0.5 s, and 1 to 5 s do no harm`,
  ],
  [
    { httpTimeout: '1m30s' },
    `warning extender-settings: ${PLACE}: httpTimeout is 90 s, and 1 to 5 s do no harm`,
  ],
])('%j', (change, line) => {
  expect(entry(change)).toEqual([line]);
});

test.each([
  { bindVerb: undefined },
  { filterVerb: undefined, bindVerb: undefined },
  { httpTimeout: undefined },
  { httpTimeout: 2_000_000_000 },
  { prioritizeVerb: 'prioritize', weight: 1 },
  { urlPrefix: 'https://10.0.0.9/scheduler/' },
])('no fault: %j', (change) => {
  expect(entry(change)).toEqual([]);
});

test('whole nodes are no fault where they are taken', () => {
  expect(faults({ entry: { ...ENTRY, nodeCacheCapable: false } }, { takesWholeNodes: true })).toEqual([]);
});

test('no CA: what that means depends on enableHTTPS', () => {
  const ca = { kind: 'none' } as const;

  expect(faults({ ca })).toEqual([
    `failure extender-ca: ${PLACE}: tlsConfig has no CA, and with enableHTTPS it verifies nobody`,
  ]);
  expect(faults({ ca, entry: { ...ENTRY, enableHTTPS: false } })).toEqual([
    `failure extender-ca: ${PLACE}: tlsConfig has no CA, and it verifies by the authorities of its machine`,
  ]);
});

test('a CA that does not verify us, a name that we do not have, and one that cannot be looked at', () => {
  const verdict = (text: string) => faults({ ca: { kind: 'read', verdict: known(text) } });

  expect(verdict('X')).toEqual([`failure extender-ca: ${PLACE}: its CA does not verify what is served (X)`]);
  expect(verdict('ERR_TLS_CERT_ALTNAME_INVALID')).toEqual([
    `failure extender-ca: ${PLACE}: the served certificate has not the name that it expects (tlsConfig.serverName)`,
  ]);
  expect(verdict('CERT_HAS_EXPIRED')).toEqual([]);
  expect(faults({ ca: { kind: 'read', verdict: notKnown('away') } })).toEqual(['skipped extender-ca: away']);
  expect(faults({ ca: { kind: 'unreadable', why: 'ca.crt: no such file', isElsewhere: true } })).toEqual([
    `skipped extender-ca: ${PLACE}: ca.crt: no such file`,
  ]);
});

test('the client certificate: none, somebody else’s, by another name, unknown', () => {
  const good = {
    kind: 'read',
    names: ['daemonward-scheduler'],
    signedByUs: known(true),
    ...lasting(300),
  } as const;

  expect(faults({ client: { kind: 'none' } })).toEqual([
    `failure extender-client: ${PLACE}: tlsConfig has no client certificate`,
  ]);
  expect(faults({ client: { ...good, signedByUs: known(false) } })).toEqual([
    `failure extender-client: ${PLACE}: the client certificate was not signed by whom Daemonward trusts`,
  ]);
  expect(faults({ client: { ...good, names: ['mallory'] } })).toEqual([
    `failure extender-client: ${PLACE}: the client certificate is of mallory, which server.clients does not name`,
  ]);
  expect(faults({ client: { ...good, signedByUs: notKnown('no replica') } })).toEqual([
    'skipped extender-client: no replica',
  ]);
});

test('who asks nobody for a certificate needs none, and who only counts warns', () => {
  expect(faults({ client: { kind: 'none' } }, { mode: 'off' })).toEqual([]);
  expect(faults({ client: { kind: 'none' } }, { mode: 'audit' })).toEqual([
    `warning extender-client: ${PLACE}: tlsConfig has no client certificate`,
  ]);
});

test('our entry among others is known by its path and host', () => {
  const other = { urlPrefix: 'https://other:443/scheduler' };
  const ours = { urlPrefix: 'https://10.0.0.9:443/scheduler' };

  expect(
    ownExtender({ extenders: [{ urlPrefix: 'https://gpu/api' }, other, ours] }, '10.0.0.9:443')?.index,
  ).toBe(2);
  expect(ownExtender({ extenders: [other] }, '10.0.0.9:443')?.index).toBe(0);
  expect(ownExtender({ extenders: [{ urlPrefix: 'https://gpu/api' }] }, 'x')).toBeUndefined();
  expect(ownExtender('nonsense', 'x')).toBeUndefined();
});

test('only a filter for every pod shows whether it is asked', () => {
  expect(asksFilter(extenderFacts())).toBe(true);
  expect(asksFilter(extenderFacts({ entry: { ...ENTRY, filterVerb: undefined } }))).toBe(false);
  expect(asksFilter(extenderFacts({ entry: { ...ENTRY, managedResources: [{ name: 'x/y' }] } }))).toBe(false);
});
