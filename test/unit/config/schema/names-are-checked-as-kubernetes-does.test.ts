/** A name that Kubernetes would never have given is a mistake in the file, not a setting that matches nothing. */
import { expect, test } from 'vitest';
import { parseConfiguration } from '../../../../src/config/load.ts';

const LONGEST_KEY_NAME = 'a'.repeat(63);
const LONGEST_OBJECT_NAME = 'a'.repeat(253);

/** The paths of the mistakes in a file with nothing but these sections. */
function mistakesWith(sections: object): string[] {
  const text = JSON.stringify({ apiVersion: 'daemonward.dev/v1alpha1', kind: 'Configuration', ...sections });
  const result = parseConfiguration(text, 'any.json');
  return result.ok ? [] : result.problems.map(({ path }) => path);
}

test.each([
  ['labels', ['tenant', 'example.com/tenant', 'a.b-c.d/A_b.c-D', `a/${LONGEST_KEY_NAME}`, '1/2']],
  ['labelSuffixes', ['.example.com/depth', '/depth', '-tenant']],
  ['annotations', ['field.cattle.io/projectId', 'Example.COM/Tenant']],
  ['systemNamespaces', ['kube-system', 'kube-*', '*', '*-a-*', '10.0', 'Capital']],
  ['adminGroups', ['system:masters', 'oidc:/platform/admins']],
  ['adminUsers', ['system:serviceaccount:a:b', 'jane@example.com', 'CN=jane, O=ops']],
  ['controllers', ['system:serviceaccount:a:b']],
  ['sharedControllers', ['system:kube-controller-manager']],
  ['schedulers', ['system:kube-scheduler', 'system:serviceaccount:volcano-system:volcano-scheduler']],
])('tenancy.%s takes each of %j', (key, items) => {
  const mistakes = mistakesWith({ tenancy: { [key]: items } });

  expect(mistakes).toEqual([]);
});

test.each([
  ['labels', ['', '/a', 'a/', 'a/b/c', 'Example.com/a', '-a', 'a-', 'a b', 'ä', `${LONGEST_KEY_NAME}a`]],
  ['labelSuffixes', ['', '.', '.Example.com/depth', '.example.com/', '/a/b', ' .a/b']],
  ['annotations', ['', '_/a', 'a/b/c', 'a:b']],
  ['systemNamespaces', ['', 'a b', 'kube?', 'kube-[a]', 'a_b', 'a/b', '.+', 'ä', 'a\n']],
  ['adminGroups', ['', 'a\t']],
  ['adminUsers', ['', ' a']],
  ['controllers', ['', 'a ']],
  ['sharedControllers', ['', 'a ']],
  ['schedulers', ['', ' a']],
])('tenancy.%s takes none of %j', (key, items) => {
  const mistakes = mistakesWith({ tenancy: { [key]: items } });

  expect(mistakes).toEqual(items.map((_, position) => `tenancy.${key}[${position}]`));
});

test.each(['system', 'c-abc:p-xyz', 'two words', 'Größe'])('tenancy.systemTenants takes %j', (value) => {
  expect(mistakesWith({ tenancy: { systemTenants: [{ label: 'kiosk.sh/account', value }] } })).toEqual([]);
});

test.each(['', ' ', ' system', 'system\n'])('tenancy.systemTenants does not take %j', (value) => {
  const mistakes = mistakesWith({ tenancy: { systemTenants: [{ label: 'kiosk.sh/account', value }] } });

  expect(mistakes).toEqual(['tenancy.systemTenants[0].value']);
});

test.each([
  ['daemonward-system', true],
  ['a.b', false],
  ['A', false],
  ['', false],
])('%j as our namespace: %s', (namespace, good) => {
  expect(mistakesWith({ server: { namespace } })).toEqual(good ? [] : ['server.namespace']);
});

test.each([
  ['system-node-critical', true],
  ['a.b.1', true],
  [LONGEST_OBJECT_NAME, true],
  [`${LONGEST_OBJECT_NAME}a`, false],
  ['High', false],
  ['a_b', false],
  ['a..b', false],
  ['-a', false],
  ['', false],
])('%j as priority class: %s', (name, good) => {
  const mistakes = mistakesWith({ daemons: { defaultPriorityClass: name } });

  expect(mistakes).toEqual(good ? [] : ['daemons.defaultPriorityClass']);
});

test.each([
  [-2_147_483_648, true],
  [1_000_000_000, true],
  [-2_147_483_649, false],
  [1_000_000_001, false],
  [0.5, false],
  ['0', false],
])('%j as ceiling of the tenants: %s', (ceiling, good) => {
  const mistakes = mistakesWith({ daemons: { tenantPriorityCeiling: ceiling } });

  expect(mistakes).toEqual(good ? [] : ['daemons.tenantPriorityCeiling']);
});
