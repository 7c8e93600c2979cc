import { pino } from 'pino';
import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/server/observe/metrics.ts';
import { schedulingObserver } from '../../../src/server/observe/scheduler-observer.ts';
import { askedPod } from './pods.ts';

const UNRECORDED = { filtered: () => {}, preempted: () => {}, victimsGiven: () => {} };

function observing() {
  const lines: Record<string, unknown>[] = [];
  const log = pino({ base: null }, { write: (line: string) => void lines.push(JSON.parse(line)) });
  const clock = { now: 0 };
  return { lines, clock, observer: schedulingObserver(log, createMetrics(), () => clock.now, UNRECORDED) };
}

const acme = () => 'acme';

const refusal = (audited: boolean) => ({
  pod: askedPod('web'),
  audited,
  nodes: new Map([['DW504', 3]] as const),
  example: 'DW504 room held for daemons',
});

test('the first refusal is logged at once, and one line stands for those that follow', () => {
  const { lines, clock, observer } = observing();

  for (let call = 0; call < 500; call += 1) observer.filtered(refusal(true), acme);
  clock.now = 10_000;
  observer.filtered(refusal(true), acme);

  expect(lines).toMatchObject([
    { msg: 'nodes refused', outcome: 'audited', codes: ['DW504'], calls: 1, nodes: 3 },
    {
      msg: 'nodes refused',
      calls: 500,
      nodes: 1500,
      example: { uid: 'web', name: 'web', tenant: 'acme', reason: refusal(true).example },
    },
  ]);
});

test('a preemption is logged with its first candidates, and not again at every try', () => {
  const { lines, clock, observer } = observing();
  const candidates = Array.from({ length: 12 }, (_, index) => ({
    node: `n${index}`,
    code: 'DW506' as const,
    change: 'dropped' as const,
    why: 'kube-system/agent is a protected daemon',
  }));
  const event = { pod: askedPod('web'), audited: false, candidates };

  for (let call = 0; call < 5; call += 1) observer.preempted(event, acme);
  observer.preempted({ ...event, pod: askedPod('other') }, acme);
  clock.now = 10_000;
  observer.preempted(event, acme);

  expect(lines.map(({ name }) => name)).toEqual(['web', 'other', 'web']);
  expect(lines[0]).toMatchObject({
    msg: 'preemption decision',
    uid: 'web',
    tenant: 'acme',
    codes: ['DW506'],
    outcome: 'refused',
    more: 2,
  });
  expect(lines[0]?.candidates).toHaveLength(10);
});

test('calls that were passed through are a warning, not one line each', () => {
  const { lines, observer } = observing();

  for (let call = 0; call < 5; call += 1) observer.passedThrough('filter', 'stale');

  expect(lines).toMatchObject([{ level: 40, path: '/scheduler/filter', reason: 'stale' }]);
});
