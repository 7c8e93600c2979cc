import { expect, test } from 'vitest';
import { daemonSet, reviewOf } from '../../http/reviews.ts';
import { codesOf, hooks, type Response } from './hooks.ts';

const PATHS = ['/validate/daemonsets', '/mutate/daemonsets'];
const tenants = { namespace: 'garden-shop' };
const anyone = { username: 'jane', groups: ['garden:admins'] };
const other = daemonSet({ minReadySeconds: 7 });

test.each(PATHS)('%s: whoever asks, with the tenant and what to do', (path) => {
  const byAdmin = hooks().ask(path, reviewOf({ ...tenants }));
  const byTenant = hooks().ask(path, reviewOf({ ...tenants, userInfo: anyone }));

  for (const { allowed, status } of [byAdmin, byTenant]) {
    expect(allowed).toBe(false);
    expect(status).toMatchObject({ code: 403, reason: 'Forbidden' });
    expect(status?.message).toBe(
      'DW101 metadata.namespace: the namespace belongs to the tenant "garden", and only the system tenant may run a ' +
        'DaemonSet; use a Deployment, or ask the platform team to run the DaemonSet in a system namespace',
    );
  }
});

test('in the system tenant it is allowed', () => {
  expect(hooks().ask('/validate/daemonsets', reviewOf()).allowed).toBe(true);
});

test.each([
  ['its spec is changed', { operation: 'UPDATE', object: other, oldObject: daemonSet() }, false],
  [
    'only its metadata is changed',
    { operation: 'UPDATE', object: daemonSet(), oldObject: daemonSet() },
    true,
  ],
  [
    'a finalizer comes off',
    {
      operation: 'UPDATE',
      object: other,
      oldObject: { ...daemonSet(), metadata: { name: 'agent', deletionTimestamp: '2026-01-01T00:00:00Z' } },
    },
    true,
  ],
  ['it is deleted', { operation: 'DELETE', object: null, oldObject: daemonSet() }, true],
  [
    'its status is written',
    { operation: 'UPDATE', subResource: 'status', object: other, oldObject: daemonSet() },
    true,
  ],
])('what is there already, when %s', (_what, request, allowed) => {
  const response = hooks().ask(
    '/validate/daemonsets',
    reviewOf({ ...tenants, userInfo: anyone, ...request }),
  );

  expect(response.allowed).toBe(allowed);
});

test('a label of the object itself claims nothing', () => {
  const object = daemonSet();
  const claiming = {
    ...object,
    metadata: {
      ...object.metadata,
      labels: { 'capsule.clastix.io/tenant': 'system', tenant: 'system' },
      tenant: 'system',
    },
  };

  const response = hooks().ask('/validate/daemonsets', reviewOf({ ...tenants, object: claiming }));

  expect(codesOf(response)).toEqual(['DW101']);
});

const KRUISE = { group: 'apps.kruise.io', version: 'v1alpha1' };
const JOB = {
  apiVersion: 'apps.kruise.io/v1alpha1',
  kind: 'BroadcastJob',
  metadata: { name: 'once' },
  spec: { parallelism: 5, template: { spec: { restartPolicy: 'Never', containers: [{ name: 'a' }] } } },
};

test.each([
  ['DaemonSet', 'daemonsets', { ...daemonSet(), apiVersion: 'apps.kruise.io/v1alpha1' }],
  ['BroadcastJob', 'broadcastjobs', JOB],
])('a %s of OpenKruise takes a place on every node as well', (kind, resource, object) => {
  const about = { resource: { ...KRUISE, resource }, kind: { ...KRUISE, kind }, object };
  const { ask } = hooks();

  const theirs = ask('/validate/daemonsets', reviewOf({ ...about, ...tenants, userInfo: anyone }));
  const systems = ask('/validate/daemonsets', reviewOf(about));

  expect(codesOf(theirs)).toEqual(['DW101']);
  expect(theirs.status?.message).toContain(`only the system tenant may run a ${kind};`);
  expect(systems).toEqual({ uid: expect.any(String), allowed: true });
});

