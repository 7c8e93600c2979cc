import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { daemonward } from '../../cli/terminal.ts';
import { BAD, checkFiles, checkText, everyFindingOf, findingsOf, folderWith, GOOD } from '../fixtures.ts';

const bad: unknown = parse(BAD);
const { apiVersion, kind, ...body } = parse(BAD);

const SERVICE = 'apiVersion: v1\nkind: Service\nmetadata: {name: web}\n';
const CRD = `apiVersion: apiextensions.k8s.io/v1
kind: CustomResourceDefinition
metadata: {name: daemonsets.apps.example.com}
spec: {names: {kind: DaemonSet}}
`;

test.each([
  ['YAML', BAD, 1, 0],
  ['JSON', JSON.stringify(bad), 1, 0],
  ['JSON with tabs', JSON.stringify(bad, null, '\t'), 1, 0],
  ['JSON lines', `${JSON.stringify(bad)}\n${JSON.stringify(bad)}\n`, 2, 0],
  [
    'JSON documents one after the other',
    `${JSON.stringify(bad, null, 2)}${JSON.stringify(bad, null, 2)}`,
    2,
    0,
  ],
  [
    'documents with borders, ends and nothing between',
    `%YAML 1.1\n---\n# a\n---\n${BAD}...\n---\n${BAD}---\n`,
    2,
    0,
  ],
  ['a List', stringify({ apiVersion: 'v1', kind: 'List', items: [bad, bad] }), 2, 0],
  ['a List in JSON', JSON.stringify({ apiVersion: 'v1', kind: 'List', items: [bad] }), 1, 0],
  [
    'a list of one kind',
    stringify({ apiVersion, kind: `${kind}List`, metadata: {}, items: [body, body] }),
    2,
    0,
  ],
  [
    'a List in a List',
    stringify({ apiVersion: 'v1', kind: 'List', items: [{ apiVersion: 'v1', kind: 'List', items: [bad] }] }),
    1,
    0,
  ],
  [
    'helm template',
    `---\n# Source: chart/templates/a.yaml\n---\n# Source: chart/templates/b.yaml\n${BAD}---\n${SERVICE}`,
    1,
    1,
  ],
  ['kustomize build with a CRD', `${CRD}---\n${SERVICE}---\n${BAD}`, 1, 2],
  ['a byte order mark', `\ufeff${BAD}`, 1, 0],
])('%s', async (_name, text, findings, passedOver) => {
  const checked = await checkText(text);

  expect(checked.report.problems).toEqual([]);
  expect(findingsOf(checked).filter((finding) => finding.startsWith('DW209'))).toHaveLength(findings);
  expect(findingsOf(checked)).toHaveLength(findings);
  expect(checked.report.summary).toMatchObject({ checked: findings, passedOver });
});

test('a large document of another kind is passed over, one of ours is not', async () => {
  const filler = '  # as large as the definitions in a chart\n'.repeat(2_000);

  const checked = await checkText(`${CRD}${filler}---\n${BAD}${filler}`);

  expect(findingsOf(checked)).toHaveLength(1);
  expect(checked.report.summary).toMatchObject({ checked: 1, passedOver: 1, unreadable: 0 });
});

test('YAML is read as kubectl reads it: yes is true, a time is text', async () => {
  const yes = await checkText(GOOD.replaceAll('app: agent', 'app: yes'));
  const time = await checkText(GOOD.replaceAll('app: agent', 'app: 12.30.00-x, at: 2026-01-01'));

  expect(everyFindingOf(yes)).toEqual(['wrong-type@8', 'wrong-type@11']);
  expect(time.code).toBe(0);
});

