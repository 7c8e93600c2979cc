import { expect, test } from 'vitest';
import { differences, differenceText } from '../../../src/cluster/differences.ts';
import { changeText } from '../../../src/install/change.ts';

function lines(before: object, after: object): string[] {
  return differences(before, after).map(differenceText);
}

const HOOK = { name: 'pods', failurePolicy: 'Fail', rules: [{ operations: ['CREATE'] }] };

test.each([
  ['the same', { a: 1, b: [{ c: null }] }, { a: 1, b: [{ c: null }] }, []],
  ['a value', { spec: { replicas: 2 } }, { spec: { replicas: 3 } }, ['spec.replicas: 2 → 3']],
  ['a new field', { spec: {} }, { spec: { paused: true } }, ['spec.paused: true (new)']],
  ['a field that goes', { spec: { paused: true } }, { spec: {} }, ['spec.paused: true (removed)']],
  ['another type', { a: [1] }, { a: { b: 1 } }, ['a: [1] → {"b":1}']],
  ['a list without names', { a: ['x', 'y'] }, { a: ['x', 'z'] }, ['a[1]: "y" → "z"']],
  [
    'a new first entry of a list with names',
    { webhooks: [HOOK] },
    { webhooks: [{ name: 'daemonsets' }, { ...HOOK, failurePolicy: 'Ignore' }] },
    ['webhooks[pods].failurePolicy: "Fail" → "Ignore"', 'webhooks[daemonsets]: {"name":"daemonsets"} (new)'],
  ],
  ['a name twice', { a: [HOOK, HOOK] }, { a: [HOOK] }, [expect.stringMatching(/^a\[1\].*removed/)]],
])('%s', (_name, before, after, expected) => {
  expect(lines(before, after)).toEqual(expected);
});

test('the bookkeeping of the API server and of kubectl is no difference', () => {
  const annotations = { 'kubectl.kubernetes.io/last-applied-configuration': '{}' };
  const before = { metadata: { name: 'x', uid: 'a', resourceVersion: '1', managedFields: [], annotations } };
  const after = {
    metadata: {
      name: 'x',
      uid: 'b',
      resourceVersion: '2',
      managedFields: [1],
      generation: 2,
      annotations: {},
    },
    status: { observedGeneration: 1 },
  };

  expect(differences(before, after)).toEqual([]);
});

test('of long texts the place is shown where they part', () => {
  const text = 'x'.repeat(500);

  const [line = ''] = lines({ expression: `${text}one${text}` }, { expression: `${text}two${text}` });

  expect(line).toMatch(/^expression: …x{15}onex+… → …x{15}twox+…$/);
  expect(line.length).toBeLessThan(160);
});

test('a change is one line as kubectl prints it, and one for each field', () => {
  const object = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name: 'daemonward', namespace: 'x' },
  };
  const found = differences({ spec: { replicas: 2 } }, { spec: { replicas: 3 } });

  const text = changeText({ object, action: 'configured', differences: found }, true);

  expect(text).toBe('deployment.apps/daemonward -n x configured (dry run)\n    spec.replicas: 2 → 3\n');
});
