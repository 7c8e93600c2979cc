import { describe, expect, it } from 'vitest';
import { compileNodeAffinity } from '../../../../src/kube/matching/node-affinity.ts';
import { compileLabelSelector } from '../../../../src/kube/matching/selectors.ts';
import type { NodeSelectorTerm } from '../../../../src/kube/objects.ts';
import { validateLabelSelector } from '../../../../src/kube/validation/selector.ts';

describe('a label selector', () => {
  it.each([
    ['null', null, false],
    ['empty', {}, true],
    ['matchLabels', { matchLabels: { app: 'a' } }, true],
    ['another value', { matchLabels: { app: 'b' } }, false],
    ['NotIn without the key', { matchExpressions: [{ key: 'x', operator: 'NotIn', values: ['1'] }] }, true],
    ['In without the key', { matchExpressions: [{ key: 'x', operator: 'In', values: ['1'] }] }, false],
    // Valid label keys that every JavaScript object seems to have.
    ['Exists constructor', { matchExpressions: [{ key: 'constructor', operator: 'Exists' }] }, false],
    ['DoesNotExist toString', { matchExpressions: [{ key: 'toString', operator: 'DoesNotExist' }] }, true],
  ])('%s', (_name, selector, matches) => {
    expect(compileLabelSelector(selector)?.({ app: 'a' })).toBe(matches);
  });

  it('is not compiled when Kubernetes would not parse it, and every error is named', () => {
    const selector = {
      matchLabels: { 'a/b/c': '-' },
      matchExpressions: [
        { key: '', operator: 'Gt', values: ['1'] },
        { key: 'ok', operator: 'In', values: [] },
        { key: 'ok', operator: 'Exists', values: ['b'.repeat(64)] },
      ],
    };

    const errors = validateLabelSelector(selector, 'spec.selector').map(
      ({ type, field }) => `${field} ${type}`,
    );

    expect(compileLabelSelector(selector)).toBeNull();
    expect(errors).toEqual([
      'spec.selector.matchLabels FieldValueInvalid',
      'spec.selector.matchLabels FieldValueInvalid',
      'spec.selector.matchExpressions[0].operator FieldValueInvalid',
      'spec.selector.matchExpressions[0].key FieldValueInvalid',
      'spec.selector.matchExpressions[0].key FieldValueInvalid',
      'spec.selector.matchExpressions[1].values FieldValueRequired',
      'spec.selector.matchExpressions[2].values FieldValueForbidden',
      'spec.selector.matchExpressions[2].values[0] FieldValueInvalid',
    ]);
  });

  it('counts the length of a value in bytes, as Kubernetes does', () => {
    const selector = { matchLabels: { app: 'é'.repeat(40) } };

    expect(validateLabelSelector(selector, 's').map(({ detail }) => detail)).toContain(
      'must be no more than 63 bytes',
    );
  });
});

function explain(terms: NodeSelectorTerm[] | null) {
  const affinity = {
    nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: terms } },
  };
  return compileNodeAffinity({ affinity }).mismatch({ name: 'n1', labels: { size: '007', pool: 'a' } });
}

describe('node affinity', () => {
  it('reads numbers in base ten, with leading zeros', () => {
    expect(explain([{ matchExpressions: [{ key: 'size', operator: 'Gt', values: ['6'] }] }])).toBeNull();
    expect(explain([{ matchExpressions: [{ key: 'size', operator: 'Lt', values: ['8'] }] }])).toBeNull();
  });

  it.each([
    ['Gt', '0', '9223372036854775807', true],
    ['Gt', '0', '9223372036854775808', false],
    ['Lt', '0', '-9223372036854775808', true],
    ['Lt', '0', '-9223372036854775809', false],
    ['Lt', '9223372036854775808', '1', false],
  ])('%s %s reads a label of 64 bits and no more: %s', (operator, bound, label, matches) => {
    const required = { nodeSelectorTerms: [{ matchExpressions: [{ key: 'k', operator, values: [bound] }] }] };
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };

    // A label value cannot start with a minus, but a node's labels are taken as they are.
    expect(compileNodeAffinity({ affinity }).matches({ name: 'n', labels: { k: label } })).toBe(matches);
  });

  it('lets a node without a name pass every field, as it has none', () => {
    const field = { key: 'metadata.name', operator: 'In', values: ['n'] };
    const required = { nodeSelectorTerms: [{ matchFields: [field] }] };
    const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };
    const matcher = compileNodeAffinity({ affinity });

    expect(matcher.matches({ name: '', labels: {} })).toBe(true);
    expect(matcher.matches({ name: 'other', labels: {} })).toBe(false);
  });

  it('matches nothing when every term fails, whatever for', () => {
    const gt = { key: 'size', operator: 'Gt', values: ['7'] };
    const two = { key: 'metadata.name', operator: 'In', values: ['n1', 'n2'] };
    const other = { key: 'metadata.name', operator: 'In', values: ['n2'] };
    const absent = { key: 'zone', operator: 'Exists' };

    const mismatch = explain([
      { matchExpressions: [gt] },
      { matchFields: [two] },
      { matchFields: [other] },
      {},
      { matchExpressions: [absent] },
    ]);

    expect(mismatch).toEqual({
      kind: 'node-affinity',
    });
  });

  it('with no terms at all matches nothing', () => {
    expect(explain([])).toEqual({ kind: 'node-affinity' });
    expect(explain(null)).toEqual({ kind: 'node-affinity' });
  });

  it('names the label of a node selector that is missing or different', () => {
    const matcher = compileNodeAffinity({ nodeSelector: { pool: 'b' } });

    expect(matcher.mismatch({ name: 'n', labels: { pool: 'a' } })).toEqual({
      kind: 'node-selector',
      key: 'pool',
      wanted: 'b',
    });
    expect(matcher.mismatch({ name: 'n', labels: null })).toMatchObject({ key: 'pool' });
  });
});
