import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../../../src/config/schema/schema.ts';
import type { DaemonSet } from '../../../../src/kube/objects.ts';
import { findingText } from '../../../../src/policy/finding.ts';
import { manifestFindings } from '../../../../src/policy/judge.ts';
import { REASON_CODES } from '../../../../src/policy/reasons.ts';
import { policySettings } from '../../../../src/policy/settings.ts';
import { daemonSet } from '../../../http/reviews.ts';
import { smallCluster } from '../cluster.ts';

const settings = policySettings(defaultConfiguration());
const view = smallCluster().within('');

function codes(object: DaemonSet, old?: DaemonSet): string[] {
  return manifestFindings(object, { settings, view }, old).map(({ code, field }) => `${code} ${field}`);
}

const POD = 'spec.template.spec';
const hostPort = { containers: [{ name: 'main', ports: [{ hostPort: 9100 }] }] };
const surge = { updateStrategy: { rollingUpdate: { maxSurge: 1, maxUnavailable: 0 } } };
const hostname = { key: 'kubernetes.io/hostname', operator: 'In', values: ['n1'] };
const zone = { key: 'zone', operator: 'Exists' };
const eitherOf = (...nodeSelectorTerms: readonly unknown[]) => ({
  affinity: { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } } },
});
const required = (term: unknown) => eitherOf(term);

test.each<[string, DaemonSet, string[]]>([
  ['nothing', daemonSet(), []],
  ['no selector', daemonSet({ selector: null }), ['DW201 spec.selector']],
  ['an empty selector', daemonSet({ selector: {} }), ['DW201 spec.selector']],
  [
    'a wrong operator',
    daemonSet({ selector: { matchExpressions: [{ key: 'app', operator: 'Gt' }] } }),
    ['DW202 spec.selector.matchExpressions[0].operator'],
  ],
  [
    'a wrong value',
    daemonSet({ selector: { matchLabels: { app: '-' } } }),
    ['DW202 spec.selector.matchLabels'],
  ],
  [
    'labels that do not match',
    daemonSet({ selector: { matchLabels: { app: 'other' } } }),
    ['DW203 spec.template.metadata.labels'],
  ],
  ['a restart policy', daemonSet({}, { restartPolicy: 'OnFailure' }), [`DW205 ${POD}.restartPolicy`]],
  [
    'a restart policy that nobody knows',
    daemonSet({}, { restartPolicy: 'Sometimes' }),
    [`DW205 ${POD}.restartPolicy`],
  ],
  ['a strategy', daemonSet({ updateStrategy: { type: 'Recreate' } }), ['DW206 spec.updateStrategy']],
  [
    'surge alone',
    daemonSet({ updateStrategy: { rollingUpdate: { maxSurge: 1 } } }),
    ['DW206 spec.updateStrategy.rollingUpdate.maxSurge'],
  ],
  ['a deadline', daemonSet({}, { activeDeadlineSeconds: 60 }), [`DW207 ${POD}.activeDeadlineSeconds`]],
  [
    'ephemeral containers',
    daemonSet({}, { ephemeralContainers: [{ name: 'x' }] }),
    [`DW208 ${POD}.ephemeralContainers`],
  ],
  [
    'a name with capitals',
    { ...daemonSet(), metadata: { name: 'Node_Agent', namespace: 'kube-system' } },
    ['DW209 metadata.name'],
  ],
  [
    'a generated name',
    { ...daemonSet(), metadata: { generateName: 'agent-', namespace: 'kube-system' } },
    [],
  ],
  [
    'a generated name that no suffix makes valid',
    { ...daemonSet(), metadata: { generateName: '.-', namespace: 'kube-system' } },
    ['DW209 metadata.generateName'],
  ],
  ['nodeName', daemonSet({}, { nodeName: 'n1' }), [`DW210 ${POD}.nodeName`]],
  [
    'a pin',
    daemonSet({}, required({ matchFields: [{ key: 'metadata.name', operator: 'In', values: ['n1'] }] })),
    [`DW210 ${POD}.affinity.nodeAffinity`],
  ],
  ['no containers', daemonSet({}, { containers: [] }), [`DW211 ${POD}.containers`]],
  ['no priority class', daemonSet({}, { priorityClassName: '' }), [`DW301 ${POD}.priorityClassName`]],
  ['an unknown class', daemonSet({}, { priorityClassName: 'important' }), [`DW302 ${POD}.priorityClassName`]],
  ['a class above the ceiling', daemonSet({}, { priorityClassName: 'high' }), []],
  [
    'a class below the ceiling',
    daemonSet({}, { priorityClassName: 'low' }),
    [`DW303 ${POD}.priorityClassName`],
  ],
  [
    'a class that never preempts',
    daemonSet({}, { priorityClassName: 'patient' }),
    [`DW304 ${POD}.priorityClassName`],
  ],
  [
    'a hostname selector',
    daemonSet({}, { nodeSelector: { 'kubernetes.io/hostname': 'n1' } }),
    [`DW404 ${POD}.nodeSelector[kubernetes.io/hostname]`],
  ],
  [
    'a hostname affinity',
    daemonSet({}, required({ matchExpressions: [hostname] })),
    [
      `DW404 ${POD}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]`,
    ],
  ],
  [
    'a hostname affinity beside other labels',
    daemonSet({}, required({ matchExpressions: [{ key: 'zone', operator: 'Exists' }, hostname] })),
    [
      `DW404 ${POD}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[0]`,
    ],
  ],
  [
    'an affinity for other labels',
    daemonSet({}, required({ matchExpressions: [{ key: 'zone', operator: 'Exists' }] })),
    [],
  ],
  ['another scheduler', daemonSet({}, { schedulerName: 'custom' }), [`DW405 ${POD}.schedulerName`]],
  ['surge and a host port', daemonSet(surge, hostPort), ['DW406 spec.updateStrategy.rollingUpdate.maxSurge']],
  [
    'surge on the host network',
    daemonSet(surge, { hostNetwork: true, containers: [{ ports: [{ containerPort: 80 }] }] }),
    ['DW406 spec.updateStrategy.rollingUpdate.maxSurge'],
  ],
  ['a host port without surge', daemonSet({}, hostPort), []],
  [
    'a surge that another strategy does not read, and a host port',
    daemonSet({ updateStrategy: { ...surge.updateStrategy, type: 'OnDelete' } }, hostPort),
    [],
  ],
  [
    'a hostname affinity in a later term, as one of several labels',
    daemonSet({}, eitherOf({ matchExpressions: [zone] }, { matchExpressions: [hostname, zone] })),
    [
      `DW404 ${POD}.affinity.nodeAffinity.requiredDuringSchedulingIgnoredDuringExecution.nodeSelectorTerms[1]`,
    ],
  ],
])('%s', (_what, object, expected) => {
  expect(codes(object)).toEqual(expected);
});

