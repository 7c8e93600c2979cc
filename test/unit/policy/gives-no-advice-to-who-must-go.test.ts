import { expect, test } from 'vitest';
import { type Decision, NOTHING_FOUND, withoutVainAdvice } from '../../../src/policy/decision.ts';
import type { Finding } from '../../../src/policy/finding.ts';

const finding = (code: Finding['code']): Finding => ({ code, field: 'spec', detail: 'as it is' });
const outside = finding('DW101');
const shape = finding('DW201');
const priority = finding('DW301');
const placement = finding('DW404');
const exempted = (one: Finding): Decision['exempted'][number] => ({
  finding: one,
  exemption: { rule: one.code, namespace: '*', name: '*', reason: 'moves', expires: '2027-03-01', until: 0 },
});

const codesOf = ({ denied, warned, audited, exempted: left }: Decision) =>
  [denied, warned, audited, left.map((one) => one.finding)].map((some) => some.map(({ code }) => code));

test('a DaemonSet outside the system hears of that and of its shape, not how to come first', () => {
  const decision: Decision = {
    denied: [outside, shape, priority],
    warned: [placement, shape],
    audited: [priority, shape],
    exempted: [exempted(placement), exempted(shape)],
  };

  expect(codesOf(withoutVainAdvice(decision))).toEqual([['DW101', 'DW201'], ['DW201'], ['DW201'], ['DW201']]);
});

test('a warning that it is outside is enough', () => {
  const decision: Decision = { ...NOTHING_FOUND, denied: [priority], warned: [outside, shape] };

  expect(codesOf(withoutVainAdvice(decision))).toEqual([[], ['DW101', 'DW201'], [], []]);
});

test.each<[string, Decision]>([
  ['one of the system', { ...NOTHING_FOUND, denied: [shape, priority], warned: [placement] }],
  ['one whose place is only counted', { ...NOTHING_FOUND, denied: [priority], audited: [outside] }],
  ['one that is exempted', { ...NOTHING_FOUND, warned: [priority], exempted: [exempted(outside)] }],
])('%s keeps all advice', (_, decision) => {
  expect(withoutVainAdvice(decision)).toEqual(decision);
});
