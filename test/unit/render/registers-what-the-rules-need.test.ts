import { expect, test } from 'vitest';
import { WORKLOAD_RESOURCES } from '../../../src/kube/workloads/workload-kinds.ts';
import type { Registration } from '../../../src/render/admission/registration.ts';
import { mutatingConfiguration, validatingConfiguration } from '../../../src/render/admission/webhooks.ts';
import { ARKTOS, allRules, registration } from './registration.ts';

const PATTERNS = { tenancy: { systemNamespaces: ['kube-system', 'infra-*'] } };

const RESOURCES = [
  'daemonsets',
  'broadcastjobs',
  'pods',
  'pods/binding',
  'bindings',
  'pods/resize',
  'orders',
  ...WORKLOAD_RESOURCES.flatMap(({ resources }) => resources),
];

function hooksOf(made: Registration) {
  return [...(validatingConfiguration(made)?.webhooks ?? []), ...mutatingConfiguration(made).webhooks];
}

function validatingHook(name: string, made: Registration) {
  return validatingConfiguration(made)?.webhooks.find(
    (hook) => hook.name === `${name}.validate.daemonward.dev`,
  );
}

test.each([
  ['the defaults', registration()],
  ['patterns of namespaces', registration(PATTERNS)],
  ['everything on', registration(allRules('enforce'))],
  ['a URL', registration({}, { target: { url: 'https://192.0.2.1:8443' } })],
])('with %s no hook is wider than it says, and none leaves a field to a default', (_, made) => {
  const hooks = hooksOf(made);

  expect(hooks.length).toBeGreaterThanOrEqual(5);
  expect(new Set(hooks.map(({ name }) => name)).size).toBe(hooks.length);
  for (const hook of hooks) {
    const mutates = hook.name.includes('.mutate.');
    expect(hook).toEqual({
      name: expect.stringMatching(/^[a-z-]+\.(validate|mutate)\.daemonward\.dev$/),
      clientConfig: expect.objectContaining({ caBundle: 'Q0E=' }),
      rules: expect.any(Array),
      namespaceSelector: {
        matchExpressions: [expect.objectContaining({ key: 'kubernetes.io/metadata.name' })],
      },
      objectSelector: {},
      matchConditions: expect.any(Array),
      matchPolicy: 'Equivalent',
      failurePolicy: expect.stringMatching(/^(Fail|Ignore)$/),
      timeoutSeconds: mutates ? 2 : 3,
      // Refusals of DaemonSets are told as Events, unless they were only tried.
      sideEffects: hook.name.includes('daemonsets.') ? 'NoneOnDryRun' : 'None',
      admissionReviewVersions: ['v1'],
      ...(mutates ? { reinvocationPolicy: 'IfNeeded' } : {}),
    });
    expect(hook.matchConditions?.length).toBeGreaterThan(0);
    for (const rule of hook.rules) {
      expect(rule.scope).toBe('Namespaced');
      expect([...rule.apiGroups, ...rule.apiVersions].join()).not.toMatch(/[*/]/);
      expect(RESOURCES).toEqual(expect.arrayContaining([...rule.resources]));
    }
  }
});

test.each([
  ['/validate/daemonsets', 'daemonsets.validate'],
  ['/validate/daemonsets', 'system-daemonsets.validate'],
  ['/validate/pods', 'pods.validate'],
  ['/validate/pods', 'advised-pods.validate'],
  ['/validate/pods', 'bindings.validate'],
  ['/validate/pods', 'resizes.validate'],
  ['/validate/workloads', 'workloads.validate'],
  ['/validate/orders', 'orders.validate'],
  ['/validate/orders', 'system-orders.validate'],
  ['/mutate/daemonsets', 'daemonsets.mutate'],
  ['/mutate/pods', 'pods.mutate'],
])('%s is asked by %s, at the Service or at a URL', (path, name) => {
  const at = (made: Registration) =>
    hooksOf(made).find((hook) => hook.name === `${name}.daemonward.dev`)?.clientConfig;

  const service = at(registration({}, { target: { service: { namespace: 'ns', name: 'svc' } } }));
  const url = at(registration({}, { target: { url: 'https://192.0.2.1:8443' } }));

  expect(service).toEqual({
    service: { namespace: 'ns', name: 'svc', port: 443, path },
    caBundle: 'Q0E=',
  });
  expect(url).toEqual({ url: `https://192.0.2.1:8443${path}`, caBundle: 'Q0E=' });
});

