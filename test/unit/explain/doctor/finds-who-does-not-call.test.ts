import { expect, test } from 'vitest';
import { known, notKnown } from '../../../../src/explain/doctor/known.ts';
import type { PathTimes } from '../../../../src/explain/doctor/replica-state.ts';
import { type CallFacts, callLines } from '../../../../src/explain/doctor/scheduler/calls.ts';
import { faultTexts, MINUTE, NOW, replica, SECOND } from './installation.ts';

const NEVER: PathTimes = { answered: undefined, refused: undefined };

function asked(answered: number | undefined, changes: Parameters<typeof replica>[0] = {}, name = 'a') {
  return replica({ paths: new Map([['/scheduler/filter', { ...NEVER, answered }]]), ...changes }, name);
}

function madeAt(createdAt: number): CallFacts['youngest'] {
  return known({ pod: 'shop/web', createdAt });
}

function lines(changes: Partial<CallFacts>) {
  const youngest = madeAt(NOW - 6 * MINUTE);
  return callLines({ replicas: [replica()], youngest, trustIsKnown: true, ...changes });
}

function faults(changes: Partial<CallFacts>): string[] {
  return faultTexts(lines(changes));
}

test('a scheduler that asks is ok, and each verb says when', () => {
  expect(faults({})).toEqual([]);
  expect(lines({}).find(({ check }) => check === 'scheduler-calls')?.text).toBe(
    '/scheduler/filter 5 min ago; never: /scheduler/preempt',
  );
});

test('a pod was made after the last question, and placed', () => {
  const youngest = madeAt(NOW - MINUTE);

  expect(faults({ replicas: [asked(NOW - 5 * MINUTE)], youngest })).toEqual([
    'failure scheduler-calls: no scheduler has asked since 2026-11-17T11:55:00.000Z, and shop/web, made at ' +
      '2026-11-17T11:59:00.000Z, was placed',
  ]);
  expect(faults({ replicas: [asked(undefined)], youngest })).toEqual([
    expect.stringContaining('no scheduler has asked since the start at 2026-11-16T12:00:00.000Z'),
  ]);
});

test.each([
  ['nothing was placed', asked(undefined), known(undefined)],
  [
    'it was placed long after the question: a volume took its time',
    asked(NOW - 5 * MINUTE),
    madeAt(NOW - 6 * MINUTE),
  ],
  [
    'it was made before this process began',
    asked(undefined, { startedAt: NOW - MINUTE }),
    madeAt(NOW - 2 * MINUTE),
  ],
  ['the clocks are seconds apart', asked(NOW - MINUTE), madeAt(NOW - MINUTE + 4 * SECOND)],
])('no fault: %s', (_why, one, youngest) => {
  expect(faults({ replicas: [one], youngest })).toEqual([]);
});

test('another replica that was asked is enough', () => {
  expect(
    faults({ replicas: [asked(undefined), asked(NOW - SECOND, {}, 'b')], youngest: madeAt(NOW - MINUTE) }),
  ).toEqual([]);
});

test('where nobody has to ask it is skipped', () => {
  expect(faults({ youngest: notKnown('headroom.mode is off') })).toEqual([
    'skipped scheduler-calls: headroom.mode is off',
  ]);
});

test('two replicas that are asked at once are a warning; one after the other is not', () => {
  const youngest = known(undefined);
  const both = [asked(NOW - 10 * SECOND), asked(NOW - 20 * SECOND, {}, 'b')];
  const moved = [asked(NOW - 5 * MINUTE), asked(NOW - 20 * SECOND, {}, 'b')];

  expect(faults({ replicas: both, youngest })).toEqual([
    'warning one-replica: asked within the last minute: a, b',
  ]);
  expect(faults({ replicas: moved, youngest })).toEqual([]);
});

test('a caller that is refused, unless it was let in since or it was long ago', () => {
  const of = (refusedAt: number, answered?: number) => {
    const refused = { at: refusedAt, error: 'client-certificate-missing' };
    const paths = new Map([['/scheduler/filter', { answered, refused }]]);
    return faults({ replicas: [replica({ paths })], youngest: known(undefined) });
  };

  expect(of(NOW - MINUTE, NOW - 2 * MINUTE)).toEqual([
    'failure known-callers: refused: /scheduler/filter 60 s ago (client-certificate-missing)',
  ]);
  expect(of(NOW - MINUTE, NOW - SECOND)).toEqual([]);
  expect(of(NOW - 60 * MINUTE)).toEqual([]);
});

test('somebody who does not trust us counts only where nobody could look at whom callers trust', () => {
  const replicas = [asked(NOW, { untrusted: NOW - MINUTE })];
  const youngest = known(undefined);

  expect(faults({ replicas, youngest, trustIsKnown: true })).toEqual([]);
  expect(faults({ replicas, youngest, trustIsKnown: false })).toEqual([
    'failure known-callers: a caller does not trust the certificate that is served',
  ]);
});

test('without a replica nothing is known, and it says why', () => {
  expect(faults({ replicas: [] })).toEqual(
    ['known-callers', 'scheduler-calls', 'one-replica'].map(
      (check) => `skipped ${check}: no replica is known; give --url http://HOST:8080 of its ops port`,
    ),
  );
});
