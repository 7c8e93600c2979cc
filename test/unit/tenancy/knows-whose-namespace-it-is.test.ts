import { expect, test } from 'vitest';
import type { SlimNamespace } from '../../../src/cluster/records.ts';
import { defaultConfiguration } from '../../../src/config/schema/schema.ts';
import { policySettings } from '../../../src/policy/settings.ts';
import { createTenantResolver, type TenancySettings } from '../../../src/tenancy/tenant.ts';

const defaults: TenancySettings = policySettings(defaultConfiguration()).tenancy;
/** As on KubeSphere, the one convention that gives its own system a name. */
const settings: TenancySettings = {
  ...defaults,
  systemTenants: [{ label: 'kubesphere.io/workspace', value: 'system-workspace' }],
};

function record(labels: Record<string, string>, annotations: Record<string, string> = {}): SlimNamespace {
  return { partition: '', name: 'ns', tenant: '', labels, annotations };
}

test.each([
  ['Capsule', 'shop', record({ 'capsule.clastix.io/tenant': 'garden' }), 'garden', false, 'label'],
  [
    'Capsule, its new key',
    'shop',
    record({ 'projectcapsule.dev/tenant': 'garden' }),
    'garden',
    false,
    'label',
  ],
  ['KubeSphere', 'shop', record({ 'kubesphere.io/workspace': 'garden' }), 'garden', false, 'label'],
  [
    'KubeSphere, its own',
    'shop',
    record({ 'kubesphere.io/workspace': 'system-workspace' }),
    'system-workspace',
    true,
    'label',
  ],
  ['Stakater', 'shop', record({ 'stakater.com/tenant': 'garden' }), 'garden', false, 'label'],
  ['KubeCube', 'shop', record({ 'kubecube.hnc.x-k8s.io/tenant': 'garden' }), 'garden', false, 'label'],
  ['kiosk', 'shop', record({ 'kiosk.sh/account': 'garden' }), 'garden', false, 'label'],
  ['Loft', 'shop', record({ 'loft.sh/project': 'garden' }), 'garden', false, 'label'],
  [
    'HNC, the farthest ancestor',
    'shop',
    record({
      'shop.tree.hnc.x-k8s.io/depth': '0',
      'team.tree.hnc.x-k8s.io/depth': '1',
      'org.tree.hnc.x-k8s.io/depth': '2',
    }),
    'org',
    false,
    'label-suffix',
  ],
  [
    'HNC, below a system namespace',
    'x',
    record({ 'x.tree.hnc.x-k8s.io/depth': '0', 'kube-system.tree.hnc.x-k8s.io/depth': '1' }),
    'kube-system',
    false,
    'label-suffix',
  ],
  [
    'Rancher',
    'shop',
    record({}, { 'field.cattle.io/projectId': 'c-1:p-abc' }),
    'c-1:p-abc',
    false,
    'annotation',
  ],
  ['a system namespace', 'kube-system', record({}), 'system', true, 'namespace'],
  [
    'a system namespace that the view does not know yet',
    'kube-system',
    undefined,
    'system',
    true,
    'namespace',
  ],
  [
    'a system namespace that Rancher has marked like any other',
    'kube-system',
    record({}, { 'field.cattle.io/projectId': 'local:p-abcde' }),
    'system',
    true,
    'namespace',
  ],
  [
    'two conventions that disagree: the one that names a tenant counts',
    'shop',
    record({ 'kubesphere.io/workspace': 'system-workspace', 'loft.sh/project': 'garden' }),
    'garden',
    false,
    'label',
  ],
  [
    'a mark that claims the system beside one of another convention',
    'shop',
    record({ 'kubesphere.io/workspace': 'system-workspace' }, { 'field.cattle.io/projectId': 'c-1:p-1' }),
    'c-1:p-1',
    false,
    'annotation',
  ],
  [
    'a tenant that calls itself system',
    'shop',
    record({ 'capsule.clastix.io/tenant': 'system' }),
    'system',
    false,
    'label',
  ],
  [
    'HNC with a distance that is no number of digits',
    'shop',
    record({ 'kube-system.tree.hnc.x-k8s.io/depth': '1e1', 'team.tree.hnc.x-k8s.io/depth': '5' }),
    'team',
    false,
    'label-suffix',
  ],
  ['nothing', 'shop', record({}), 'shop', false, 'unknown'],
  ['a namespace that the view does not know yet', 'shop', undefined, 'shop', false, 'unknown'],
  ['an empty mark', 'shop', record({ 'capsule.clastix.io/tenant': '' }), 'shop', false, 'unknown'],
  ['a name that only begins like one', 'kube-system-2', record({}), 'kube-system-2', false, 'unknown'],
] as const)('%s', (_convention, namespace, known, name, system, by) => {
  const resolve = createTenantResolver(settings);

  const tenant = resolve({ namespace, objectTenant: undefined, record: known });

  expect(tenant).toEqual({ name, system, by });
});