test.each([
  ['the defaults', {}, ['CREATE', 'UPDATE']],
  ['DW102 enforced', { rules: { DW102: 'enforce' } }, ['CREATE', 'UPDATE', 'DELETE']],
  ['DW102 audited', { rules: { DW102: 'audit' } }, ['CREATE', 'UPDATE', 'DELETE']],
  ['Arktos, where DW102 is enforced by default', ARKTOS, ['CREATE', 'UPDATE', 'DELETE']],
])('with %s DaemonSets are validated on %j', (_, sections, operations) => {
  const made = registration(sections);

  const hook = validatingHook('daemonsets', made);

  expect(new Set(hook?.rules.map((rule) => rule.operations.join()))).toEqual(new Set([operations.join()]));
  expect(mutatingConfiguration(made).webhooks[0]?.rules[0]?.operations).toEqual(['CREATE', 'UPDATE']);
});

test.each([
  ['the defaults', {}, 'Fail', 'Fail'],
  ['every rule enforced', allRules('enforce'), 'Fail', 'Fail'],
  ['every rule audited', allRules('audit'), 'Ignore', undefined],
  ['every rule warning', allRules('warn'), 'Ignore', undefined],
  [
    'only the shape enforced, which Kubernetes checks too',
    allRules('audit', { DW201: 'enforce' }),
    'Ignore',
    undefined,
  ],
  ['only DW101 enforced', allRules('audit', { DW101: 'enforce' }), 'Fail', undefined],
  ['only DW102 enforced', allRules('off', { DW102: 'enforce' }), 'Fail', undefined],
  ['only DW104 enforced', allRules('off', { DW104: 'enforce' }), undefined, 'Fail'],
  ['only DW303 enforced', allRules('audit', { DW303: 'enforce' }), 'Fail', undefined],
  ['every rule off', allRules('off'), undefined, undefined],
  // Every pod of every tenant is sent there: closed would stop the cluster.
  ['Arktos', ARKTOS, 'Fail', 'Ignore'],
])('with %s, a service that is down means what it should', (_, sections, daemonSets, pods) => {
  const made = registration(sections);

  const policies = ['daemonsets', 'pods'].map((name) => validatingHook(name, made)?.failurePolicy);
  const advised = validatingHook('advised-pods', made)?.failurePolicy;

  expect(policies).toEqual([daemonSets, pods]);
  expect(advised).not.toBe('Fail');
  expect(mutatingConfiguration(made).webhooks.map(({ failurePolicy }) => failurePolicy)).not.toContain(
    'Fail',
  );
});

test('with every rule off there is nothing to validate', () => {
  expect(validatingConfiguration(registration(allRules('off')))).toBeUndefined();
});

test("what fails closed leaves out the namespaces of the system and Daemonward's own", () => {
  const made = registration({}, { own: ['hooks'] });

  const closed = hooksOf(made).filter(({ failurePolicy }) => failurePolicy === 'Fail');

  expect(closed.map(({ name }) => name)).toEqual([
    'daemonsets.validate.daemonward.dev',
    'pods.validate.daemonward.dev',
    'bindings.validate.daemonward.dev',
    'orders.validate.daemonward.dev',
  ]);
  for (const { namespaceSelector } of closed) {
    expect(namespaceSelector?.matchExpressions).toEqual([
      {
        key: 'kubernetes.io/metadata.name',
        operator: 'NotIn',
        values: ['hooks', 'kube-node-lease', 'kube-public', 'kube-system'],
      },
    ]);
  }
});

test('DaemonSets of the system are validated too, and fail open', () => {
  const hook = validatingHook('system-daemonsets', registration());

  expect(hook?.failurePolicy).toBe('Ignore');
  expect(hook?.namespaceSelector?.matchExpressions).toEqual([
    {
      key: 'kubernetes.io/metadata.name',
      operator: 'In',
      values: ['kube-node-lease', 'kube-public', 'kube-system'],
    },
  ]);
});