test('a namespace that nobody knows is no system namespace', () => {
  const { ask, events } = hooks();

  const response = ask('/validate/daemonsets', reviewOf({ namespace: 'nowhere' }));

  expect(response.status?.message).toContain('belongs to no tenant that is known');
  expect(events[0]?.tenant).toEqual({ name: 'nowhere', system: false, by: 'unknown' });
});

test('all findings come at once, before the API server speaks', () => {
  const object = daemonSet({ selector: { matchLabels: { app: 'other' } } }, { restartPolicy: 'OnFailure' });
  const review = reviewOf({
    name: 'Agent',
    object: { ...object, metadata: { name: 'Agent', namespace: 'kube-system' } },
  });

  const response = hooks().ask('/mutate/daemonsets', review);

  expect(response.status).toMatchObject({ code: 422, reason: 'Invalid' });
  expect(codesOf(response).toSorted()).toEqual(['DW203', 'DW205', 'DW209']);
  expect(response.status?.message.split('\n')).toHaveLength(4);
});

test('a cause does not repeat its field, because kubectl prints it before each of them', () => {
  const object = daemonSet({}, { restartPolicy: 'OnFailure' });

  const response = hooks().ask('/mutate/daemonsets', reviewOf({ object }));

  expect(response.status?.details.causes).toEqual([
    {
      reason: 'DW205',
      field: 'spec.template.spec.restartPolicy',
      message:
        'DW205 must be one of "Always", found "OnFailure"; leave restartPolicy out, or set it to Always',
    },
  ]);
});

function onArktos(request: Record<string, unknown>, path = '/validate/daemonsets'): Response {
  const { ask } = hooks((configuration) => ({
    ...configuration,
    cluster: { ...configuration.cluster, flavor: 'arktos' },
    rules: { ...configuration.rules, DW102: 'enforce' },
  }));
  return ask(path, { ...reviewOf(request), apiVersion: 'admission.k8s.io/v1beta1' });
}

function of(tenant: string) {
  return { ...daemonSet(), metadata: { name: 'agent', namespace: 'kube-system', tenant } };
}

test.each([
  ['the system’s, by an admin', { object: of('system') }, []],
  ['the system’s, by somebody', { object: of('system'), userInfo: anyone }, ['DW102']],
  ['a tenant’s kube-system', { object: of('t1') }, ['DW101']],
  [
    'a tenant’s kube-system, by what looks like a controller',
    { object: of('t1'), userInfo: { username: 'system:serviceaccount:kube-system:daemon-set-controller' } },
    ['DW101'],
  ],
  [
    'deleted in the system by somebody',
    { operation: 'DELETE', object: null, oldObject: of('system'), userInfo: anyone },
    ['DW102'],
  ],
  [
    'deleted by the garbage collector',
    {
      operation: 'DELETE',
      object: null,
      oldObject: of('system'),
      userInfo: { username: 'system:serviceaccount:kube-system:generic-garbage-collector' },
    },
    [],
  ],
  [
    'deleted by the user of all controllers',
    {
      operation: 'DELETE',
      object: null,
      oldObject: of('system'),
      userInfo: { username: 'system:kube-controller-manager' },
    },
    [],
  ],
  [
    'made by the user of all controllers, of which none makes one',
    { object: of('system'), userInfo: { username: 'system:kube-controller-manager' } },
    ['DW102'],
  ],
  ['deleted by a tenant', { operation: 'DELETE', object: null, oldObject: of('t1'), userInfo: anyone }, []],
])('Arktos: %s', (_what, request, codes) => {
  const response = onArktos(request);

  expect(codesOf(response)).toEqual(codes);
  expect(response.warnings).toBeUndefined();
});

test('Arktos: the mutating hook has no tenant yet, and leaves that to the other', () => {
  const response = onArktos({ object: of('t1') }, '/mutate/daemonsets');

  expect(response.allowed).toBe(true);
});
