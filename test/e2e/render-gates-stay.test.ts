/** The gate of a turn stays on a tenant's pod, whatever its tenant tries, and comes off for the platform: the API server's own doing. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { FAIR_SHARE_GATE, withoutGate } from '../../src/kube/scheduling-gates.ts';
import { daemonward as cli } from '../unit/cli/terminal.ts';
import { ApiError, type KubeObject } from './harness/client.ts';
import { SYSTEM_MARK, SYSTEM_TENANT } from './harness/daemonward.ts';
import { TENANT_LABEL } from './harness/guarded-cluster.ts';
import type { Identity } from './harness/identities.ts';
import { createNamespace } from './harness/namespaces.ts';
import { type RenderBench, startRenderBench, WORK } from './harness/rendered-registrations.ts';
import { waitFor } from './harness/wait-for.ts';
import { type Pod, podObject, podsPath } from './harness/workloads.ts';

const POLICY = 'dw107.daemonward.dev';
const OURS = { name: FAIR_SHARE_GATE };
const OTHERS = { name: 'example.com/other' };
const RBAC = 'rbac.authorization.k8s.io';

const CONFIGURATION = {
  apiVersion: 'daemonward.dev/v1alpha1',
  kind: 'Configuration',
  tenancy: { systemTenants: [SYSTEM_TENANT] },
  fairness: { mode: 'on' },
};

let bench: RenderBench;
let tenant: string;
let system: string;
let made = 0;

beforeAll(async () => {
  bench = await startRenderBench();
  const { plane } = bench;
  tenant = await createNamespace(plane, 'shop', { labels: { [TENANT_LABEL]: 'shop' }, tenant: 'tenant-a' });
  system = await createNamespace(plane, 'platform', { labels: SYSTEM_MARK, tenant: 'tenant-a' });
  const metadata = { name: 'e2e-takes-gates-off' };
  const rules = [{ apiGroups: [''], resources: ['pods'], verbs: ['patch'] }];
  await plane.client().create(`/apis/${RBAC}/v1/clusterroles`, { metadata, ...{ rules } });
  await plane.client().create(`/apis/${RBAC}/v1/clusterrolebindings`, {
    metadata,
    ...{
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: metadata.name },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: 'daemonward' }],
    },
  });
  const file = bench.file('fair.yaml', JSON.stringify(CONFIGURATION));
  const printed = await bench.render('--config', file, '--ca', 'none', '--output', 'json');
  const { items }: { items: KubeObject[] } = JSON.parse(printed);
  const policies = items.filter(({ metadata }) => metadata?.name === POLICY);
  await bench.apply(JSON.stringify({ apiVersion: 'v1', kind: 'List', items: policies }));
  // The API server takes it up a moment later.
  await waitFor(
    'the policy is in force',
    async () => takeOff('tenant-a-admin', await gatedPod()),
    (answer) => answer !== '',
  );
});

afterAll(async () => {
  await bench?.stop();
});

async function gatedPod(gates: readonly { name: string }[] = [OURS], namespace = tenant): Promise<Pod> {
  made += 1;
  const pod = podObject(`gated-${made}`, WORK);
  const gated = { ...pod, spec: { ...pod.spec, schedulingGates: [...gates] } };
  return bench.plane.client().create(podsPath(namespace), gated);
}

const pathOf = ({ metadata }: Pod) => `${podsPath(metadata?.namespace ?? '')}/${metadata?.name}`;

/** What the API server says against it; empty when it does it. */
async function saying(deed: () => Promise<unknown>): Promise<string> {
  try {
    await deed();
    return '';
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

function takeOff(as: Identity, pod: Pod): Promise<string> {
  const patch = withoutGate(pod.metadata?.uid ?? '');
  return saying(() => bench.plane.client(as).patch(pathOf(pod), patch, 'strategic'));
}

async function gatesOf(pod: Pod): Promise<unknown[]> {
  const { spec } = await bench.plane.client().get<Pod>(pathOf(pod));
  return (spec.schedulingGates ?? []).map(({ name }) => name);
}

test('the API server finds nothing wrong with the policy', async () => {
  expect(await bench.typeWarnings(POLICY)).toEqual([]);
});

test.each(['tenant-a-admin', 'tenant-a-user'] as const)('%s cannot take it off', async (as) => {
  const pod = await gatedPod([OTHERS, OURS]);
  const remove = [{ op: 'remove', path: '/spec/schedulingGates' }];
  const client = bench.plane.client(as);

  const answers = [
    await takeOff(as, pod),
    await saying(() => client.patch(pathOf(pod), remove, 'json')),
    await saying(() => client.patch(pathOf(pod), { spec: { schedulingGates: [OTHERS] } })),
    await saying(async () => {
      const current = await client.get<Pod>(pathOf(pod));
      await client.replace(pathOf(pod), { ...current, spec: { ...current.spec, schedulingGates: [] } });
    }),
  ];

  for (const answer of answers) {
    expect(answer).toContain(
      `DW107 spec.schedulingGates: must keep ${FAIR_SHARE_GATE} until its turn comes: the namespace belongs to the tenant "shop"; wait`,
    );
  }
  expect(await gatesOf(pod)).toEqual([OTHERS.name, OURS.name]);
});

test('whatever else a tenant does with its pods passes', async () => {
  const client = bench.plane.client('tenant-a-admin');
  const [both, others] = [await gatedPod([OURS, OTHERS]), await gatedPod([OTHERS])];
  const withoutOthers = { spec: { schedulingGates: [{ $patch: 'delete', ...OTHERS }] } };

  expect([
    await saying(() => client.patch(pathOf(both), { metadata: { labels: { app: 'web' } } })),
    await saying(() => client.patch(pathOf(both), withoutOthers, 'strategic')),
    await saying(() => client.patch(pathOf(others), withoutOthers, 'strategic')),
    await saying(() => client.delete(`${pathOf(both)}?gracePeriodSeconds=0`)),
  ]).toEqual(['', '', '', '']);
  expect(await gatesOf(others)).toEqual([]);
});

test('in a namespace of the system whoever may patch a pod may', async () => {
  const pod = await gatedPod([OURS], system);

  expect(await takeOff('tenant-a-admin', pod)).toBe('');
});

test('Daemonward takes it off with the right that its installation has, and admins do by hand', async () => {
  const pods = await Promise.all([gatedPod(), gatedPod(), gatedPod([OURS, OTHERS])]);
  const [first, second, third] = pods;

  expect(await takeOff('daemonward', first)).toBe('');
  const done = await cli('release', '--all', '--kubeconfig', bench.plane.kubeconfig('admin'));

  expect({ code: done.code, err: done.err }).toEqual({ code: 0, err: '' });
  expect([await gatesOf(first), await gatesOf(second), await gatesOf(third)]).toEqual([
    [],
    [],
    [OTHERS.name],
  ]);
});

test('a tenant who releases by hand is told the reason', async () => {
  const pod = await gatedPod();
  const kubeconfig = bench.plane.kubeconfig('tenant-a-admin');

  const done = await cli('release', '--namespace', tenant, '--kubeconfig', kubeconfig);

  expect(done.code).toBe(1);
  expect(done.err).toContain('DW107');
  expect(await gatesOf(pod)).toEqual([FAIR_SHARE_GATE]);
});

interface DoctorReport {
  readonly checks: readonly { readonly check: string; readonly status: string; readonly text: string }[];
}

test('the doctor sees who would take gates off, and whether they may', async () => {
  const { plane } = bench;
  const own = await createNamespace(plane, 'hooks');
  const config = bench.file('fair.yaml', JSON.stringify(CONFIGURATION));
  const gates = async () => {
    const flags = ['--config', config, '--namespace', own, '--output', 'json'];
    const { out } = await cli('doctor', ...flags, '--kubeconfig', plane.kubeconfig('admin'));
    const { checks }: DoctorReport = JSON.parse(out);
    return checks.filter(({ check }) => check === 'gates').map(({ status, text }) => `${status} ${text}`);
  };
  await gatedPod();

  expect(await gates()).toEqual([
    expect.stringMatching(/^failure .*have the gate .*Daemonward may not patch pods/),
    expect.stringMatching(/^warning .*no hook asks about new pods/),
  ]);
  const metadata = { name: `e2e-${own}` };
  await plane.client().create(`/apis/${RBAC}/v1/clusterrolebindings`, {
    metadata,
    ...{
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: 'e2e-takes-gates-off' },
      subjects: [{ kind: 'ServiceAccount', name: 'daemonward', namespace: own }],
    },
  });
  expect((await gates())[0]).toMatch(/^failure .*nobody holds the Lease/);
  const spec = { holderIdentity: 'one', leaseDurationSeconds: 15, renewTime: microTime(new Date()) };
  const leases = `/apis/coordination.k8s.io/v1/namespaces/${own}/leases`;
  await plane.client().create(leases, { metadata: { name: 'daemonward' }, ...{ spec } });
  expect(await gates()).toEqual([expect.stringMatching(/^warning .*no hook/)]);
});

function microTime(at: Date): string {
  return at.toISOString().replace('Z', '000Z');
}
