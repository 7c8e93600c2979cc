/** What `daemonward render` prints is applied with kubectl, and Daemonward itself is down. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ObjectMeta } from '../../src/kube/objects.ts';
import type { KubeObject } from './harness/client.ts';
import { SYSTEM_MARK, SYSTEM_TENANT } from './harness/daemonward.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { type RenderBench, startRenderBench, WORK } from './harness/rendered-registrations.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, daemonSetsPath, type Pod, podObject, podsPath } from './harness/workloads.ts';

/** As much of OpenKruise as the API server needs to know its kinds. */
const kruise = (kind: string, plural: string) => ({
  apiVersion: 'apiextensions.k8s.io/v1',
  kind: 'CustomResourceDefinition',
  metadata: { name: `${plural}.apps.kruise.io` },
  spec: {
    group: 'apps.kruise.io',
    scope: 'Namespaced',
    names: { kind, plural },
    versions: [
      {
        name: 'v1alpha1',
        served: true,
        storage: true,
        schema: { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } },
      },
    ],
  },
});

const FINE = { code: 0, stderr: '' };

let bench: RenderBench;
let tenant = '';
let marked = '';

beforeAll(async () => {
  bench = await startRenderBench();
  const { plane, apply, untilAnswered } = bench;
  tenant = await createNamespace(plane, 'team', {
    tenant: 'tenant-a',
    labels: { 'kiosk.sh/account': 'team-a' },
  });
  marked = await createNamespace(plane, 'marked', {
    labels: SYSTEM_MARK,
  });
  for (const namespace of [tenant, marked]) {
    await plane.client().create(daemonSetsPath(namespace), daemonSetObject('old', WORK));
  }
  await apply(JSON.stringify(kruise('DaemonSet', 'daemonsets')));
  await apply(JSON.stringify(kruise('BroadcastJob', 'broadcastjobs')));
  await apply(await rendered());
  await untilAnswered(tenant, (text) => text.includes('dw101.daemonward.dev'));
  await untilAnswered(marked, (text) => text.includes('failed calling webhook'));
});
afterAll(async () => {
  await bench?.stop();
});

function rendered(...args: readonly string[]): Promise<string> {
  const head = { apiVersion: 'daemonward.dev/v1alpha1', kind: 'Configuration' };
  const configuration = { ...head, tenancy: { systemTenants: [SYSTEM_TENANT] } };
  const file = bench.file('render.yaml', JSON.stringify(configuration));
  return bench.render('--config', file, '--url', bench.nobody, '--ca', bench.ca, ...args);
}

async function outcome(
  args: readonly string[],
  input = '',
): Promise<{ code: number | null; stderr: string }> {
  const { code, stderr } = await bench.plane.kubectl(args, { input });
  return { code, stderr };
}

test('the API server stores what is printed as it is, and a second time changes nothing', async () => {
  type Stored = KubeObject & { spec?: unknown; webhooks?: unknown };
  const content = ({ kind, spec, webhooks }: Stored) => ({ kind, spec, webhooks });
  const printed: { items: Stored[] } = JSON.parse(await rendered('--output', 'json'));

  const again = await bench.apply(await rendered());
  const got = await bench.plane.kubectl(['get', '-o', 'json', '-f', '-'], { input: await rendered() });

  const stored: { items: Stored[] } = JSON.parse(got.stdout);
  expect(again.map((line) => line.split(' ')[1])).toEqual(printed.items.map(() => 'unchanged'));
  // Nothing added: no field is left to the defaults of one version.
  expect(stored.items.map(content)).toEqual(printed.items.map(content));
});

test.each(['dw101', 'dw103', 'dw104', 'dw105', 'dw105-bindings'])(
  'every expression of %s has the right types',
  async (code) => {
    const warnings = await bench.typeWarnings(`${code}.daemonward.dev`);

    expect(warnings).toEqual([]);
  },
);

test('a policy with a wrong type would be found by that', async () => {
  const [policy] = JSON.parse(await rendered('--output', 'json')).items;
  policy.metadata.name = 'wrong.daemonward.dev';
  policy.spec.validations[0].expression = 'object.spec.selector == 7';
  await bench.apply(JSON.stringify(policy));

  const warnings = await bench.typeWarnings('wrong.daemonward.dev');

  expect(warnings).toHaveLength(1);
});

test.each([
  ['DaemonSet', 'daemonsets'],
  ['BroadcastJob', 'broadcastjobs'],
])("a tenant's %s of another controller is refused too, and none of it is missed", async (kind, plural) => {
  const object = { apiVersion: 'apps.kruise.io/v1alpha1', kind, metadata: { name: 'bare' } };
  const path = `/apis/apps.kruise.io/v1alpha1/namespaces/${tenant}/${plural}`;

  const text = await waitFor(
    'it is served',
    () => bench.refusal(path, object),
    (seen) => !seen.includes('404'),
  );

  expect(text).toContain('DW101');
  expect(text).toContain(`only the system tenant may run a ${kind}`);
});

test("kubectl tells a tenant's admin whose the namespace is and what to do", async () => {
  const input = JSON.stringify(daemonSetObject('agent', WORK));

  const applied = await bench.plane.kubectl(['apply', '-n', tenant, '-f', '-'], {
    as: 'tenant-a-admin',
    input,
  });

  expect(applied.code).toBe(1);
  expect(applied.stderr).toContain(
    'DW101 metadata.namespace: the namespace belongs to the tenant "team-a", and only the system tenant may run a ' +
      'DaemonSet; use a Deployment, or ask the platform team to run the DaemonSet in a system namespace',
  );
});

