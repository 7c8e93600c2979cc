/** What a pod of a tenant may not claim: priorities, a DaemonSet as its owner, a node; and what is said of it. */
import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../../../src/config/schema/schema.ts';
import type { PolicyContext } from '../../../../src/policy/judge.ts';
import type { PolicyView } from '../../../../src/policy/policy-view.ts';
import { bindingFindings, type PodChange, podFindings } from '../../../../src/policy/rules/pods.ts';
import { policySettings } from '../../../../src/policy/settings.ts';
import { smallCluster } from '../cluster.ts';

const ordinary = defaultConfiguration();
const settings = policySettings(ordinary);
const onArktos = policySettings({ ...ordinary, cluster: { ...ordinary.cluster, flavor: 'arktos' } });
const view = smallCluster().within('');

const TENANT = { name: 'tenant-a', system: false, by: 'label' } as const;
const SYSTEM = { name: '', system: true, by: 'namespace' } as const;
const person = { username: 'jane', groups: [] };
const [schedulerName = ''] = settings.tenancy.schedulers;
const scheduler = { username: schedulerName, groups: [] };
const serviceAccount = { username: 'system:serviceaccount:kube-system:batch', groups: [] };

function found(change: Partial<PodChange>, context: PolicyContext = { settings, view }): string[] {
  const pod = { metadata: {}, spec: {}, old: undefined, tenant: TENANT, actor: person, ...change };
  return podFindings(pod, context).map(({ code, field, detail }) => `${code} ${field}: ${detail}`);
}

const owned = {
  ownerReferences: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent', uid: 'u', controller: true }],
};

test('a pod that claims nothing', () => {
  expect(found({})).toEqual([]);
  expect(found({ tenant: { ...TENANT, name: '' } }, { settings, view: undefined })).toEqual([]);
});

test('a class of the system', () => {
  const spec = { priorityClassName: 'system-node-critical' };

  expect(found({ spec })).toEqual([
    'DW103 spec.priorityClassName: system-node-critical is reserved to the system tenant, and this pod belongs to "tenant-a"',
  ]);
  expect(found({ spec, tenant: SYSTEM })).toEqual([]);
  // The class of a pod that is there cannot change.
  expect(found({ spec, old: {} })).toEqual([]);
});

test('an owner whose controller did not make it; in a file nobody says who will', () => {
  expect(found({ metadata: owned })).toEqual([
    'DW104 metadata.ownerReferences: names the DaemonSet "agent", and "jane" is not its controller',
  ]);
  expect(found({ metadata: owned, actor: undefined })).toEqual([]);
  expect(found({ metadata: owned, old: { metadata: {} } })).toHaveLength(1);
  expect(found({ metadata: owned, old: { metadata: owned } })).toEqual([]);
});

test('a node, by its spec or by a binding', () => {
  const spec = { nodeName: 'n1' };

  expect(found({ spec })).toEqual(['DW105 spec.nodeName: names "n1"']);
  expect(found({ spec, actor: undefined })).toHaveLength(1);
  expect(found({ spec, tenant: SYSTEM })).toEqual([]);
  expect(found({ spec, old: { spec: { nodeName: 'n0' } } })).toHaveLength(1);
  expect(found({ spec, old: { spec } })).toEqual([]);
  expect(bindingFindings({ node: 'n1', tenant: TENANT, actor: person }, settings)).toEqual([
    { code: 'DW105', field: 'target.name', detail: 'binds the pod to "n1", and "jane" is no scheduler' },
  ]);
  expect(bindingFindings({ node: 'n1', tenant: SYSTEM, actor: person }, settings)).toEqual([]);
});

