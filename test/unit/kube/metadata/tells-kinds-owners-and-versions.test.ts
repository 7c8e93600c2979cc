import { expect, test } from 'vitest';
import { isLaterVersion } from '../../../../src/kube/metadata/resource-version.ts';
import {
  groupKindOf,
  isListKind,
  itemKindOf,
  qualifiedKind,
  typeMetaOf,
} from '../../../../src/kube/metadata/type-meta.ts';
import { isOrderOwner } from '../../../../src/kube/orders.ts';
import { isSystemPriorityClass, podPriority, SYSTEM_PRIORITIES } from '../../../../src/kube/priority.ts';
import { isDaemonKind } from '../../../../src/kube/workloads/daemon-kinds.ts';
import { templatePathOf } from '../../../../src/kube/workloads/workload-kinds.ts';

test.each([
  ['10', '9', true],
  ['9', '10', false],
  ['10', '10', false],
  ['18446744073709551616', '18446744073709551615', true],
  ['x', '1', false],
  ['1', 'x', false],
  ['', '1', false],
  ['1', '', false],
  ['1x', '0', false],
  ['x1', '0', false],
])('the version %j is later than %j: %s', (version, than, isLater) => {
  expect(isLaterVersion(version, than)).toBe(isLater);
});

test.each([
  [{ apiVersion: 'apps/v1', kind: 'DaemonSet' }, 'apps/DaemonSet', 'DaemonSet.apps'],
  [{ apiVersion: 'v1', kind: 'Pod' }, '/Pod', 'Pod'],
  [{ apiVersion: 5, kind: {} }, '/', ''],
  [{}, '/', ''],
  [null, '/', ''],
  ['text', '/', ''],
])('%j is %j, for people %j', (object, key, name) => {
  expect(groupKindOf(typeMetaOf(object))).toBe(key);
  expect(qualifiedKind(typeMetaOf(object))).toBe(name);
});

test.each([
  ['NodeList', true, 'Node'],
  ['List', true, ''],
  ['Listing', false, ''],
])('%s is a list: %s, of %j', (kind, isList, item) => {
  expect(isListKind(kind)).toBe(isList);
  expect(itemKindOf(kind)).toBe(item);
});

test.each([
  ['apps/v1', 'DaemonSet', true],
  ['apps.kruise.io/v1alpha1', 'DaemonSet', true],
  ['apps.kruise.io/v1alpha1', 'BroadcastJob', true],
  ['batch/v1', 'BroadcastJob', false],
  ['apps.kruise.io/v1alpha1', 'CloneSet', false],
])('pods of a %s %s take a place on every node: %s', (apiVersion, kind, isDaemon) => {
  expect(isDaemonKind({ apiVersion, kind })).toBe(isDaemon);
});

test.each([
  ['daemonward.dev', 'Order', true],
  ['daemonward.dev', 'Widget', false],
  ['example.com', 'Order', false],
])('the owner %s %s is an Order: %s', (group, kind, isOrder) => {
  expect(isOrderOwner({ group, kind })).toBe(isOrder);
});

test.each([
  ['v1', 'ReplicationController', ['spec', 'template']],
  ['apps/v1', 'Deployment', ['spec', 'template']],
  ['apps/v1', 'ReplicaSet', ['spec', 'template']],
  ['apps/v1', 'StatefulSet', ['spec', 'template']],
  ['extensions/v1beta1', 'Deployment', ['spec', 'template']],
  ['extensions/v1beta1', 'ReplicaSet', ['spec', 'template']],
  ['batch/v1', 'Job', ['spec', 'template']],
  ['batch/v1', 'CronJob', ['spec', 'jobTemplate', 'spec', 'template']],
  ['example.com/v1', 'Job', undefined],
  ['v1', 'Pod', undefined],
])('the template of a %s %s is at %j', (apiVersion, kind, path) => {
  expect(templatePathOf({ apiVersion, kind })).toEqual(path);
});

test('every cluster has two classes of the system, and without a number a pod has none', () => {
  expect([...SYSTEM_PRIORITIES]).toEqual([
    ['system-cluster-critical', 2_000_000_000],
    ['system-node-critical', 2_000_001_000],
  ]);
  expect([...SYSTEM_PRIORITIES.keys(), 'mysystem-', 'system'].map(isSystemPriorityClass)).toEqual([
    true,
    true,
    false,
    false,
  ]);
  expect([podPriority({}), podPriority({ priority: null }), podPriority({ priority: -5 })]).toEqual([
    0, 0, -5,
  ]);
});
