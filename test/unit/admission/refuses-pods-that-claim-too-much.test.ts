import { expect, test } from 'vitest';
import { reviewFor } from '../../http/reviews.ts';
import { codesOf, hooks } from './hooks.ts';

const PATH = '/validate/pods';
const owner = { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid: 'u', controller: true };
const controller = { username: 'system:serviceaccount:kube-system:daemon-set-controller' };
const shared = { username: 'system:kube-controller-manager', groups: ['system:authenticated'] };
const anyone = { username: 'jane', groups: ['system:authenticated'] };

function pod(metadata: Record<string, unknown> = {}, spec: Record<string, unknown> = {}) {
  return {
    metadata: { generateName: 'agent-', ...metadata },
    spec: { containers: [{ name: 'c' }], ...spec },
  };
}

test.each([
  ['an ordinary pod', pod(), anyone, []],
  ['a daemon pod of the controller', pod({ ownerReferences: [owner] }), controller, []],
  [
    'a system priority class by the controller, for an old DaemonSet',
    pod({ ownerReferences: [owner] }, { priorityClassName: 'system-node-critical' }),
    controller,
    [],
  ],
  ['a forged owner', pod({ ownerReferences: [owner] }), anyone, ['DW104']],
  [
    'a forged owner by an admin',
    pod({ ownerReferences: [owner] }),
    { username: 'a', groups: ['system:masters'] },
    ['DW104'],
  ],
  [
    'a maker that only looks like the controller',
    pod({ ownerReferences: [owner] }),
    { username: 'system:serviceaccount:garden-shop:daemon-set-controller' },
    ['DW104'],
  ],
  ['an owner that does not control', pod({ ownerReferences: [{ ...owner, controller: false }] }), anyone, []],
  [
    'an owner of another group',
    pod({ ownerReferences: [{ ...owner, apiVersion: 'apps.kruise.io/v1alpha1' }] }),
    anyone,
    ['DW104'],
  ],
  [
    'an owner of a group that is no longer served',
    pod({ ownerReferences: [{ ...owner, apiVersion: 'extensions/v1beta1' }] }),
    anyone,
    ['DW104'],
  ],
  [
    'a job that runs on every node',
    pod({ ownerReferences: [{ ...owner, apiVersion: 'apps.kruise.io/v1beta1', kind: 'BroadcastJob' }] }),
    anyone,
    ['DW104'],
  ],
  [
    'a kind that only has the same name',
    pod({ ownerReferences: [{ ...owner, apiVersion: 'example.com/v1', kind: 'BroadcastJob' }] }),
    anyone,
    [],
  ],
  [
    'the user of all controllers, for an ordinary pod of a system priority class',
    pod({}, { priorityClassName: 'system-node-critical' }),
    shared,
    ['DW103'],
  ],
  [
    'the user of all controllers, for a DaemonSet of a tenant',
    pod({ ownerReferences: [owner] }, { priorityClassName: 'system-node-critical' }),
    shared,
    ['DW103', 'DW104'],
  ],
  ['a system priority class', pod({}, { priorityClassName: 'system-node-critical' }), anyone, ['DW103']],
  [
    'both',
    pod({ ownerReferences: [owner] }, { priorityClassName: 'system-cluster-critical' }),
    anyone,
    ['DW103', 'DW104'],
  ],
])('in a tenant’s namespace: %s', (_what, object, userInfo, codes) => {
  const response = hooks().ask(PATH, reviewFor(PATH, { namespace: 'garden-shop', object, userInfo }));

  expect(codesOf(response)).toEqual(codes);
});

test.each([
  ['the user of all controllers', shared, true],
  ['anybody else', anyone, false],
])('a daemon pod of the system by %s', (_who, userInfo, allowed) => {
  const object = pod({ ownerReferences: [owner] }, { priorityClassName: 'system-node-critical' });

  expect(hooks().ask(PATH, reviewFor(PATH, { object, userInfo })).allowed).toBe(allowed);
});

test('a system priority class in the system tenant is allowed', () => {
  const object = pod({}, { priorityClassName: 'system-node-critical' });

  expect(hooks().ask(PATH, reviewFor(PATH, { object, userInfo: anyone })).allowed).toBe(true);
});

test.each([
  ['a claim that was there before', pod({ ownerReferences: [owner] }), anyone, []],
  ['a claim made afterwards', pod(), anyone, ['DW104']],
  ['adoption by the controller', pod(), controller, []],
])('an update: %s', (_what, oldObject, userInfo, codes) => {
  const object = pod({ ownerReferences: [owner] }, { priorityClassName: 'system-node-critical' });
  const request = { operation: 'UPDATE', namespace: 'garden-shop', object, oldObject, userInfo };

  expect(codesOf(hooks().ask(PATH, reviewFor(PATH, request)))).toEqual(codes);
});

test('a pod whose fields have other types than the API gives them is refused by name', () => {
  const object = pod({ ownerReferences: 'x' });

  expect(() => hooks().ask(PATH, reviewFor(PATH, { object }))).toThrow(
    'request.object.metadata.ownerReferences: must be array',
  );
});
