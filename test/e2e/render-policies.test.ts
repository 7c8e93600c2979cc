/** The policies that `daemonward render` prints say of every namespace what Daemonward itself would say. */
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { SlimNamespace } from '../../src/cluster/records.ts';
import { parseConfiguration } from '../../src/config/load.ts';
import type { Labels } from '../../src/kube/objects.ts';
import { policySettings } from '../../src/policy/settings.ts';
import { createTenantResolver } from '../../src/tenancy/tenant.ts';
import type { KubeObject } from './harness/client.ts';
import { SYSTEM_TENANT } from './harness/daemonward.ts';
import { createPriorityClass } from './harness/priority-classes.ts';
import { type RenderBench, startRenderBench, WORK } from './harness/rendered-registrations.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, podObject } from './harness/workloads.ts';

const HEAD = { apiVersion: 'daemonward.dev/v1alpha1', kind: 'Configuration' };

/** Patterns, a name with everything that a string can trip over, and exemptions. */
const ODD_TENANT = 'the platform\'s "own" \\ team';
/** Of the same convention, and not the system's. */
const ODD_LABEL = 'p-other';
const ODD = {
  ...HEAD,
  tenancy: {
    labels: ['example.com/owner'],
    labelSuffixes: ['.tree.hnc.x-k8s.io/depth', '.example.com/above'],
    annotations: ['example.com/Project', 'field.cattle.io/projectId'],
    systemTenants: [
      { annotation: 'example.com/Project', value: ODD_TENANT },
      { annotation: 'field.cattle.io/projectId', value: 'p-system' },
      { label: 'example.com/owner', value: 'p-system' },
      { labelSuffix: '.tree.hnc.x-k8s.io/depth', value: 'kube-system' },
    ],
    systemNamespaces: ['kube-system', 'infra-*', '*.mid*dle'],
  },
  rules: { DW102: 'enforce' },
  exemptions: [
    { rule: 'DW101', namespace: 'pardoned-*', name: 'try-*', reason: 'for a while', expires: '2999-12-31' },
    { rule: 'DW101', namespace: 'late-*', reason: 'it is over', expires: '2001-01-01' },
    { rule: 'DW103', namespace: '*', reason: 'another rule', expires: '2999-12-31' },
  ],
};

const POLICIES = ['dw101', 'dw103', 'dw104', 'dw105', 'dw105-bindings'].map(
  (code) => `${code}.daemonward.dev`,
);

const PROJECT = 'field.cattle.io/projectId';
const depth = (name: string) => `${name}.tree.hnc.x-k8s.io/depth`;
const above = (name: string) => `${name}.example.com/above`;

const NAMESPACES: Readonly<Record<string, { readonly labels?: Labels; readonly annotations?: Labels }>> = {
  plain: {},
  'infra-net': {},
  'pardoned-1': {},
  'late-1': {},
  'empty-label': { labels: { 'kiosk.sh/account': '', 'example.com/owner': '' } },
  capsule: { labels: { 'capsule.clastix.io/tenant': 'oil' } },
  'system-tenant': { labels: { 'kubesphere.io/workspace': 'system-workspace' } },
  'first-label-wins': { labels: { 'kiosk.sh/account': 'system', 'stakater.com/tenant': 'team' } },
  'owned-only': { labels: { 'example.com/owner': 'p-system' } },
  'owned-elsewhere': { labels: { 'example.com/owner': ODD_LABEL }, annotations: { [PROJECT]: 'p-system' } },
  'project-of-another': { annotations: { [PROJECT]: ODD_TENANT } },
  'below-by-another': { labels: { [above('kube-system')]: '3' } },
  owned: { labels: { 'example.com/owner': 'p-system', [depth('root')]: '1' } },
  'infra-owned': { labels: { 'example.com/owner': 'team', 'kubesphere.io/workspace': 'team' } },
  'root-of-team': { labels: { [depth('root-of-team')]: '0' } },
  'below-system': {
    labels: { [depth('below-system')]: '0', [depth('kube-system')]: '12', [depth('x')]: '2' },
  },
  'below-team': {
    labels: { [depth('below-team')]: '0', [depth('kube-system')]: '2', [depth('team')]: '10' },
  },
  'two-roots': { labels: { [depth('a-team')]: '1', [depth('kube-system')]: '1' } },
  'two-suffixes': { labels: { [above('kube-system')]: '3', [depth('team')]: '2' } },
  'no-number': { labels: { [depth('team')]: 'far' } },
  'infra-no-number': { labels: { [depth('team')]: 'far' } },
  'infra-empty-number': { labels: { [depth('team')]: '' } },
  'rancher-team': { annotations: { [PROJECT]: 'c-1:p-team' } },
  'rancher-system': { annotations: { [PROJECT]: 'c-1:p-system' } },
  'rancher-bare': { annotations: { [PROJECT]: 'system' } },
  quoted: { annotations: { 'example.com/Project': ODD_TENANT } },
  'label-first': {
    labels: { 'kiosk.sh/account': 'team', 'example.com/owner': 'team' },
    annotations: { [PROJECT]: 'system' },
  },
};

