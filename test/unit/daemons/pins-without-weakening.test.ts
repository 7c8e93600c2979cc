import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addPin } from '../../../src/daemons/pin.ts';
import { targetNode } from '../../../src/daemons/target-node.ts';
import { compileNodeAffinity } from '../../../src/kube/matching/node-affinity.ts';
import type { Affinity, Labels, Maybe } from '../../../src/kube/objects.ts';

const PIN = { key: 'metadata.name', operator: 'In', values: ['n1'] };

function required(...nodeSelectorTerms: object[]): Affinity {
  return { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } };
}

const arbitraryRequirement = fc.record({
  key: fc.constantFrom('pool', 'size', '-bad'),
  operator: fc.constantFrom('In', 'NotIn', 'Exists', 'DoesNotExist', 'Gt', 'in'),
  values: fc.array(fc.constantFrom('a', '7'), { maxLength: 2 }),
});
const arbitraryField = fc.record({
  key: fc.constantFrom('metadata.name', 'metadata.namespace'),
  operator: fc.constantFrom('In', 'NotIn', 'Exists'),
  values: fc.array(fc.constantFrom('n1', 'n2'), { maxLength: 2 }),
});
const arbitraryTerm = fc.record(
  {
    matchExpressions: fc.array(arbitraryRequirement, { maxLength: 2 }),
    matchFields: fc.array(arbitraryField, { maxLength: 2 }),
  },
  { requiredKeys: [] },
);
const arbitraryAffinity = fc.option(
  fc.record(
    {
      nodeAffinity: fc.option(
        fc.record({
          requiredDuringSchedulingIgnoredDuringExecution: fc.option(
            fc.record({ nodeSelectorTerms: fc.option(fc.array(arbitraryTerm, { maxLength: 3 })) }),
          ),
          preferredDuringSchedulingIgnoredDuringExecution: fc.constant([{ weight: 1, preference: {} }]),
        }),
      ),
      podAffinity: fc.constant({ kept: true }),
    },
    { requiredKeys: [] },
  ),
);

const LABELS: Labels[] = [{}, { pool: 'a' }, { pool: 'b', size: '9' }, { size: '7' }];
const NODES = ['n1', 'n2', 'n3'].flatMap((name) => LABELS.map((labels) => ({ name, labels })));

function matchesOf(affinity: Maybe<Affinity>): boolean[] {
  const matcher = compileNodeAffinity({ affinity });
  return NODES.map((node) => matcher.matches(node));
}

describe('the pin', () => {
  it('is the only requirement of a pod that has none', () => {
    expect(addPin(null, 'n1')).toEqual(required({ matchFields: [PIN] }));
    expect(addPin({ podAffinity: { kept: true } }, 'n1')).toEqual({
      podAffinity: { kept: true },
      ...required({ matchFields: [PIN] }),
    });
  });

  it('goes into every term, beside what is there', () => {
    const exists = { key: 'pool', operator: 'Exists' };
    const notThere = { key: 'metadata.name', operator: 'NotIn', values: ['n2'] };

    const pinned = addPin(required({ matchExpressions: [exists] }, { matchFields: [notThere] }), 'n1');

    expect(pinned).toEqual(
      required({ matchExpressions: [exists], matchFields: [PIN] }, { matchFields: [notThere, PIN] }),
    );
  });

  it.each([
    ['a term that matches nothing', required({})],
    ['no terms at all', required()],
    ['the controller’s own pin', required({ matchFields: [PIN] })],
    [
      'a pin to another node',
      required(
        { matchFields: [{ ...PIN, values: ['n2'] }] },
        { matchExpressions: [{ key: 'a', operator: 'Exists' }] },
      ),
    ],
    ['a pin to two nodes', required({ matchFields: [{ ...PIN, values: ['n1', 'n2'] }] })],
  ])('leaves %s alone, so that nothing is patched', (_name, affinity) => {
    expect(addPin(affinity, 'n1')).toBe(affinity);
  });

  it('only ever takes other nodes away, keeps the rest, and is not added twice', () => {
    fc.assert(
      fc.property(arbitraryAffinity, (affinity) => {
        const before = matchesOf(affinity);
        const pinned = addPin(affinity, 'n1');
        const untouched = pinned === affinity;

        const expected = before.map(
          (matches, index) => matches && (untouched || NODES[index]?.name === 'n1'),
        );
        expect(matchesOf(pinned)).toEqual(expected);
        expect(addPin(pinned, 'n1')).toBe(pinned);
        expect(pinned?.podAffinity).toEqual(affinity?.podAffinity);
        expect(pinned?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution).toEqual(
          affinity?.nodeAffinity?.preferredDuringSchedulingIgnoredDuringExecution,
        );
        if (!untouched) expect(targetNode({ affinity: pinned })).toBe('n1');
      }),
      { numRuns: 500 },
    );
  });
});
