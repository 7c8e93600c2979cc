import { expect, test } from 'vitest';
import {
  mutatingConfiguration,
  type Registration,
  validatingConfiguration,
} from '../../../src/render/admission/webhooks.ts';
import { ARKTOS, allRules, registration } from './registration.ts';

const PATTERNS = { tenancy: { systemNamespaces: ['kube-system', 'infra-*', 'daemonward-system'] } };

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
      sideEffects: 'None',
      admissionReviewVersions: ['v1'],
      ...(mutates ? { reinvocationPolicy: 'IfNeeded' } : {}),
    });
    expect(hook.matchConditions?.length).toBeGreaterThan(0);
    for (const rule of hook.rules) {
      expect(rule.scope).toBe('Namespaced');
      const names = [...rule.apiGroups, ...rule.apiVersions, ...rule.resources];
      // The one subresource that is asked about.
      expect(names.filter((name) => name !== 'pods/resize').join()).not.toMatch(/[*/]/);
    }
  }
});

test.each([
  ['/validate/daemonsets', 'daemonsets.validate'],
  ['/validate/daemonsets', 'system-daemonsets.validate'],
  ['/validate/pods', 'pods.validate'],
  ['/validate/pods', 'resizes.validate'],
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

  expect(hook?.rules.map((rule) => rule.operations)).toEqual([operations, operations]);
  expect(mutatingConfiguration(made).webhooks[0]?.rules[0]?.operations).toEqual(['CREATE', 'UPDATE']);
});

test.each([
  ['the defaults', {}, 'Fail', 'Fail'],
  ['every rule enforced', allRules('enforce'), 'Fail', 'Fail'],
  ['every rule audited', allRules('audit'), 'Ignore', 'Ignore'],
  ['every rule warning', allRules('warn'), 'Ignore', 'Ignore'],
  [
    'only the shape enforced, which Kubernetes checks too',
    allRules('audit', { DW201: 'enforce' }),
    'Ignore',
    'Ignore',
  ],
  ['only DW101 enforced', allRules('audit', { DW101: 'enforce' }), 'Fail', 'Ignore'],
  ['only DW102 enforced', allRules('off', { DW102: 'enforce' }), 'Fail', undefined],
  ['only DW104 enforced', allRules('off', { DW104: 'enforce' }), undefined, 'Fail'],
  ['only DW303 enforced', allRules('audit', { DW303: 'enforce' }), 'Fail', 'Ignore'],
  ['every rule off', allRules('off'), undefined, undefined],
  // Every pod of every tenant is sent there: closed would stop the cluster.
  ['Arktos', ARKTOS, 'Fail', 'Ignore'],
])('with %s, a service that is down means what it should', (_, sections, daemonSets, pods) => {
  const made = registration(sections);

  const policies = ['daemonsets', 'pods'].map((name) => validatingHook(name, made)?.failurePolicy);

  expect(policies).toEqual([daemonSets, pods]);
  expect(mutatingConfiguration(made).webhooks.map(({ failurePolicy }) => failurePolicy)).not.toContain(
    'Fail',
  );
});

test('with every rule off there is nothing to validate', () => {
  expect(validatingConfiguration(registration(allRules('off')))).toBeUndefined();
});

test("what fails closed leaves out the namespaces of the system and Daemonward's own", () => {
  const made = registration({}, { namespace: 'hooks' });

  const closed = hooksOf(made).filter(({ failurePolicy }) => failurePolicy === 'Fail');

  expect(closed.map(({ name }) => name)).toEqual([
    'daemonsets.validate.daemonward.dev',
    'pods.validate.daemonward.dev',
  ]);
  for (const { namespaceSelector } of closed) {
    expect(namespaceSelector?.matchExpressions).toEqual([
      {
        key: 'kubernetes.io/metadata.name',
        operator: 'NotIn',
        values: ['daemonward-system', 'hooks', 'kube-node-lease', 'kube-public', 'kube-system'],
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

  expect(outside?.namespaceSelector?.matchExpressions[0]?.values).toEqual([
    'daemonward-system',
    'kube-system',
  ]);
  expect(outside?.matchConditions?.[0]).toEqual({
    name: 'outside-the-system',
    expression: '!(request.namespace.matches("^infra-.*$"))',
  });
  expect(inside?.namespaceSelector?.matchExpressions[0]).toMatchObject({
    operator: 'NotIn',
    values: ['daemonward-system'],
  });
  expect(inside?.matchConditions?.[0]?.expression).toBe(
    'request.namespace in ["kube-system"] ||\nrequest.namespace.matches("^infra-.*$")',
  );
});

test('without namespaces of the system there is no hook for them', () => {
  const made = registration({ tenancy: { systemNamespaces: ['daemonward-system'] } });

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
  ]);
});

test('the same configuration gives the same objects', () => {
  expect(hooksOf(registration(PATTERNS))).toEqual(hooksOf(registration(PATTERNS)));
});
