import { expect, test } from 'vitest';
import { known, notKnown } from '../../../../src/explain/doctor/known.ts';
import type { Replica } from '../../../../src/explain/doctor/replicas.ts';
import { type ServiceFacts, serviceLines } from '../../../../src/explain/doctor/service.ts';
import { faultTexts, goodFacts, MINUTE, NOW, replica } from './installation.ts';

const { service } = goodFacts();

function faults(changes: Partial<ServiceFacts>): string[] {
  return faultTexts(serviceLines({ ...service, ...changes }));
}

const SILENT = { url: 'https://127.0.0.1:1', result: 'silent', why: 'connect ECONNREFUSED' } as const;
const away = (named: boolean): Replica => ({ name: 'http://127.0.0.1:2', state: notKnown('refused'), named });

test('a service that answers is ok, and says when each hook was called', () => {
  const lines = serviceLines(service);

  expect(faultTexts(lines)).toEqual([]);
  expect(lines.find(({ check }) => check === 'hooks-called')?.text).toBe(
    '/validate/daemonsets 5 s ago; never: /mutate/pods',
  );
  expect(lines.find(({ check }) => check === 'reach')?.text).toBe(
    'https://daemonward.daemonward-system.svc:443 answers, 2 ready endpoints, 1 replica asked',
  );
});

test('nobody answers: one line, and what depends on it is skipped', () => {
  const found = faults({ address: SILENT, endpoints: null, replicas: [away(true)] });

  expect(found[0]).toBe(
    'failure reach: nobody answers: https://127.0.0.1:1 (connect ECONNREFUSED); http://127.0.0.1:2 (refused)',
  );
  expect(found.slice(1).every((line) => line.startsWith('skipped '))).toBe(true);
});

test('a Service without a ready address', () => {
  expect(faults({ endpoints: known(0) })).toEqual([
    'failure reach: nobody answers: the Service has no ready address',
  ]);
});

test('an address that cannot be reached from here, and that the API server calls, is no fault', () => {
  const old = replica({
    paths: new Map([['/validate/pods', { answered: NOW - 60 * MINUTE, refused: undefined }]]),
  });

  expect(faults({ address: SILENT })).toEqual([]);
  expect(faults({ address: SILENT, replicas: [old] })[0]).toMatch(/^failure reach/);
});

test('pods that the API server may not call are no fault; where nothing at all is seen it is skipped', () => {
  const address = { ...SILENT, result: 'unknown' } as const;

  expect(faults({ address, replicas: [away(false)] }).filter((line) => line.startsWith('failure'))).toEqual(
    [],
  );
  expect(faults({ address, endpoints: notKnown('forbidden'), replicas: [away(false)] })[0]).toBe(
    'skipped reach: https://127.0.0.1:1: connect ECONNREFUSED',
  );
});

test.each([
  [{ version: '0.9.0' }, 'warning versions: daemonward-a is 0.9.0, and this is 1.0.0'],
  [
    { cluster: { problem: 'no news of pods for 200 s', oldestSeconds: 200, withheld: [] } },
    'failure view: daemonward-a: no news of pods for 200 s',
  ],
  [
    { cluster: { problem: null, oldestSeconds: 1, withheld: [{ kind: 'limitRanges', why: 'forbidden' }] } },
    'warning rights: list, watch limitRanges: forbidden',
  ],
  [
    { missingRights: [{ right: 'update leases', detail: 'nothing is written' }] },
    'warning rights: update leases: nothing is written',
  ],
  [{ problems: ['a.yaml:1: no'] }, 'failure configuration: daemonward-a keeps an older one: a.yaml:1: no'],
  [{ needRestart: ['server.port'] }, 'warning configuration: daemonward-a needs a restart for server.port'],
])('%j', (changes, line) => {
  expect(faults({ replicas: [replica(changes)] })).toEqual([line]);
});

test('a right that all replicas lack is one line', () => {
  const missingRights = [{ right: 'update leases', detail: 'nothing is written' }];

  expect(faults({ replicas: [replica({ missingRights }), replica({ missingRights }, 'b')] })).toHaveLength(1);
});
