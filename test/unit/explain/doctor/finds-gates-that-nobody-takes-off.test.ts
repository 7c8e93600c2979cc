import { expect, test } from 'vitest';
import { GatedPodCount, type GateFacts } from '../../../../src/explain/doctor/gates.ts';
import { known, notKnown } from '../../../../src/explain/doctor/known.ts';
import { faultsOf, gateFacts, goodFacts, MINUTE, NOW, replica } from './installation.ts';

const good = goodFacts();

/** Everything as it should be, with twelve pods that wait. */
const ON: GateFacts = {
  mode: 'on',
  pods: known({ count: 12, oldest: { pod: 'shop/web', at: NOW - 5 * MINUTE } }),
  isHookThere: known(true),
  holder: known('daemonward-a'),
  mayPatch: known(true),
};
const WAITING = '12 pods have the gate daemonward.dev/fair-share, shop/web for 5 min';

function faults(changes: Partial<GateFacts>, replicas = good.service.replicas): string[] {
  return faultsOf({
    ...good,
    service: { ...good.service, replicas },
    gates: known({ ...ON, ...changes }),
  });
}

const NONE = known({ count: 0, oldest: undefined });

test('pods that wait for their turns, and nobody who waits, are no fault', () => {
  expect(faults({})).toEqual([]);
  expect(faults({ pods: NONE })).toEqual([]);
  expect(faultsOf({ ...good, gates: known(gateFacts()) })).toEqual([]);
});

test.each<[string, Partial<GateFacts>, string]>([
  ['nobody holds the Lease', { holder: known('') }, 'nobody holds the Lease'],
  ['the right is missing', { mayPatch: known(false) }, 'Daemonward may not patch pods'],
])('gates that stay: %s', (_what, changes, why) => {
  const remedied = `failure gates: ${WAITING}, and ${why}: nobody takes gates off`;

  expect(faults(changes)).toEqual([remedied]);
  expect(faults({ ...changes, pods: NONE })).toEqual([
    `failure gates: ${why}: nobody takes gates off, so that none is set`,
  ]);
  expect(faults({ ...changes, mode: 'off' })).toEqual([
    `failure gates: ${WAITING}, and fairness.mode is off: ${why}: nobody takes gates off`,
  ]);
});

test('switched off, what is there is being taken off: a warning, and how to do it by hand', () => {
  expect(faults({ mode: 'off', isHookThere: known(false) })).toEqual([
    `warning gates: ${WAITING}, and fairness.mode is off: they are being taken off`,
  ]);
});

test('a replica that sees no gate come off is heard', () => {
  expect(faults({}, [replica({ gatesStalled: true })])).toEqual([
    `failure gates: ${WAITING}, and daemonward-a has seen none come off for some time, though there was room`,
  ]);
});

test('turns that nobody asks for', () => {
  expect(faults({ pods: NONE, isHookThere: known(false) })).toEqual([
    'warning gates: fairness.mode is on, and no hook asks about new pods: none ever gets a gate',
  ]);
});

test('what is not known speaks against nobody; where pods are not shown it is skipped', () => {
  const why = notKnown('forbidden');

  expect(faults({ holder: why, mayPatch: why, isHookThere: why })).toEqual([]);
  expect(faults({ pods: why })).toEqual(['skipped gates: forbidden']);
});

test('pods with our gate are counted, and the oldest is named', () => {
  const count = new GatedPodCount();
  const pod = (name: string, createdAt: string, ...gates: string[]) => ({
    metadata: { namespace: 'shop', name, creationTimestamp: createdAt },
    spec: { schedulingGates: gates.map((gate) => ({ name: gate })) },
  });
  const ours = 'daemonward.dev/fair-share';

  for (const one of [
    pod('young', '2026-11-17T11:00:00Z', ours),
    pod('old', '2026-11-17T10:00:00Z', 'example.com/other', ours),
    pod('of-others', '2026-11-17T09:00:00Z', 'example.com/other'),
    { metadata: { name: 'plain' }, spec: {} },
    'nothing',
  ]) {
    count.add(one);
  }

  expect(count.summary()).toEqual({
    count: 2,
    oldest: { pod: 'shop/old', at: Date.parse('2026-11-17T10:00:00Z') },
  });
});
