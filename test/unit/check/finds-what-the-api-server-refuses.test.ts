import { expect, test } from 'vitest';
import { KUBERNETES_VERSIONS } from '../../../src/kube/openapi/api-types.ts';
import { daemonwardWithInput } from '../cli/terminal.ts';
import { checkText, everyFindingOf, GOOD } from './fixtures.ts';

const POD = `apiVersion: v1
kind: Pod
metadata: {name: web, namespace: kube-system}
spec:
  containers:
  - {name: main, image: main}
`;

const inContainer = (field: string) => GOOD.replace('image: main', `image: main\n        ${field}`);
const inSpec = (field: string) => GOOD.replace('      containers:', `      ${field}\n      containers:`);

test.each([
  ['a misspelt field', inSpec('hostNetwrok: true'), 'unknown-field', 'did you mean hostNetwork?'],
  ['one of the wrong case', inSpec('hostnetwork: true'), 'unknown-field', 'did you mean hostNetwork?'],
  ['one that is near none', inSpec('frobnicate: true'), 'unknown-field', 'unknown field'],
  ['one level too high', GOOD.replace('  selector:', '  hostPID: true\n  selector:'), 'unknown-field', ''],
  [
    'text for a number',
    GOOD.replace('  selector:', '  minReadySeconds: "5"\n  selector:'),
    'wrong-type',
    '"5"',
  ],
  ['a number for text', inContainer('workingDir: 5'), 'wrong-type', 'quote it'],
  ['text for true', inSpec('hostNetwork: "true"'), 'wrong-type', 'true or false'],
  ['a number of more than 32 bits', inSpec('priority: 3000000000'), 'wrong-type', '32 bits'],
  ['a quantity with a typo', inContainer('resources: {limits: {cpu: 100x}}'), 'wrong-type', '100m'],
  ['a list for a map', inSpec('nodeSelector: [a]'), 'wrong-type', 'must be a map, found a list'],
  ['a map for a list', inSpec('tolerations: {a: b}'), 'wrong-type', 'must be a list, found a map'],
  [
    'a word that is none of the known',
    inContainer('imagePullPolicy: Sometimes'),
    'invalid',
    '"IfNotPresent"',
  ],
  [
    'a request above the limit',
    inContainer('resources: {limits: {memory: 1Mi}, requests: {memory: 2Mi}}'),
    'invalid',
    'above the limit of memory, which is 1Mi, found "2Mi"',
  ],
  ['an amount below zero', inContainer('resources: {limits: {cpu: -1}}'), 'invalid', 'negative, found "-1"'],
  [
    'a volume that is not there',
    inContainer('volumeMounts: [{name: a, mountPath: /a}]'),
    'invalid',
    'no such volume',
  ],
  ['a port that is none', inContainer('ports: [{containerPort: 70000}]'), 'invalid', 'from 1 to 65535'],
  [
    'a probe without a handler',
    inContainer('livenessProbe: {periodSeconds: 5}'),
    'invalid',
    'must have one of',
  ],
  [
    'two sources of one volume',
    inSpec('volumes: [{name: v, emptyDir: {}, hostPath: {path: /}}]'),
    'invalid',
    'one source',
  ],
  ['no image', GOOD.replace('        image: main\n', ''), 'invalid', 'must be given'],
])('%s is found', async (_, text, code, detail) => {
  const { code: exit, report } = await checkText(text);

  expect(exit).toBe(1);
  expect(report.objects[0]?.findings).toMatchObject([{ code, level: 'error' }]);
  expect(JSON.stringify(report.objects[0]?.findings).replaceAll('\\"', '"')).toContain(detail);
});

test.each([
  ['null where nothing is meant', inSpec('nodeSelector: null')],
  ['a number for a quantity', inContainer('resources: {limits: {cpu: 0.5}}')],
  ['a number or text for a port', inContainer('livenessProbe: {httpGet: {port: 80}}')],
  ['the name of a port', inContainer('livenessProbe: {httpGet: {port: http}}')],
  ['a whole number written with a point', GOOD.replace('  selector:', '  minReadySeconds: 5.0\n  selector:')],
  ['a volume without a source', inSpec('volumes: [{name: v}]')],
  ['an environment variable with strange characters', inContainer('env: [{name: "a b/c", value: x}]')],
])('%s is fine', async (_, text) => {
  const checked = await checkText(text);

  expect(everyFindingOf(checked)).toEqual([]);
});

test('one mistake never hides the others', async () => {
  const text = GOOD.replace('app: agent}\n  template', 'app: other}\n  template')
    .replace('  selector:', '  minReadySeconds: "5"\n  selektor: {}\n  selector:')
    .replace('image: main', 'image: 5\n        imagePullPolicy: No');

  const checked = await checkText(text);

  expect(everyFindingOf(checked)).toEqual([
    'wrong-type@7',
    'unknown-field@8',
    'DW203@13',
    'wrong-type@18',
    // YAML reads No as false.
    'wrong-type@19',
  ]);
});

test('what a wrong type leaves empty is not blamed as missing too', async () => {
  const text = GOOD.replace('matchLabels: {app: agent}', 'matchLabels: {app: 1}');

  expect(everyFindingOf(await checkText(text))).toEqual(['wrong-type@8']);
});

test('a DaemonSet that has no place in its namespace gets DW101 alone', async () => {
  const text = GOOD.replace('kube-system', 'shop')
    .replace('      priorityClassName: system-node-critical\n', '')
    .replace('image: main', 'imagePullPolicy: Sometimes');

  expect(everyFindingOf(await checkText(text))).toEqual(['DW101@5']);
});

test.each([
  ['no template', GOOD.replace(/ {2}template:.*/s, ''), 'add spec.template, with the labels'],
  [
    'no container',
    GOOD.replace(/containers:.*/s, 'containers: []\n'),
    'give spec.template.spec at least one',
  ],
  [
    'both sides of a selector',
    GOOD.replace('matchLabels: {app: agent}', 'matchLabels: {app: a, b: c}'),
    'the selector asks for app=a, b=c, and the template has app=agent',
  ],
])('the remedy fits: %s', async (_, text, words) => {
  const { out } = await daemonwardWithInput(text, 'check', '-f', '-');

  expect(out).toContain(words);
});

test('what was not looked at is said', async () => {
  const { report } = await checkText(
    inSpec('priorityClassName: gold').replace('      priorityClassName: system-node-critical\n', ''),
  );
  const kruise = await checkText(GOOD.replace('apps/v1', 'apps.kruise.io/v1alpha1'));

  expect(report).toMatchObject({
    notLookedAt: ['DW204 (what is there already)', expect.stringContaining('the priority class gold')],
  });
  expect(kruise.report).toMatchObject({
    notLookedAt: [expect.any(String), expect.stringContaining('DaemonSet.apps.kruise.io')],
  });
});

test('a field that a version does not have yet', async () => {
  const text = POD.replace('spec:', 'spec:\n  schedulingGroup: {podGroupName: a}');

  const newest = await checkText(text);
  const older = await checkText(text, '--kubernetes-version', 'v1.34.4');

  expect(everyFindingOf(newest)).toEqual([]);
  expect(everyFindingOf(older)).toEqual(['unknown-field@5']);
});

test('an unknown version is wrong use', async () => {
  const { code, err } = await daemonwardWithInput(POD, 'check', '-f', '-', '--kubernetes-version', '1.2');

  expect(code).toBe(2);
  expect(err).toContain(`--kubernetes-version must be one of ${KUBERNETES_VERSIONS.join(', ')}, found "1.2"`);
});
