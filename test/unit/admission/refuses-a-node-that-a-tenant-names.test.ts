import { expect, test } from 'vitest';
import type { Configuration } from '../../../src/config/schema/schema.ts';
import { reviewFor } from '../../http/reviews.ts';
import { codesOf, hooks } from './hooks.ts';

const PATH = '/validate/pods';
const SHOP = 'garden-shop';
const anyone = { username: 'jane', groups: ['system:authenticated'] };
const admin = { username: 'root', groups: ['system:masters'] };
const kubelet = { username: 'system:node:node-1', groups: ['system:nodes', 'system:authenticated'] };
const scheduler = { username: 'system:kube-scheduler', groups: [] };
const second = { username: 'system:serviceaccount:hooks:daemonward-scheduler', groups: [] };
const daemons = { username: 'system:serviceaccount:kube-system:daemon-set-controller', groups: [] };
const replicas = { username: 'system:serviceaccount:kube-system:replicaset-controller', groups: [] };
const MIRROR = { annotations: { 'kubernetes.io/config.mirror': 'abc' } };

/** Daemonward runs in the namespace `hooks`. */
const inHooks = ({ server, ...rest }: Configuration): Configuration => ({
  ...rest,
  server: { ...server, namespace: 'hooks' },
});

function podOn(nodeName: string, metadata: Record<string, unknown> = {}) {
  return { metadata: { name: 'web', ...metadata }, spec: { nodeName, containers: [{ name: 'c' }] } };
}

test.each([
  ['a tenant', podOn('node-1'), anyone, ['DW105']],
  ['a cluster admin, as kubectl debug does', podOn('node-1'), admin, ['DW105']],
  ['a template of a tenant', podOn('node-1'), replicas, ['DW105']],
  ['a kubelet, for a pod from a file', podOn('node-1', MIRROR), kubelet, []],
  ['a kubelet, for another node', podOn('node-2', MIRROR), kubelet, ['DW105']],
  ['a kubelet, for a pod that is not from a file', podOn('node-1'), kubelet, ['DW105']],
  ['the annotation of such a pod alone', podOn('node-1', MIRROR), anyone, ['DW105']],
  ['a name without its group', podOn('node-1', MIRROR), { ...kubelet, groups: [] }, ['DW105']],
  ['the scheduler', podOn('node-1'), scheduler, []],
  ['the second scheduler, where we run', podOn('node-1'), second, []],
  ['the DaemonSet controller', podOn('node-1'), daemons, []],
  ['nobody: no node is named', podOn(''), anyone, []],
])('a node named by %s', (_who, object, userInfo, codes) => {
  const { ask } = hooks(inHooks);

  const response = ask(PATH, reviewFor(PATH, { namespace: SHOP, object, userInfo }));

  expect(codesOf(response)).toEqual(codes);
});

test('a service account of the second scheduler’s name in another namespace is nobody', () => {
  const userInfo = { username: 'system:serviceaccount:daemonward-system:daemonward-scheduler' };

  const response = hooks(inHooks).ask(
    PATH,
    reviewFor(PATH, { namespace: SHOP, object: podOn('n'), userInfo }),
  );

  expect(codesOf(response)).toEqual(['DW105']);
});

test.each([
  ['the same node as before', 'node-1', []],
  ['another node', 'node-2', ['DW105']],
  ['a node for the first time', '', ['DW105']],
])('an update with %s', (_what, before, codes) => {
  const request = {
    operation: 'UPDATE',
    namespace: SHOP,
    object: podOn('node-1'),
    oldObject: podOn(before),
    userInfo: anyone,
  };

  expect(codesOf(hooks().ask(PATH, reviewFor(PATH, request)))).toEqual(codes);
});

test('in the system tenant anybody may', () => {
  const response = hooks().ask(PATH, reviewFor(PATH, { object: podOn('node-1'), userInfo: anyone }));

  expect(response.allowed).toBe(true);
});

test('whoever is refused reads what to do instead', () => {
  const request = { namespace: SHOP, object: podOn('node-1'), userInfo: admin };

  const { status } = hooks().ask(PATH, reviewFor(PATH, request));

  expect(status?.message).toBe(
    'DW105 spec.nodeName: names "node-1"; leave nodeName out, and let a scheduler of tenancy.schedulers choose the node; ' +
      'run kubectl debug node/NAME in a system namespace (-n kube-system)',
  );
});

const core = { group: '', version: 'v1' };
const BINDING = { metadata: { name: 'web' }, target: { kind: 'Node', name: 'node-1' } };

test.each([
  ['a tenant, below the pod', 'pods', 'binding', SHOP, anyone, ['DW105']],
  ['a tenant, beside the pod', 'bindings', '', SHOP, anyone, ['DW105']],
  ['a kubelet', 'pods', 'binding', SHOP, kubelet, ['DW105']],
  ['the scheduler', 'pods', 'binding', SHOP, scheduler, []],
  ['the second scheduler, where we run', 'bindings', '', SHOP, second, []],
  ['anybody, in the system tenant', 'pods', 'binding', 'kube-system', anyone, []],
])('a pod bound by %s', (_who, resource, subResource, namespace, userInfo, codes) => {
  const kind = { ...core, kind: 'Binding' };
  const request = {
    resource: { ...core, resource },
    subResource,
    kind,
    namespace,
    userInfo,
    object: BINDING,
  };

  const response = hooks(inHooks).ask(PATH, reviewFor(PATH, request));

  expect(codesOf(response)).toEqual(codes);
});

test('a binding whose fields have other types is refused by name', () => {
  const request = { subResource: 'binding', object: { target: 'node-1' }, namespace: SHOP };

  expect(() => hooks().ask(PATH, reviewFor(PATH, request))).toThrow('request.object.target: must be object');
});