test('patterns of namespaces become conditions, because a selector has names only', () => {
  const made = registration(PATTERNS);

  const [outside, inside] = ['daemonsets', 'system-daemonsets'].map((name) => validatingHook(name, made));

  expect(outside?.namespaceSelector?.matchExpressions?.[0]?.values).toEqual([
    'daemonward-system',
    'kube-system',
  ]);
  expect(outside?.matchConditions?.[0]).toEqual({
    name: 'outside-the-system',
    expression: '!(request.namespace.matches("^infra-.*$"))',
  });
  expect(inside?.namespaceSelector?.matchExpressions?.[0]).toMatchObject({
    operator: 'NotIn',
    values: ['daemonward-system'],
  });
  expect(inside?.matchConditions?.[0]?.expression).toBe(
    'request.namespace in ["kube-system"] ||\nrequest.namespace.matches("^infra-.*$")',
  );
});

test('without namespaces of the system there is no hook for them', () => {
  const made = registration({ tenancy: { systemNamespaces: [] } });

  expect(validatingHook('system-daemonsets', made)).toBeUndefined();
});

test.each([
  ['off', false],
  ['warn', true],
])('with DW102 %s a write of metadata is asked about: %s', (mode, isAsked) => {
  const hook = validatingHook('daemonsets', registration({ rules: { DW102: mode } }));

  const condition = hook?.matchConditions?.find(({ name }) => name === 'changes-what-runs');

  expect(condition?.expression).toContain('object.?spec != oldObject.?spec');
  expect(condition?.expression.includes('!has(oldObject.metadata.deletionTimestamp)')).toBe(isAsked);
});

test.each([
  ['DW103', 'ownerReferences', 'priorityClassName'],
  ['DW104', 'priorityClassName', 'ownerReferences'],
])('with %s off nobody asks for the %s of a pod', (code, left, kept) => {
  const conditions = (rules: Record<string, string>) =>
    JSON.stringify(validatingHook('pods', registration({ rules }))?.matchConditions);

  const narrowed = conditions({ [code]: 'off' });

  expect(conditions({})).toContain(kept);
  expect(narrowed).toContain(left);
  expect(narrowed).not.toContain(kept);
});

test.each([
  ['the defaults', {}, 'Ignore'],
  ['every rule off but DW508', allRules('off', { DW508: 'warn' }), 'Ignore'],
  ['DW508 off', { rules: { DW508: 'off' } }, undefined],
  ['no room kept', { headroom: { mode: 'off' } }, undefined],
  ['Arktos, where pods cannot be resized', ARKTOS, undefined],
])('with %s a resize fails open, or is not asked about', (_, sections, failurePolicy) => {
  const hook = validatingHook('resizes', registration(sections));

  expect(hook?.failurePolicy).toBe(failurePolicy);
  expect(hook?.rules.map(({ resources, operations }) => [resources, operations])).toEqual(
    failurePolicy && [[['pods/resize'], ['UPDATE']]],
  );
});

test('Arktos gets no selector and no condition, and all versions that it serves', () => {
  const hooks = hooksOf(registration(ARKTOS));

  expect(hooks.map(({ name }) => name)).toEqual([
    'daemonsets.validate.daemonward.dev',
    'pods.validate.daemonward.dev',
    'daemonsets.mutate.daemonward.dev',
  ]);
  for (const hook of hooks) {
    expect(hook).not.toHaveProperty('namespaceSelector');
    expect(hook).not.toHaveProperty('matchConditions');
    expect(hook.admissionReviewVersions).toEqual(['v1', 'v1beta1']);
  }
  expect(hooks[0]?.rules.map(({ apiGroups, apiVersions }) => [apiGroups, apiVersions])).toEqual([
    [['apps'], ['v1', 'v1beta2']],
    [['extensions'], ['v1beta1']],
    [['apps.kruise.io'], ['v1alpha1', 'v1beta1']],
    [['apps.kruise.io'], ['v1alpha1', 'v1beta1']],
  ]);
});

test('what takes a place on every node in another way is validated too, and not completed', () => {
  const made = registration();
  const resourcesOf = (rules: readonly { resources: readonly string[] }[] = []) =>
    rules.flatMap(({ resources }) => resources);

  expect(resourcesOf(validatingHook('daemonsets', made)?.rules)).toContain('broadcastjobs');
  expect(resourcesOf(mutatingConfiguration(made).webhooks[0]?.rules)).not.toContain('broadcastjobs');
});

