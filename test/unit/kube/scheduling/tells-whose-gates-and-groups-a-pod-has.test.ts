import { expect, test } from 'vitest';
import { gatesOf, groupOf, withoutGate } from '../../../../src/kube/scheduling-gates.ts';

const OURS = { name: 'daemonward.dev/fair-share' };
const OTHER = { name: 'example.com/wait' };

test.each([
  [[], 'none'],
  [[OURS], 'ours'],
  [[OTHER], 'others'],
  [[OTHER, OURS], 'both'],
  [[OURS, OTHER], 'both'],
  [[null], 'others'],
  [[{}], 'others'],
])('the gates %j are %s', (gates, whose) => {
  expect(gatesOf(gates)).toBe(whose);
});

const LONGEST = 'g'.repeat(253);

test.each([
  ['no mark at all', {}, {}, ''],
  ['labels that are none', null, {}, ''],
  ['our own label', { 'daemonward.dev/group': 'a' }, {}, 'a'],
  ['that of the coscheduling plugin', { 'scheduling.x-k8s.io/pod-group': 'b' }, {}, 'b'],
  ['the one it had before', { 'pod-group.scheduling.sigs.k8s.io': 'c' }, {}, 'c'],
  ['the first of several', { 'scheduling.x-k8s.io/pod-group': 'b', 'daemonward.dev/group': 'a' }, {}, 'a'],
  [
    'an empty label and another',
    { 'daemonward.dev/group': '', 'scheduling.x-k8s.io/pod-group': 'b' },
    {},
    'b',
  ],
  ['the group of 1.36', {}, { schedulingGroup: { podGroupName: 'd' } }, 'd'],
  ['a label before it', { 'daemonward.dev/group': 'a' }, { schedulingGroup: { podGroupName: 'd' } }, 'a'],
  [
    'the workload of 1.35',
    {},
    { workloadRef: { name: 'w', podGroup: 'g', podGroupReplicaKey: 'k' } },
    'w/g/k',
  ],
  ['a workload without replicas', {}, { workloadRef: { name: 'w', podGroup: 'g' } }, 'w/g'],
  ['what is no text', { 'daemonward.dev/group': 5 }, { schedulingGroup: 'd', workloadRef: 'w' }, ''],
  ['the longest name', { 'daemonward.dev/group': LONGEST }, {}, LONGEST],
  ['what is too long for a name', { 'daemonward.dev/group': `${LONGEST}g` }, {}, ''],
])('of %s', (_, labels, spec, group) => {
  expect(groupOf(labels, spec)).toBe(group);
});

test('only our gate is taken off, and only of this very pod', () => {
  expect(withoutGate('uid-1')).toEqual({
    metadata: { uid: 'uid-1' },
    spec: { schedulingGates: [{ $patch: 'delete', name: 'daemonward.dev/fair-share' }] },
  });
});