test('misplaced fields are named by the first of them', () => {
  const template = { metadata: { labels: { app: 'agent' } }, tolerations: [], containers: [] };

  const found = codes(daemonSet({ template }));

  expect(found).toContain('DW211 spec.template.containers');
});

test.each([
  'containers',
  'initContainers',
  'volumes',
  'tolerations',
  'nodeSelector',
  'affinity',
  'hostNetwork',
  'serviceAccountName',
  'priorityClassName',
  'restartPolicy',
  'terminationGracePeriodSeconds',
])('%s beside the spec of the template is told as that, and not as what is missing below it', (key) => {
  const template = { metadata: { labels: { app: 'agent' } }, [key]: null, spec: {} };

  expect(codes(daemonSet({ template }))).toEqual([`DW211 spec.template.${key}`]);
});

test('a pod of Arktos that is a virtual machine needs no container, and one that names none does', () => {
  const pod = (virtualMachine: unknown) => daemonSet({}, { containers: [], virtualMachine });

  expect(codes(pod({ name: 'vm' }))).toEqual([]);
  expect(codes(pod(null))).toEqual([`DW211 ${POD}.containers`]);
});

function detailOf(object: DaemonSet, code: string): string | undefined {
  return manifestFindings(object, { settings, view }).find((finding) => finding.code === code)?.detail;
}

test('labels that do not match are shown beside what the selector asks for, six of each', () => {
  const labels = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, index) => [`l${index}`, 'v']));
  const matchExpressions = [
    { key: 'tier', operator: 'In', values: ['a', 'b'] },
    { key: 'zone', operator: 'Exists' },
  ];
  const shown = (count: number) =>
    detailOf(
      daemonSet({
        selector: { matchLabels: { app: 'other' }, matchExpressions },
        template: { metadata: { labels: labels(count) }, spec: { containers: [{ name: 'c' }] } },
      }),
      'DW203',
    );
  const asked = 'the selector asks for app=other, tier In (a, b), zone Exists, and the template has';
  const six = 'l0=v, l1=v, l2=v, l3=v, l4=v, l5=v';

  expect(shown(0)).toBe(`${asked} no label`);
  expect(shown(6)).toBe(`${asked} ${six}`);
  expect(shown(7)).toBe(`${asked} ${six}, and 1 more`);
});

test('a value is shown, and cut when it is long', () => {
  const long = 'x'.repeat(100);

  expect(detailOf(daemonSet({}, { restartPolicy: long }), 'DW205')).toMatch(/found "x{59}…$/);
  expect(detailOf(daemonSet({}, { restartPolicy: 'Never' }), 'DW205')).toMatch(/found "Never"$/);
});

test('a selector cannot change, also not together with the labels', () => {
  const metadata = { name: 'agent', namespace: 'kube-system', resourceVersion: '1' };
  const old = { ...daemonSet(), metadata };
  const changed = daemonSet({
    selector: { matchLabels: { app: 'new' } },
    template: {
      metadata: { labels: { app: 'new' } },
      spec: { priorityClassName: 'high', containers: [{ name: 'c' }] },
    },
  });

  expect(codes({ ...changed, metadata }, old)).toEqual(['DW204 spec.selector']);
});

test('a strategy of another project’s DaemonSet is not ours to judge', () => {
  const kruise = {
    ...daemonSet({
      updateStrategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1, maxSurge: 1 } },
    }),
    apiVersion: 'apps.kruise.io/v1alpha1',
  };

  expect(codes(kruise)).toEqual([]);
});

test('without a complete view nothing is said of classes that it would know', () => {
  const found = manifestFindings(daemonSet({}, { priorityClassName: 'important' }), {
    settings,
    view: undefined,
  });

  expect(found).toEqual([]);
});

test('every finding says what, where and what to do', () => {
  const [finding] = manifestFindings(daemonSet({}, { restartPolicy: 'OnFailure' }), { settings, view });

  expect(finding && findingText(finding)).toBe(
    'DW205 spec.template.spec.restartPolicy: must be one of "Always", found "OnFailure"; leave restartPolicy out, or set it to Always',
  );
});

test('the codes are those of the design, in order', () => {
  expect([...REASON_CODES]).toEqual(REASON_CODES.toSorted());
});