test('a cluster admin can apply, change and delete a DaemonSet in kube-system, and its pods come', async () => {
  const system = ['-n', 'kube-system'];
  const agent = daemonSetObject('agent', { ...WORK, priorityClassName: 'system-node-critical' });

  const applied = await outcome(['apply', ...system, '-f', '-'], JSON.stringify(agent));
  const pods = await waitFor(
    'a pod of the DaemonSet',
    () => bench.plane.client().list<Pod>(podsPath('kube-system')),
    ({ length }) => length > 0,
  );
  const changed = await outcome(['set', 'image', ...system, 'daemonset/agent', 'main=main:2.0']);
  const deleted = await outcome(['delete', ...system, 'daemonset/agent']);

  expect([applied, changed, deleted]).toEqual([FINE, FINE, FINE]);
  expect(pods[0]?.metadata?.ownerReferences?.[0]?.kind).toBe('DaemonSet');
});

test('an old DaemonSet of a tenant keeps its spec, and everything else of it can change', async () => {
  const old = ['-n', tenant, 'daemonset/old'];
  const finalizers = (list: string) => [
    'patch',
    ...old,
    '--type=merge',
    '-p',
    `{"metadata":{"finalizers":${list}}}`,
  ];

  const changed = await outcome(['set', 'image', ...old, 'main=main:2.0']);
  const allowed = [
    await outcome(['label', ...old, 'looked=at']),
    await outcome(finalizers('["example.com/kept"]')),
    await outcome(['delete', ...old, '--wait=false']),
    await outcome(finalizers('[]')),
  ];
  const left = await waitFor(
    'the DaemonSet is gone',
    () => bench.plane.client().find(`${daemonSetsPath(tenant)}/old`),
    (found) => found === undefined,
  );

  expect(changed.stderr).toContain('DW101');
  expect(allowed).toEqual([FINE, FINE, FINE, FINE]);
  expect(left).toBeUndefined();
});

test('the DaemonSet controller goes on in a namespace that a mark makes the system', async () => {
  const client = bench.plane.client();
  const ofOld = () => client.list<Pod>(`${podsPath(marked)}?labelSelector=app%3Dold`);
  const [before] = await waitFor('its pod', ofOld, ({ length }) => length === 1);
  await client.delete(`${podsPath(marked)}/${before?.metadata?.name}?gracePeriodSeconds=0`);

  const [after] = await waitFor(
    'another pod',
    ofOld,
    ([pod]) => pod !== undefined && pod.metadata?.uid !== before?.metadata?.uid,
  );

  expect(after?.metadata?.ownerReferences?.[0]?.name).toBe('old');
});

test('a namespace with a DaemonSet in it can be deleted', async () => {
  await deleteNamespace(bench.plane, marked);

  const left = await waitFor(
    'the namespace is gone',
    () => bench.plane.client().find(`/api/v1/namespaces/${marked}`),
    (found) => found === undefined,
  );

  expect(left).toBeUndefined();
});

function ownedBy(apiVersion: string, controller: boolean): ObjectMeta {
  return { ownerReferences: [{ apiVersion, kind: 'DaemonSet', name: 'old', uid: 'u', controller }] };
}

test.each([
  ['an ordinary pod', {}, {}, 'taken'],
  ['a pod of a system priority class', {}, { priorityClassName: 'system-node-critical' }, 'DW103'],
  ['a pod that claims a DaemonSet', ownedBy('apps/v1', true), {}, 'DW104'],
  ['a pod that a DaemonSet owns and does not control', ownedBy('apps/v1', false), {}, 'taken'],
  ["a pod of another group's DaemonSet", ownedBy('apps.kruise.io/v1alpha1', true), {}, 'DW104'],
  ["a pod of an old group's DaemonSet", ownedBy('extensions/v1beta1', true), {}, 'DW104'],
  ['a pod that names its node', {}, { nodeName: 'somewhere' }, 'DW105'],
])("%s of a tenant's", async (_, metadata, work, answer) => {
  const pod = podObject('bare', { ...WORK, ...work });

  const text = await bench.refusal(podsPath(tenant), { ...pod, metadata: { ...pod.metadata, ...metadata } });

  expect(text === '' ? 'taken' : /DW\d+/.exec(text)?.[0]).toBe(answer);
});

test('a namespace that is only called as ours usually is belongs to whoever made it', async () => {
  const metadata = { name: 'daemonward-system', labels: { 'kiosk.sh/account': 'team-a' } };
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata };
  await bench.plane.client().create('/api/v1/namespaces', namespace);
  const critical = podObject('bare', { ...WORK, priorityClassName: 'system-node-critical' });

  const answers = [
    await bench.newDaemonSet('daemonward-system'),
    await bench.refusal(podsPath('daemonward-system'), critical),
  ];

  expect(answers.map((text) => /DW\d+/.exec(text)?.[0])).toEqual(['DW101', 'DW103']);
});

test('a pod of a system priority class in kube-system is taken', async () => {
  const pod = podObject('bare', { ...WORK, priorityClassName: 'system-node-critical' });

  const text = await bench.refusal(podsPath('kube-system'), pod);

  expect(text).toBe('');
});