test('namespaces of a pattern are asked about all the same, because a mark may make them a tenant’s', () => {
  const made = registration(PATTERNS);

  const asked = ['pods', 'bindings'].flatMap((name) =>
    [name, `system-${name}`].map((hook) => validatingHook(hook, made)),
  );

  expect(asked.map((hook) => hook?.failurePolicy)).toEqual(['Fail', 'Ignore', 'Fail', 'Ignore']);
  expect(asked.map((hook) => hook?.matchConditions?.[0]?.name)).toEqual([
    'outside-the-system',
    'inside-the-system',
    'outside-the-system',
    'inside-the-system',
  ]);
  expect(asked.map((hook) => hook?.matchConditions?.slice(1))).toEqual([
    asked[0]?.matchConditions?.slice(1),
    asked[0]?.matchConditions?.slice(1),
    asked[2]?.matchConditions?.slice(1),
    asked[2]?.matchConditions?.slice(1),
  ]);
  // What only warns fails open in any case.
  expect(validatingHook('advised-pods', made)?.matchConditions?.map(({ name }) => name)).not.toContain(
    'outside-the-system',
  );
});

test('a pod is asked about once: what could be refused by one hook, and merely warned of by the other', () => {
  const conditions = (name: string) => validatingHook(name, registration())?.matchConditions ?? [];

  const refused = conditions('pods').find(({ name }) => name === 'could-break-a-rule');
  const left = conditions('advised-pods').find(({ name }) => name === 'breaks-no-other-rule');

  expect(refused?.expression).not.toContain('object.spec.?priority.orValue(0)');
  expect(left?.expression).toBe(`!(${refused?.expression})`);
});

test('a user that controllers share is asked about like anybody else, unless it removes something', () => {
  const conditionsOf = (name: string) =>
    JSON.stringify(validatingHook(name, registration())?.matchConditions);
  const shared = 'system:kube-controller-manager';

  expect(conditionsOf('pods')).not.toContain(shared);
  expect(conditionsOf('daemonsets')).toContain('request.operation == \\"DELETE\\"');
  expect(conditionsOf('daemonsets')).toContain(shared);
});

test('schedulers and kubelets never wait for Daemonward', () => {
  const made = registration({}, { own: ['hooks'] });
  const schedulers = ['system:kube-scheduler', 'system:serviceaccount:hooks:daemonward-scheduler'];

  const [bindings, pods] = ['bindings', 'pods'].map((name) => validatingHook(name, made)?.matchConditions);

  expect(bindings?.map(({ name }) => name)).toEqual(['not-by-a-scheduler']);
  for (const scheduler of schedulers) {
    expect(bindings?.[0]?.expression).toContain(scheduler);
    expect(JSON.stringify(pods)).toContain(scheduler);
  }
  expect(JSON.stringify(pods)).toContain('system:node:');
});

test('outside a cluster no namespace is ours, and none is left out for its name', () => {
  const hooks = hooksOf(registration({ tenancy: { systemNamespaces: [] } }, { own: [] }));

  expect(hooks.map(({ namespaceSelector }) => namespaceSelector)).toEqual(hooks.map(() => ({})));
});

test('the same configuration gives the same objects', () => {
  expect(hooksOf(registration(PATTERNS))).toEqual(hooksOf(registration(PATTERNS)));
});

test('workloads are asked about only to warn: open, for tenants, and nothing that a controller made', () => {
  const hook = validatingHook('workloads', registration());

  expect(hook?.failurePolicy).toBe('Ignore');
  expect(hook?.namespaceSelector?.matchExpressions?.[0]?.operator).toBe('NotIn');
  expect(hook?.matchConditions?.map(({ name }) => name)).toEqual([
    'not-of-a-controller',
    'changes-what-runs',
    'has-pods-that-could-break-a-rule',
  ]);
});

test.each([
  ['workloads.mode off', { workloads: { mode: 'off' } }],
  ['no rule that a template can break', { rules: { DW103: 'off', DW105: 'audit', DW106: 'off' } }],
  ['Arktos, which knows no conditions', ARKTOS],
])('with %s nobody is asked about workloads', (_, sections) => {
  expect(validatingHook('workloads', registration(sections))).toBeUndefined();
});