test('a Rancher project can be named as the system by its id alone', () => {
  const resolve = createTenantResolver({
    ...settings,
    systemTenants: [{ annotation: 'field.cattle.io/projectId', value: 'p-abc' }],
  });

  const tenant = resolve({
    namespace: 'x',
    objectTenant: undefined,
    record: record({}, { 'field.cattle.io/projectId': 'c-1:p-abc' }),
  });

  expect(tenant.system).toBe(true);
});

test.each([
  ['a label of another convention', record({ 'capsule.clastix.io/tenant': 'system-workspace' })],
  ['an ancestor', record({ 'system-workspace.tree.hnc.x-k8s.io/depth': '1' })],
  ['an annotation', record({}, { 'field.cattle.io/projectId': 'system-workspace' })],
])('the name of a system tenant is anybody’s in %s', (_what, known) => {
  const resolve = createTenantResolver(settings);

  const tenant = resolve({ namespace: 'shop', objectTenant: undefined, record: known });

  expect(tenant).toMatchObject({ name: 'system-workspace', system: false });
});

test('unless it is configured no mark makes a namespace the system’s', () => {
  const known = record({ 'kubesphere.io/workspace': 'system-workspace' });

  const tenant = createTenantResolver(defaults)({ namespace: 'a', objectTenant: undefined, record: known });

  expect(tenant.system).toBe(false);
});

test.each([
  ['of that suffix', { 'platform.tree.hnc.x-k8s.io/depth': '2', 'x.tree.hnc.x-k8s.io/depth': '1' }, true],
  [
    'nearer than another root',
    { 'platform.tree.hnc.x-k8s.io/depth': '1', 'x.tree.hnc.x-k8s.io/depth': '2' },
    false,
  ],
  ['of another suffix', { 'platform.example.com/above': '2' }, false],
  ['of both', { 'platform.example.com/above': '2', 'platform.tree.hnc.x-k8s.io/depth': '2' }, true],
])('an ancestor can be named as the system: %s', (_what, labels, system) => {
  const hnc = '.tree.hnc.x-k8s.io/depth';
  const resolve = createTenantResolver({
    ...settings,
    labelSuffixes: [hnc, '.example.com/above'],
    systemTenants: [{ labelSuffix: hnc, value: 'platform' }],
  });

  const tenant = resolve({ namespace: 'x', objectTenant: undefined, record: record(labels) });

  expect(tenant.system).toBe(system);
});

test.each([
  ['in it', 'hooks', true],
  ['elsewhere', undefined, false],
])('our usual namespace is the system’s only while we run there: %s', (_where, namespace, system) => {
  const { server, ...rest } = defaultConfiguration();
  const { tenancy } = policySettings({ ...rest, server: { ...server, namespace } });
  const at = (name: string) =>
    createTenantResolver(tenancy)({ namespace: name, objectTenant: undefined, record: undefined }).system;

  expect([at('hooks'), at('daemonward-system')]).toEqual([system, false]);
});

test('patterns of system namespaces, and what the configuration says of the unknown', () => {
  const resolve = createTenantResolver({ ...settings, systemNamespaces: ['platform-*'], unknown: 'system' });
  const at = (namespace: string) => resolve({ namespace, objectTenant: undefined, record: undefined });

  expect(at('platform-logging')).toMatchObject({ system: true, by: 'namespace' });
  expect(at('a-platform-')).toMatchObject({ system: true, by: 'unknown' });
});

test.each([
  ['the system', 'kube-system', 'system', { name: 'system', system: true, by: 'object' }],
  ['a tenant’s own kube-system', 'kube-system', 't1', { name: 't1', system: false, by: 'object' }],
  ['nobody says', 'kube-system', undefined, { name: '', system: false, by: 'unknown' }],
])(
  'on Arktos the tenant of the object decides before its namespace: %s',
  (_what, namespace, objectTenant, expected) => {
    const resolve = createTenantResolver({ ...settings, flavor: 'arktos' });

    const tenant = resolve({
      namespace,
      objectTenant,
      record: record({ 'capsule.clastix.io/tenant': 'system' }),
    });

    expect(tenant).toEqual(expected);
  },
);

test('elsewhere a tenant in the object says nothing', () => {
  const tenant = createTenantResolver(settings)({
    namespace: 'shop',
    objectTenant: 'system',
    record: undefined,
  });

  expect(tenant.system).toBe(false);
});
