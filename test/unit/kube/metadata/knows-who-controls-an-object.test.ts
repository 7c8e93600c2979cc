import { describe, expect, it } from 'vitest';
import { controllingDaemonSet, controllingOwner } from '../../../../src/kube/metadata/owners.ts';
import { apiGroupOf } from '../../../../src/kube/metadata/type-meta.ts';
import { isSystemPriorityClass } from '../../../../src/kube/priority.ts';

function owner(apiVersion: string, kind = 'DaemonSet', controller = true) {
  return { apiVersion, kind, name: 'x', uid: 'u', controller };
}

describe('the controlling DaemonSet of a pod', () => {
  it.each([
    ['apps/v1 DaemonSet', owner('apps/v1'), true],
    ['an older version of the group', owner('apps/v1beta2'), true],
    ['the DaemonSet of another project', owner('apps.kruise.io/v1alpha1'), false],
    ['the legacy group', owner('v1'), false],
    ['another kind', owner('apps/v1', 'ReplicaSet'), false],
    ['an owner that does not control', owner('apps/v1', 'DaemonSet', false), false],
  ])('%s', (_name, reference, expected) => {
    expect(controllingDaemonSet({ ownerReferences: [reference] }) !== null).toBe(expected);
  });

  it('is the controller, not the first owner', () => {
    const references = [owner('apps/v1', 'DaemonSet', false), owner('apps/v1', 'ReplicaSet')];

    expect(controllingOwner({ ownerReferences: references })?.kind).toBe('ReplicaSet');
  });

  it('is nobody when nothing is known', () => {
    expect(controllingOwner(undefined)).toBeNull();
    expect(controllingDaemonSet({ ownerReferences: null })).toBeNull();
    expect(apiGroupOf(null)).toBe('');
  });
});

describe('priority', () => {
  it('knows system classes', () => {
    expect(isSystemPriorityClass('system-node-critical')).toBe(true);
    expect(isSystemPriorityClass('my-system-class')).toBe(false);
  });
});
