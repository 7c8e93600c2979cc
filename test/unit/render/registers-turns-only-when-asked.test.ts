/** Fairness: a hook that fails open and a right, both only where the configuration asks for them. */
import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../../src/config/schema/schema.ts';
import { policySettings } from '../../../src/policy/settings.ts';
import { policies } from '../../../src/render/admission/policies.ts';
import { mutatingConfiguration } from '../../../src/render/admission/webhooks.ts';
import { takesTurns } from '../../../src/render/workload/configuration.ts';
import { clusterRules } from '../../../src/render/workload/rights.ts';
import { registration } from './registration.ts';

function hooksFor(mode: 'off' | 'on', flavor: 'kubernetes' | 'arktos' = 'kubernetes') {
  const configuration = defaultConfiguration();
  const { cluster, fairness } = configuration;
  const settings = policySettings({
    ...configuration,
    cluster: { ...cluster, flavor },
    fairness: { ...fairness, mode, schedulers: ['default-scheduler', 'other'] },
  });
  const target = { url: 'https://127.0.0.1:8443' };
  return mutatingConfiguration({ settings, target, caBundle: '', own: ['own'], now: new Date(0) }).webhooks;
}

test('the hook asks about new pods of tenants that wait for these schedulers, and fails open', () => {
  const hook = hooksFor('on').find(({ name }) => name === 'turns.mutate.daemonward.dev');

  expect(hook).toMatchObject({
    failurePolicy: 'Ignore',
    reinvocationPolicy: 'IfNeeded',
    rules: [{ resources: ['pods'], operations: ['CREATE'] }],
  });
  const conditions = JSON.stringify(hook?.matchConditions);
  expect(conditions).toContain('nodeName');
  expect(conditions).toContain('other');
  expect(JSON.stringify(hook?.namespaceSelector)).toContain('kube-system');
});

test('nobody is asked where it is off', () => {
  expect(hooksFor('off').map(({ name }) => name)).not.toContain('turns.mutate.daemonward.dev');
});

test.each([
  ['fairness: {mode: on}', true],
  // What has a gate from before has to lose it.
  ['fairness: {mode: off}', true],
  ['fairness: {share: 5}', false],
  ['cluster: {flavor: arktos}\nfairness: {mode: off}', false],
])('%s: may patch pods %s', (text, expected) => {
  const taken = takesTurns(text);
  const rights = clusterRules('secret', { takesTurns: taken });

  expect(taken).toBe(expected);
  expect(rights.some(({ resources, verbs }) => resources.includes('pods') && verbs.includes('patch'))).toBe(
    expected,
  );
});

function gatePolicy(sections: Readonly<Record<string, unknown>>, own: readonly string[] = ['hooks']) {
  return policies(registration(sections, { own })).find(({ code }) => code === 'DW107');
}

test('the policy that keeps gates on is there only where fairness is on, and follows the mode of its rule', () => {
  const on = { fairness: { mode: 'on' } };

  expect(gatePolicy({})).toBeUndefined();
  expect(gatePolicy({ rules: { DW107: 'enforce' } })).toBeUndefined();
  expect(gatePolicy({ ...on, rules: { DW107: 'off' } })).toBeUndefined();
  expect(gatePolicy(on)?.binding.spec.validationActions).toEqual(['Deny']);
  expect(gatePolicy({ ...on, rules: { DW107: 'audit' } })?.binding.spec.validationActions).toEqual(['Audit']);
});

test('it asks about updates of pods of tenants alone, and lets our own account and admins pass', () => {
  const tenancy = { adminUsers: ['jane'], adminGroups: ['platform'] };
  const spec = gatePolicy({ fairness: { mode: 'on' }, tenancy })?.policy.spec;
  const who = spec?.matchConditions.find(({ name }) => name === 'not-by-the-platform')?.expression ?? '';

  expect(spec?.matchConstraints.resourceRules).toMatchObject([
    { resources: ['pods'], operations: ['UPDATE'] },
  ]);
  for (const name of ['system:serviceaccount:hooks:daemonward', 'jane', 'platform']) {
    expect(who).toContain(JSON.stringify(name));
  }
});

test('where nobody is named, whoever may change pods everywhere passes', () => {
  const sections = { fairness: { mode: 'on' }, tenancy: { adminUsers: [], adminGroups: [] } };
  const conditions = gatePolicy(sections, [])?.policy.spec.matchConditions ?? [];

  expect(conditions.find(({ name }) => name === 'not-by-the-platform')?.expression).toBe(
    '!(authorizer.group("").resource("pods").check("patch").allowed() ||\n' +
      'authorizer.group("").resource("pods").check("update").allowed())',
  );
});
