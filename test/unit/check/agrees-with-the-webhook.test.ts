import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { AdmissionEvent } from '../../../src/admission/door.ts';
import { admissionDoors } from '../../../src/admission/door.ts';
import { loadSnapshot } from '../../../src/cluster/snapshot/snapshot.ts';
import { loadConfiguration } from '../../../src/config/load.ts';
import { policySettings } from '../../../src/policy/settings.ts';
import { daemonSet, reviewOf } from '../../http/reviews.ts';
import { checkText, folderWith, type ReportJson } from './fixtures.ts';

const SNAPSHOT = `apiVersion: v1
kind: Namespace
metadata: {name: shop, labels: {capsule.clastix.io/tenant: blue}}
---
apiVersion: scheduling.k8s.io/v1
kind: PriorityClass
metadata: {name: low}
value: 0
preemptionPolicy: Never
`;

/** Some of each mode, so that the levels are compared as well. */
const SETTINGS = `apiVersion: daemonward.dev/v1alpha1
kind: Configuration
rules: {DW205: warn, DW206: audit, DW209: off}
exemptions:
- {rule: DW203, namespace: shop, name: 'agent*', reason: test, expires: 2999-01-01}
`;

type Object = Readonly<Record<string, unknown>>;

const spec = (change: Object): Object => daemonSet(change);
const pod = (change: Object): Object => daemonSet({}, change);

const DAEMON_SETS: readonly Object[] = [
  daemonSet(),
  spec({ selector: undefined }),
  spec({ selector: {} }),
  spec({ selector: { matchExpressions: [{ key: 'a', operator: 'Gt', values: ['1'] }] } }),
  spec({ selector: { matchLabels: { app: 'other' } } }),
  spec({ updateStrategy: { rollingUpdate: { maxSurge: 1 } } }),
  spec({ updateStrategy: { type: 'Recreate' } }),
  spec({ template: null }),
  spec({
    template: { metadata: { labels: { app: 'agent' } }, containers: [{ name: 'a' }], tolerations: [] },
  }),
  pod({ restartPolicy: 'OnFailure' }),
  pod({ activeDeadlineSeconds: 5 }),
  pod({ ephemeralContainers: [{ name: 'debug' }] }),
  pod({ nodeName: 'n1' }),
  pod({ containers: [] }),
  pod({ priorityClassName: '' }),
  pod({ priorityClassName: 'nowhere' }),
  pod({ priorityClassName: 'low' }),
  pod({ schedulerName: 'own' }),
  pod({ nodeSelector: { 'kubernetes.io/hostname': 'n1' } }),
  { ...daemonSet(), spec: null },
  { ...daemonSet(), metadata: { name: 'Agent_1' } },
  { ...daemonSet(), metadata: { generateName: 'agent-' } },
  { ...daemonSet(), apiVersion: 'apps.kruise.io/v1alpha1' },
  spec({ selector: { matchLabels: { app: 'other' } }, updateStrategy: { type: 'Recreate' }, template: {} }),
];

const PODS: readonly Object[] = [
  {},
  { priorityClassName: 'system-node-critical' },
  { priorityClassName: 'low' },
].map((podSpec) => ({ apiVersion: 'v1', kind: 'Pod', metadata: { name: 'web' }, spec: podSpec }));

const NAMESPACES = ['kube-system', 'shop', 'elsewhere'];

/** The codes of a decision, by what becomes of them. */
function outcomeOf({ decision }: AdmissionEvent): readonly string[] {
  const { denied, warned, audited, exempted } = decision;
  return [
    ...denied.map(({ code }) => `error ${code}`),
    ...warned.map(({ code }) => `warning ${code}`),
    ...audited.map(({ code }) => `note ${code}`),
    ...exempted.map(({ finding }) => `exempted ${finding.code}`),
  ].sort();
}

function levelsOf({ findings }: ReportJson['objects'][number]): readonly string[] {
  // The API server itself speaks between the two hooks.
  return findings
    .filter(({ code }) => code.startsWith('DW'))
    .map(({ code, level, exempted }) => `${exempted === null ? level : 'exempted'} ${code}`)
    .sort();
}

test.each(NAMESPACES)('the same objects in %s get the same codes and levels', async (namespace) => {
  const folder = folderWith({ 'cluster.yaml': SNAPSHOT, 'settings.yaml': SETTINGS });
  const objects = [...DAEMON_SETS, ...PODS].map((object) => ({
    ...object,
    metadata: { ...daemonSet().metadata, ...Object(object.metadata), namespace },
  }));
  const webhook = webhookOver(folder);

  const { report } = await checkText(
    JSON.stringify({ apiVersion: 'v1', kind: 'List', items: objects }),
    '--config',
    join(folder, 'settings.yaml'),
    '--snapshot',
    join(folder, 'cluster.yaml'),
  );

  expect(report.problems).toEqual([]);
  expect(report.objects.map(levelsOf)).toEqual(
    objects.map((object) => outcomeOf(webhook(object, namespace))),
  );
  expect(report.objects.flatMap(levelsOf).length).toBeGreaterThan(10);
});

/** What the validating hook says when a cluster admin creates the object. */
function webhookOver(folder: string): (object: Object, namespace: string) => AdmissionEvent {
  const loaded = loadConfiguration(join(folder, 'settings.yaml'));
  if (!loaded.ok) throw new Error('the settings are wrong');
  const settings = policySettings(loaded.configuration);
  const events: AdmissionEvent[] = [];
  const doors = admissionDoors({
    settings: () => settings,
    view: loadSnapshot([join(folder, 'cluster.yaml')]).store.within(''),
    now: () => new Date(),
    observe: (event) => events.push(event),
  });
  return (object, namespace) => {
    const resource = object.kind === 'Pod' ? 'pods' : 'daemonsets';
    const review = reviewOf({
      object,
      namespace,
      name: '',
      resource: { group: '', version: 'v1', resource },
    });
    const answer = doors.get(`/validate/${resource}`)?.(Buffer.from(JSON.stringify(review)));
    const event = events.at(-1);
    if (!answer?.ok || event === undefined) throw new Error(JSON.stringify(answer));
    return event;
  };
}
