import { describe, expect, it } from 'vitest';
import type { Placement } from '../../../src/cluster/records.ts';
import { compileEligibility, type EligibleNode } from '../../../src/daemons/eligibility.ts';

const NODE: EligibleNode = {
  name: 'n1',
  labels: { pool: 'a' },
  taints: [],
};
const CORDONED: EligibleNode = {
  ...NODE,
  taints: [{ key: 'node.kubernetes.io/unschedulable', effect: 'NoSchedule' }],
};
const NOT_READY: EligibleNode = {
  ...NODE,
  taints: [{ key: 'node.kubernetes.io/not-ready', effect: 'NoExecute' }],
};

function tainted(...effects: string[]): EligibleNode {
  return { ...NODE, taints: effects.map((effect) => ({ key: `k-${effect}`, effect })) };
}

describe('a daemon', () => {
  it.each<[string, Placement, EligibleNode]>([
    ['a plain node', {}, NODE],
    ['a cordoned node', {}, CORDONED],
    ['a node that is not ready', {}, NOT_READY],
    ['a wish not to be scheduled on', {}, tainted('PreferNoSchedule')],
    ['the node of its name', { nodeName: 'n1' }, NODE],
  ])('takes %s', (_name, template, node) => {
    const eligibility = compileEligibility(template);

    expect(eligibility.judge(node)).toEqual({ shouldRun: true, shouldContinue: true, reason: null });
    expect(eligibility.shouldRun(node)).toBe(true);
  });

  it.each<[string, Placement, EligibleNode, boolean, object]>([
    ['another name', { nodeName: 'n2' }, NODE, false, { kind: 'node-name', wanted: 'n2' }],
    [
      'another label',
      { nodeSelector: { pool: 'b' } },
      NODE,
      false,
      { kind: 'node-selector', key: 'pool', wanted: 'b' },
    ],
    ['NoSchedule', {}, tainted('NoSchedule'), true, { kind: 'taint', taint: { key: 'k-NoSchedule' } }],
    // The taint that sends the pod away says more than the one that keeps it out.
    ['both', {}, tainted('NoSchedule', 'NoExecute'), false, { kind: 'taint', taint: { key: 'k-NoExecute' } }],
  ])('refuses for %s, with the reason', (_name, template, node, shouldContinue, reason) => {
    const eligibility = compileEligibility(template);

    expect(eligibility.judge(node)).toMatchObject({ shouldRun: false, shouldContinue, reason });
    expect(eligibility.shouldRun(node)).toBe(false);
  });

  it('tolerates a missing network only on the host network', () => {
    const node = {
      ...NODE,
      taints: [{ key: 'node.kubernetes.io/network-unavailable', effect: 'NoSchedule' }],
    };

    expect(compileEligibility({ hostNetwork: true }).shouldRun(node)).toBe(true);
    expect(compileEligibility({ hostNetwork: false }).shouldRun(node)).toBe(false);
  });
});

describe('the reason against a node', () => {
  it.each<[string, EligibleNode, object | null]>([
    ['a plain node', NODE, null],
    ['a cordoned node', CORDONED, null],
    ['a node that is not ready', NOT_READY, null],
    ['a node that says nothing', { name: 'n1' }, null],
    [
      'an untolerated taint',
      tainted('NoSchedule'),
      { kind: 'taint', taint: { key: 'k-NoSchedule', effect: 'NoSchedule' } },
    ],
  ])('on %s', (_name, node, reason) => {
    const eligibility = compileEligibility({});

    expect(eligibility.judge(node).reason).toEqual(reason);
    expect(eligibility.shouldRun(node)).toBe(reason === null);
  });

  it.each<[string, EligibleNode]>([
    [
      'a cordoned node',
      { ...CORDONED, taints: [...(CORDONED.taints ?? []), { key: 'k', effect: 'NoSchedule' }] },
    ],
    [
      'a node that is not ready',
      { ...NOT_READY, taints: [{ key: 'k', effect: 'NoSchedule' }, ...(NOT_READY.taints ?? [])] },
    ],
  ])('on %s with another taint keeps it out, and lets it stay there', (_name, node) => {
    const verdict = compileEligibility({}).judge(node);

    expect(verdict).toMatchObject({ shouldRun: false, shouldContinue: true });
  });
});