test('a folder with all below it, in order, but not what is hidden, installed or no manifest', async () => {
  const folder = folderWith({
    'b.yaml': BAD,
    'a/c.yml': BAD,
    'a/d.json': JSON.stringify(bad),
    'a/values.yaml': 'replicas: 3\n',
    'a/README.md': '# DaemonSet',
    '.git/e.yaml': BAD,
    'node_modules/f/g.yaml': BAD,
  });
  symlinkSync(join(folder, 'b.yaml'), join(folder, 'link.yaml'));
  symlinkSync(folder, join(folder, 'a', 'circle'));

  const { report } = await checkFiles('-f', folder);

  expect(report.objects.map(({ file }) => file)).toEqual(
    ['a/c.yml', 'a/d.json', 'b.yaml', 'link.yaml'].map((path) => join(folder, path)),
  );
  expect(report.problems).toEqual([]);
});

test('several files, each once', async () => {
  const folder = folderWith({ 'a.yaml': BAD, 'b.yaml': GOOD });

  const { report } = await checkFiles(
    '-f',
    join(folder, 'b.yaml'),
    '-f',
    folder,
    '-f',
    join(folder, 'a.yaml'),
  );

  expect(report.objects.map(({ name }) => name)).toEqual(['agent', 'Agent']);
});

test.each([
  ['apps/v1', 'DW205'],
  ['extensions/v1beta1', 'DW205'],
  ['apps.kruise.io/v1alpha1', 'DW205'],
])('a DaemonSet of %s is one', async (version, code) => {
  const text = GOOD.replace('apps/v1', version).replace(
    'spec:\n      prio',
    'spec:\n      restartPolicy: Never\n      prio',
  );

  expect(findingsOf(await checkText(text))).toEqual([`${code}@13`]);
});

const CONTAINERS = 'containers: [{name: a, image: a}]';
const POD_SPEC = `spec: {priorityClassName: system-node-critical, ${CONTAINERS}}`;
const ONCE = `spec: {priorityClassName: system-node-critical, restartPolicy: Never, ${CONTAINERS}}`;
const SELECTED = `spec: {selector: {matchLabels: {app: a}}, template: {metadata: {labels: {app: a}}, ${POD_SPEC}}}`;

test.each([
  ['v1', 'Pod', POD_SPEC, 'spec.priorityClassName'],
  ['apps/v1', 'Deployment', SELECTED, 'spec.template.spec.priorityClassName'],
  ['apps/v1', 'StatefulSet', SELECTED, 'spec.template.spec.priorityClassName'],
  ['apps/v1', 'ReplicaSet', SELECTED, 'spec.template.spec.priorityClassName'],
  ['v1', 'ReplicationController', `spec: {template: {${POD_SPEC}}}`, 'spec.template.spec.priorityClassName'],
  ['batch/v1', 'Job', `spec: {template: {${ONCE}}}`, 'spec.template.spec.priorityClassName'],
  [
    'batch/v1',
    'CronJob',
    `spec: {jobTemplate: {spec: {template: {${ONCE}}}}}`,
    'spec.jobTemplate.spec.template.spec.priorityClassName',
  ],
])('%s %s of a tenant may not name a class of the system', async (version, workload, spec, field) => {
  // Nothing refuses a workload: its pods are.
  const level = workload === 'Pod' ? 'error' : 'warning';
  const text = (namespace: string) =>
    `apiVersion: ${version}\nkind: ${workload}\nmetadata: {name: web, namespace: ${namespace}}\n${spec}\n`;

  const ofTenant = await checkText(text('shop'));
  const ofSystem = await checkText(text('kube-system'));

  expect(ofTenant.report.objects[0]?.findings).toMatchObject([{ code: 'DW103', level, field, line: 4 }]);
  expect(ofSystem.report.objects[0]?.findings).toEqual([]);
});

test('an exemption for the pods of a workload goes by their names', async () => {
  const folder = folderWith({
    'settings.yaml':
      'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\nexemptions: [{rule: DW103, namespace: shop, name: web-*, reason: r, expires: 2999-01-01}]\n',
  });
  const text = `apiVersion: apps/v1\nkind: Deployment\nmetadata: {name: web, namespace: shop}\n${SELECTED}\n`;

  const checked = await checkText(text, '--config', join(folder, 'settings.yaml'));

  expect(checked.code).toBe(0);
  expect(checked.report.objects[0]?.findings).toMatchObject([{ level: 'note', exempted: { reason: 'r' } }]);
});