let bench: RenderBench;

beforeAll(async () => {
  bench = await startRenderBench();
  await createPriorityClass(bench.plane.client(), HIGH, { value: 1_000 });
  for (const [name, marks] of Object.entries(NAMESPACES)) {
    const metadata = { name, ...marks };
    await bench.plane
      .client()
      .create('/api/v1/namespaces', { apiVersion: 'v1', kind: 'Namespace', metadata });
  }
});
afterAll(async () => {
  await bench?.stop();
});

async function applyPolicies(configuration: object): Promise<void> {
  const file = bench.file('configuration.yaml', JSON.stringify(configuration));
  const printed = await bench.render('--config', file, '--ca', 'none', '--output', 'json');
  const { items }: { items: KubeObject[] } = JSON.parse(printed);
  const policies = items.filter(({ kind }) => kind?.startsWith('ValidatingAdmissionPolicy'));
  await bench.apply(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: policies }));
}

/** Of each namespace, whether Daemonward takes it for the system's. */
function judged(configuration: object): Record<string, boolean> {
  const loaded = parseConfiguration(JSON.stringify(configuration), 'configuration.yaml');
  if (!loaded.ok) throw new Error(JSON.stringify(loaded.problems));
  const resolve = createTenantResolver(policySettings(loaded.configuration).tenancy);
  const entries = Object.entries(NAMESPACES).map(([name, { labels = {}, annotations = {} }]) => {
    const record: SlimNamespace = { partition: '', name, tenant: '', labels, annotations };
    return [name, resolve({ namespace: name, objectTenant: undefined, record }).system] as const;
  });
  return Object.fromEntries(entries);
}

async function answered(): Promise<Record<string, boolean>> {
  const answers: Record<string, boolean> = {};
  for (const name of Object.keys(NAMESPACES)) answers[name] = (await bench.newDaemonSet(name)) === '';
  return answers;
}

/** Above what tenants may use by default. */
const HIGH = 'high';

const BINDING = { apiVersion: 'v1', kind: 'Binding', target: { kind: 'Node', name: 'somewhere' } };

/** What each rule about pods is about, and where it is sent. */
const ABOUT_PODS: readonly [object: KubeObject, below: string][] = [
  [podObject('critical', { ...WORK, priorityClassName: 'system-node-critical' }), 'pods'],
  [
    {
      ...podObject('claims', WORK),
      metadata: {
        name: 'claims',
        ownerReferences: [
          { apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'a', uid: 'u', controller: true },
        ],
      },
    },
    'pods',
  ],
  [podObject('placed', { ...WORK, nodeName: 'somewhere' }), 'pods'],
  [{ ...BINDING, metadata: { name: 'nobody' } }, 'pods/nobody/binding'],
  [{ ...BINDING, metadata: { name: 'nobody' } }, 'bindings'],
  [podObject('high', { ...WORK, priorityClassName: HIGH }), 'pods'],
];

