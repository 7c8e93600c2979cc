import { expect, test } from 'vitest';
import { compileRequirement } from '../../../../src/kube/matching/label-requirement.ts';
import { compileNodeAffinity } from '../../../../src/kube/matching/node-affinity.ts';
import {
  EVICTING_EFFECTS,
  REPELLING_EFFECTS,
  taintText,
  tolerates,
  untoleratedTaint,
} from '../../../../src/kube/matching/taints.ts';
import type { SelectorRequirement, Toleration } from '../../../../src/kube/objects.ts';

const LABELS = { cores: '8', zone: 'a', debt: '-5', long: '9223372036854775808' };

test.each<[key: string, operator: string, values: string[], matches: boolean | undefined]>([
  ['cores', 'Gt', ['7'], true],
  ['cores', 'Gt', ['8'], false],
  ['cores', 'Lt', ['9'], true],
  ['cores', 'Lt', ['8'], false],
  ['debt', 'Lt', ['0'], true],
  ['cores', 'Gt', ['007'], true],
  ['zone', 'Gt', ['1'], false],
  ['zone', 'Lt', ['1'], false],
  ['none', 'Gt', ['1'], false],
  // What does not fit in 64 bits is no number.
  ['long', 'Gt', ['1'], false],
  ['cores', 'Lt', ['9223372036854775808'], undefined],
  ['cores', 'Lt', ['9223372036854775807'], true],
  ['cores', 'Gt', ['x'], undefined],
  ['cores', 'Gt', ['1x'], undefined],
  ['cores', 'Gt', ['1', '2'], undefined],
  ['cores', 'Gt', [], undefined],
  ['zone', 'In', ['b', 'a'], true],
  ['zone', 'In', [], undefined],
  ['zone', 'NotIn', ['a'], false],
  ['zone', 'NotIn', [], undefined],
  ['zone', 'In', ['-'], undefined],
  ['zone', 'Exists', [], true],
  ['zone', 'Exists', ['a'], undefined],
  ['zone', 'DoesNotExist', [], false],
  ['zone', 'DoesNotExist', ['a'], undefined],
  ['zone', 'Near', ['a'], undefined],
  ['a/b/c', 'Exists', [], undefined],
])('%s %s %j', (key, operator, values, matches) => {
  expect(compileRequirement({ key, operator, values })?.(LABELS)).toBe(matches);
});

const byField = (requirement: Partial<SelectorRequirement>) =>
  compileNodeAffinity({
    affinity: {
      nodeAffinity: {
        requiredDuringSchedulingIgnoredDuringExecution: {
          nodeSelectorTerms: [{ matchFields: [{ key: 'metadata.name', operator: 'In', ...requirement }] }],
        },
      },
    },
  });

test.each<[requirement: Partial<SelectorRequirement>, matches: boolean]>([
  [{ values: ['node-1'] }, true],
  [{ values: ['node-2'] }, false],
  [{ operator: 'NotIn', values: ['node-1'] }, false],
  [{ operator: 'NotIn', values: ['node-2'] }, true],
  [{ operator: 'Exists', values: ['node-1'] }, false],
  [{ operator: 'Exists', values: ['node-2'] }, false],
  [{ values: [] }, false],
  [{ values: null }, false],
  [{ values: ['node-1', 'node-1'] }, false],
  [{ key: 'metadata.namespace', values: ['node-1'] }, false],
  [{ key: 'metadata.namespace', values: [''] }, true],
  [{ key: 'metadata.namespace', operator: 'NotIn', values: ['node-1'] }, true],
])('the field of %j matches: %s', (requirement, matches) => {
  const mismatch = matches ? null : { kind: 'node-affinity' };

  expect(byField(requirement).matches({ name: 'node-1' })).toBe(matches);
  expect(byField(requirement).mismatch({ name: 'node-1' })).toEqual(mismatch);
});

test('a label that the selector asks for is named, and comes before the affinity', () => {
  const matcher = compileNodeAffinity({ nodeSelector: { zone: 'a', disk: 'ssd' } });

  expect(matcher.mismatch({ name: 'n', labels: { zone: 'a' } })).toEqual({
    kind: 'node-selector',
    key: 'disk',
    wanted: 'ssd',
  });
  expect(matcher.mismatch({ name: 'n', labels: { zone: 'a', disk: 'ssd' } })).toBeNull();
  expect(compileNodeAffinity({}).matches({ name: 'n' })).toBe(true);
});

const TAINT = { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' };

test.each<[toleration: Toleration, isTolerated: boolean]>([
  [{ key: 'dedicated', value: 'gpu' }, true],
  [{ key: 'dedicated', operator: 'Equal', value: 'gpu', effect: 'NoSchedule' }, true],
  [{ key: 'dedicated', operator: 'Exists' }, true],
  [{ operator: 'Exists' }, true],
  [{ value: 'gpu' }, true],
  [{ key: 'dedicated' }, false],
  [{ key: 'dedicated', value: 'x' }, false],
  [{ key: 'other', operator: 'Exists' }, false],
  [{ key: 'dedicated', operator: 'Exists', effect: 'NoExecute' }, false],
  [{ key: 'dedicated', operator: 'Gt', value: 'gpu' }, false],
])('%j tolerates dedicated=gpu:NoSchedule: %s', (toleration, isTolerated) => {
  expect(tolerates(toleration, TAINT)).toBe(isTolerated);
});

test('the first taint counts that repels and is not tolerated', () => {
  const wish = { key: 'wish', effect: 'PreferNoSchedule' };
  const away = { key: 'away', effect: 'NoExecute' };
  const taints = [wish, TAINT, away];

  expect(untoleratedTaint(taints, null, REPELLING_EFFECTS)).toBe(TAINT);
  expect(untoleratedTaint(taints, [{ key: 'dedicated', operator: 'Exists' }], REPELLING_EFFECTS)).toBe(away);
  expect(untoleratedTaint(taints, [], EVICTING_EFFECTS)).toBe(away);
  expect(untoleratedTaint(taints, [{ operator: 'Exists' }], REPELLING_EFFECTS)).toBeNull();
  expect(untoleratedTaint(undefined, [], REPELLING_EFFECTS)).toBeNull();
  expect([TAINT, away].map(taintText)).toEqual(['dedicated=gpu:NoSchedule', 'away:NoExecute']);
});