test('a scheduler may choose nodes; on Arktos not as a service account, of which every tenant may have one', () => {
  const schedulers = [schedulerName, serviceAccount.username];
  const of = (some: typeof settings) => ({ ...some, tenancy: { ...some.tenancy, schedulers } });
  const binds = (actor: typeof person, some: typeof settings) =>
    bindingFindings({ node: 'n1', tenant: TENANT, actor }, of(some)).map(({ code }) => code);

  expect([binds(scheduler, settings), binds(serviceAccount, settings)]).toEqual([[], []]);
  expect([binds(scheduler, onArktos), binds(serviceAccount, onArktos)]).toEqual([[], ['DW105']]);
});

test('the mirror of a pod that the kubelet of that node runs by itself', () => {
  const metadata = { annotations: { 'kubernetes.io/config.mirror': 'hash' } };
  const kubelet = (node: string) => ({ username: `system:node:${node}`, groups: ['system:nodes'] });
  const spec = { nodeName: 'n1' };

  expect(found({ metadata, spec, actor: kubelet('n1') })).toEqual([]);
  expect(found({ metadata, spec, actor: kubelet('n2') })).toHaveLength(1);
  expect(found({ spec, actor: kubelet('n1') })).toHaveLength(1);
});

test('a priority above what tenants may use, by its class, by itself, or by the default', () => {
  const above = (text: string) => [
    `DW106 spec.priorityClassName: ${text} has the value 1000, and tenants may use up to 0`,
  ];
  const withDefault: PolicyView = {
    synced: true,
    namespace: (name) => view.namespace(name),
    priorityClass: (name) => view.priorityClass(name),
    priorityClasses: () =>
      [...view.priorityClasses()].map((known) => ({ ...known, globalDefault: known.name === 'high' })),
  };

  expect(found({ spec: { priorityClassName: 'high' } })).toEqual(above('high'));
  expect(found({ spec: { priorityClassName: 'high', priority: 0 } })).toEqual([]);
  expect(found({ spec: { priority: 1_000 } })).toEqual(above('is not set, and the default'));
  expect(found({ spec: {} }, { settings, view: withDefault })).toEqual(above('is not set, and the default'));
  expect(found({ spec: { priorityClassName: 'high' } }, { settings, view: undefined })).toEqual([]);
  expect(found({ spec: { priorityClassName: 'high' }, old: {} })).toEqual([]);
  expect(found({ spec: { priorityClassName: 'high' }, tenant: SYSTEM })).toEqual([]);
});

test('where the rule for the classes of the system is off, they are merely high', () => {
  const off = { ...settings, modes: { ...settings.modes, DW103: 'off' as const } };
  const spec = { priorityClassName: 'system-node-critical', priority: 2_000_001_000 };

  expect(found({ spec }, { settings: off, view }).map((text) => text.slice(0, 5))).toEqual([
    'DW103',
    'DW106',
  ]);
  expect(found({ spec }).map((text) => text.slice(0, 5))).toEqual(['DW103']);
});

test('a pod that its controller has made may claim everything', () => {
  const [username = ''] = settings.tenancy.controllers;
  const change = { metadata: owned, spec: { nodeName: 'n1' }, actor: { username, groups: [] } };

  expect(found(change)).toEqual([]);
  // On Arktos every tenant can have a service account of that name.
  expect(found(change, { settings: onArktos, view })).toHaveLength(2);
  expect(found({ ...change, tenant: SYSTEM }, { settings: onArktos, view })).toEqual([]);
});

test('a user that controllers share makes daemons of the system, and nothing for tenants', () => {
  const sharedControllers = ['shared'];
  const of = { ...settings, tenancy: { ...settings.tenancy, sharedControllers } };
  const actor = { username: 'shared', groups: [] };
  const codes = (change: Partial<PodChange>) =>
    found({ actor, ...change }, { settings: of, view }).map((text) => text.slice(0, 5));

  expect(codes({ metadata: owned, tenant: SYSTEM })).toEqual([]);
  expect(codes({ metadata: owned })).toEqual(['DW104']);
  expect(codes({ spec: { nodeName: 'n1' } })).toEqual(['DW105']);
});
