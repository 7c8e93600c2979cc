import { expect, test } from 'vitest';
import { problemText } from '../../../../src/config/diagnose/problem.ts';
import { parseConfiguration } from '../../../../src/config/load.ts';

const HEAD = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';

function problemsIn(rest: string): string[] {
  const result = parseConfiguration(HEAD + rest, 'any.yaml');
  return (result.ok ? result.warnings : result.problems).map(problemText);
}

test('system tenants as they were written before say how to write them now', () => {
  expect(problemsIn('tenancy:\n  systemTenants: [system-workspace]\n')).toEqual([
    'any.yaml:4:19: tenancy.systemTenants[0]: must say in which convention "system-workspace" is the system: ' +
      '{label: kubesphere.io/workspace, value: "system-workspace"} for KubeSphere, ' +
      '{annotation: field.cattle.io/projectId, value: "system-workspace"} for Rancher, or the label of your own platform',
  ]);
});

test('what is shown there is taken', () => {
  const shown =
    'tenancy: {systemTenants: [{label: kubesphere.io/workspace, value: "a"}, {annotation: field.cattle.io/projectId, value: "b"}]}\n';

  expect(problemsIn(shown)).toEqual([]);
});

test.each([
  ['{value: a}', 'none'],
  ['{label: kiosk.sh/account, annotation: field.cattle.io/projectId, value: a}', 'label and annotation'],
])('a system tenant of no or of two conventions: %s', (item, found) => {
  expect(problemsIn(`tenancy:\n  systemTenants:\n  - ${item}\n`)).toEqual([
    `any.yaml:5:5: tenancy.systemTenants[0]: needs exactly one of label, labelSuffix, annotation, found ${found}`,
  ]);
});

test.each([
  ['label: example.com/owner', 'label', 'example.com/owner is not in tenancy.labels'],
  ['labelSuffix: .example.com/up', 'labelSuffix', '.example.com/up is not in tenancy.labelSuffixes'],
  ['annotation: example.com/owner', 'annotation', 'example.com/owner is not in tenancy.annotations'],
])('a mark that nobody looks at: %s', (mark, key, why) => {
  const [warning, ...others] = problemsIn(`tenancy:\n  systemTenants:\n  - {${mark}, value: a}\n`);

  expect(warning).toContain(`tenancy.systemTenants[0].${key}: has no effect: ${why}`);
  expect(others).toEqual([]);
});

test.each([
  ['controllers', '4:20'],
  ['schedulers', '4:19'],
])('the user of all controllers among those that pass for any pod: %s', (list, place) => {
  expect(problemsIn(`tenancy:\n  ${list}: [a, "system:kube-controller-manager"]\n`)).toEqual([
    `any.yaml:${place}: tenancy.${list}[1]: must not be system:kube-controller-manager, as whom the pods of every tenant ` +
      'are made: it belongs in tenancy.sharedControllers, and is always counted there',
  ]);
});

const EXEMPTION = 'namespace: kube-system, reason: r, expires: 2030-01-01';

test.each(['DW101', 'DW103', 'DW105', 'DW106'])(
  'on Arktos an exemption from %s, which finds nothing in the system tenant, names the tenant',
  (rule) => {
    const arktos = 'cluster: {flavor: arktos}\nexemptions:\n';

    const missing = problemsIn(`${arktos}- {rule: ${rule}, ${EXEMPTION}}\n`);
    const useless = problemsIn(`${arktos}- {rule: ${rule}, tenant: system, ${EXEMPTION}}\n`);
    const named = problemsIn(`${arktos}- {rule: ${rule}, tenant: t1, ${EXEMPTION}}\n`);

    expect(missing).toEqual([
      `any.yaml:5:3: exemptions[0].tenant: is missing: ${rule} finds nothing in the system tenant, which is meant by default; name the tenant that is exempt, or * for every one`,
    ]);
    expect(useless[0]).toContain(
      `exemptions[0].tenant: has no effect: ${rule} finds nothing in the system tenant`,
    );
    expect(named).toEqual([]);
  },
);

test('elsewhere a tenant in an exemption or a protected DaemonSet would mean nothing', () => {
  const problems = problemsIn(
    `exemptions:\n- {rule: DW101, tenant: t1, ${EXEMPTION}}\nheadroom:\n  daemonSets: [{namespace: a, tenant: t1}]\n`,
  );

  const why = 'is for Arktos: set cluster.flavor to arktos, or name the namespaces of the tenant';
  expect(problems).toEqual([
    `any.yaml:4:17: exemptions[0].tenant: ${why}`,
    `any.yaml:6:31: headroom.daemonSets[0].tenant: ${why}`,
  ]);
});
