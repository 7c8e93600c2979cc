import { describe, expect, it } from 'vitest';
import { targetNode } from '../../../src/daemons/target-node.ts';
import type { SelectorRequirement } from '../../../src/kube/objects.ts';

function pod(...terms: SelectorRequirement[][]) {
  const nodeSelectorTerms = terms.map((matchFields) => ({ matchFields }));
  return {
    affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
  };
}

function named(operator: string, ...values: string[]): SelectorRequirement {
  return { key: 'metadata.name', operator, values };
}

describe('the target of a daemon pod', () => {
  it.each([
    ['its node, once bound', { nodeName: 'n9', ...pod([named('In', 'n1')]) }, 'n9'],
    ['the pin', pod([named('In', 'n1')]), 'n1'],
    [
      'the first pin of any term',
      pod([named('NotIn', 'n3')], [named('In', 'n2')], [named('In', 'n1')]),
      'n2',
    ],
    ['nothing when the first pin names two', pod([named('In', 'n1', 'n2')], [named('In', 'n3')]), null],
    ['nothing when the pin names none', pod([named('In')]), null],
    ['nothing without a pin', pod([{ key: 'metadata.namespace', operator: 'In', values: ['n1'] }]), null],
    ['nothing without an affinity', {}, null],
  ])('is %s', (_name, spec, expected) => {
    expect(targetNode(spec)).toBe(expected);
  });
});