/** Of each namespace, the code by which each is refused; a pod that is not there cannot be bound either. */
async function answeredOfPods(): Promise<Record<string, string[]>> {
  const answers = Object.keys(NAMESPACES).map(async (name) => {
    const texts = ABOUT_PODS.map(([object, below]) =>
      bench.refusal(`/api/v1/namespaces/${name}/${below}`, object),
    );
    return [name, (await Promise.all(texts)).map((text) => /DW\d+/.exec(text)?.[0] ?? '')] as const;
  });
  return Object.fromEntries(await Promise.all(answers));
}

// Each differs from the one before it, so that what is seen is never the last one's.
test.each([
  ['KubeSphere', { ...HEAD, tenancy: { systemTenants: [SYSTEM_TENANT] } }, {}],
  ['the defaults', HEAD, {}],
  [
    'no marks at all',
    {
      ...HEAD,
      tenancy: { labels: [], labelSuffixes: [], annotations: [], systemNamespaces: ['capsule', 'infra-*'] },
    },
    {},
  ],
  // The exemption that is over counts no more.
  ['everything odd', ODD, { 'pardoned-1': true }],
  ['no system at all', { ...HEAD, tenancy: { systemTenants: [], systemNamespaces: [] } }, {}],
  ['the unknown as the system', { ...ODD, tenancy: { ...ODD.tenancy, unknown: 'system' } }, {}],
])('with %s', async (_, configuration, exempted) => {
  const expected = { ...judged(configuration), ...exempted };
  expect(await answered()).not.toEqual(expected);

  await applyPolicies(configuration);
  // The API server takes them up a moment later.
  const answers = await waitFor('these answers', answered, (seen) => isDeepStrictEqual(seen, expected));
  const warnings = await Promise.all(POLICIES.map((name) => bench.typeWarnings(name)));

  expect(answers).toEqual(expected);
  expect(warnings).toEqual(POLICIES.map(() => []));
});

test('a rule that only warns lets pass, and says so to whoever applies', async () => {
  const input = JSON.stringify(daemonSetObject('agent', WORK));

  await applyPolicies({ ...HEAD, rules: { DW101: 'warn' } });
  const args = ['apply', '-n', 'plain', '--dry-run=server', '-f', '-'];
  // The API server takes the new policy up a moment later; until then those before let it pass without a word, or refuse.
  const applied = await waitFor(
    'a warning',
    () => bench.plane.kubectl(args, { input }),
    ({ code, stderr }) => code === 0 && stderr !== '',
  );

  expect(applied.code).toBe(0);
  expect(applied.stderr).toMatch(/^Warning: .*DW101 metadata.namespace: the namespace belongs/);
});

test.each([
  ['a pattern', { systemNamespaces: ['infra-*'] }],
  ['a pattern and a tenant of the system', { ...ODD.tenancy, systemNamespaces: ['infra-*', 'rancher-*'] }],
])('with %s pods are judged by the same marks', async (_, tenancy) => {
  const configuration = { ...HEAD, tenancy, rules: { DW106: 'enforce' } };
  const system = judged(configuration);
  // Nobody but its controller makes a pod of a daemon, whoever's the namespace is.
  const expected = Object.fromEntries(
    Object.entries(system).map(([name, isSystem]) => [
      name,
      isSystem ? ['', 'DW104', '', '', '', ''] : ['DW103', 'DW104', 'DW105', 'DW105', 'DW105', 'DW106'],
    ]),
  );

  await applyPolicies(configuration);
  const answers = await waitFor('these answers', answeredOfPods, (seen) => isDeepStrictEqual(seen, expected));

  expect(answers).toEqual(expected);
  expect(await bench.typeWarnings('dw106.daemonward.dev')).toEqual([]);
  // Those that the pattern alone would have let off.
  expect([system['infra-net'], system['infra-owned']]).toEqual([true, false]);
});
