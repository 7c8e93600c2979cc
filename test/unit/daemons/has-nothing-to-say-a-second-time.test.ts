/** What was completed is complete: a second patch of a template would restart a fleet, and of a pod wake others for nothing. */
import jsonPatch from 'fast-json-patch';
import { expect, test } from 'vitest';
import { completeDaemonSet, completedDaemonSet } from '../../../src/daemons/complete-daemonset.ts';
import { completePod } from '../../../src/daemons/complete-pod.ts';
import type { DaemonSet, Pod } from '../../../src/kube/objects.ts';

const NOT_READY = { key: 'node.kubernetes.io/not-ready', operator: 'Exists', effect: 'NoSchedule' };
const UNREACHABLE = { ...NOT_READY, key: 'node.kubernetes.io/unreachable' };

function daemonSet(pod: object = {}): DaemonSet {
  return {
    metadata: { name: 'agent', annotations: { 'daemonward.dev/tolerate-not-ready': 'true' } },
    spec: { template: { spec: { containers: [{ name: 'c' }], ...pod } } },
  };
}

test('a template gets its class and its tolerations, and then nothing more', () => {
  const completed = completedDaemonSet(daemonSet(), 'high');

  expect(completed.spec?.template?.spec).toMatchObject({
    priorityClassName: 'high',
    tolerations: [NOT_READY, UNREACHABLE],
  });
  expect(completeDaemonSet(completed, undefined, 'high')).toEqual([]);
});

test('tolerations that are there already are left as they are, and others kept', () => {
  const own = { key: 'dedicated', operator: 'Exists' };

  expect(
    completeDaemonSet(daemonSet({ tolerations: [UNREACHABLE, own, NOT_READY] }), undefined, undefined),
  ).toEqual([]);
  expect(completeDaemonSet(daemonSet({ tolerations: [own] }), undefined, undefined)).toEqual([
    { op: 'add', path: '/spec/template/spec/tolerations', value: [own, NOT_READY, UNREACHABLE] },
  ]);
});

test('a DaemonSet without a template, or without metadata, is left to those who refuse it', () => {
  for (const object of [{}, { spec: {} }, { spec: { template: {} } }, { metadata: { name: 'a' } }]) {
    expect(completeDaemonSet(object, undefined, 'high')).toEqual([]);
    expect(completeDaemonSet(object, {}, 'high')).toEqual([]);
  }
});

const target = { 'daemonward.dev/target-node': 'n1' };

test('a pod that names its target is pinned and tolerates, and then nothing more', () => {
  const pod: Pod = { metadata: { annotations: target }, spec: { containers: [] } };

  const { operations, problem } = completePod(pod, true);
  const { newDocument } = jsonPatch.applyPatch(structuredClone(pod), [...operations], true);

  expect(operations.map(({ path }) => path)).toEqual(['/spec/affinity', '/spec/tolerations']);
  expect(problem).toBe('');
  expect(completePod(newDocument, true)).toEqual({ operations: [], problem: '' });
});

test.each<[what: string, pod: Pod, mayTarget: boolean, problem: string]>([
  ['no metadata', {}, true, ''],
  ['no target', { metadata: {}, spec: {} }, true, ''],
  ['a target of a tenant', { metadata: { annotations: target } }, false, 'only the system tenant'],
  [
    'a target that no node can be',
    { metadata: { annotations: { 'daemonward.dev/target-node': 'N_1' } } },
    true,
    '"N_1" is no name of a node',
  ],
  [
    'another node',
    { metadata: { annotations: target }, spec: { nodeName: 'n2' } },
    true,
    'the pod is tied to "n2" already',
  ],
])('a pod with %s is left as it is', (_what, pod, mayTarget, problem) => {
  const completion = completePod(pod, mayTarget);

  expect(completion.operations).toEqual([]);
  expect(completion.problem).toContain(problem);
  expect(completion.problem === '').toBe(problem === '');
});