const NAMESPACE = (tenant: string) =>
  `---\napiVersion: v1\nkind: Namespace\nmetadata: {name: apps, labels: {capsule.clastix.io/tenant: ${tenant}}}\n`;
const IN_APPS = GOOD.replace('namespace: kube-system', 'namespace: apps');

test.each([
  ['of a tenant', `${IN_APPS}${NAMESPACE('blue')}`, ['DW101@5'], { name: 'blue', by: 'label' }],
  [
    'of a tenant with the name of another convention’s system',
    `${IN_APPS}${NAMESPACE('system-workspace')}`,
    ['DW101@5'],
    { name: 'system-workspace', by: 'label' },
  ],
  ['not known', IN_APPS, ['DW101@5'], { name: 'apps', by: 'unknown' }],
])('a Namespace in the input decides, wherever it stands: %s', async (_name, text, findings, tenant) => {
  const checked = await checkText(text);

  expect(findingsOf(checked)).toEqual(findings);
  expect(checked.report.objects[0]?.tenant).toMatchObject(tenant);
});

test('a tenancy that is not known is said', async () => {
  const folder = folderWith({ 'a.yaml': IN_APPS, 'b.yaml': GOOD });

  const { out } = await daemonward('check', '-f', folder);

  expect(out).toMatch(/^tenancy unknown for apps: .*; taken for a tenant \(tenancy\.unknown\)$/m);
});

test.each([
  [[], 'default'],
  [['--namespace', 'kube-system'], 'kube-system'],
  [['-n', 'shop'], 'shop'],
])('an object without a namespace, with %j: %s', async (args, namespace) => {
  const text = GOOD.replace('  namespace: kube-system\n', '');

  const { report } = await checkText(text, ...args);

  expect(report.objects).toMatchObject([{ namespace, name: 'agent' }]);
});

const CLASS = (value: number, more = '') =>
  `apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: high}\nvalue: ${value}\n${more}`;
const WITH_CLASS = GOOD.replace('system-node-critical', 'high');

test.each([
  ['nothing is known', WITH_CLASS, undefined, []],
  ['the snapshot does not have it', WITH_CLASS, SERVICE, ['DW302@13']],
  ['the snapshot has it', WITH_CLASS, CLASS(1000), []],
  ['the input has it', `${WITH_CLASS}---\n${CLASS(1000)}`, SERVICE, []],
  ['it is low', `${WITH_CLASS}---\n${CLASS(0)}`, undefined, ['DW303@13']],
  ['it never preempts', `${WITH_CLASS}---\n${CLASS(9, 'preemptionPolicy: Never')}`, undefined, ['DW304@13']],
  ['the input replaces it', `${WITH_CLASS}---\n${CLASS(0)}`, CLASS(1000), ['DW303@13']],
])('a priority class when %s', async (_name, text, snapshot, findings) => {
  const folder = folderWith({ 'cluster.yaml': snapshot ?? '' });
  const flags = snapshot === undefined ? [] : ['--snapshot', join(folder, 'cluster.yaml')];

  expect(findingsOf(await checkText(text, ...flags))).toEqual(findings);
});

test('the class that the mutating hook would fill in counts', async () => {
  const folder = folderWith({
    'settings.yaml':
      'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\ndaemons: {defaultPriorityClass: system-node-critical}\n',
  });
  const text = GOOD.replace('      priorityClassName: system-node-critical\n', '');

  expect(findingsOf(await checkText(text))).toEqual(['DW301@12']);
  expect(findingsOf(await checkText(text, '--config', join(folder, 'settings.yaml')))).toEqual([]);
});
