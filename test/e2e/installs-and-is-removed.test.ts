/**
 * From an empty cluster with one command to one that is guarded, and with one command back. The service runs with the
 * account of its Deployment: everything works, and it uses every right that it has.
 */
import { readFileSync } from 'node:fs';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { TLS_SECRET } from '../../src/render/workload/installation.ts';
import { clusterRules, namespaceRules } from '../../src/render/workload/rights.ts';
import { daemonward, type Finished } from '../unit/cli/terminal.ts';
import type { AuditEvent } from './harness/access.ts';
import { ApiError, type KubeObject } from './harness/client.ts';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { credentialFiles } from './harness/credentials.ts';
import { freePorts } from './harness/free-ports.ts';
import { createNamespace } from './harness/namespaces.ts';
import { createNodes } from './harness/nodes.ts';
import { daemonwardBeside, schedulerBeside } from './harness/pod-beside.ts';
import { startScheduler } from './harness/scheduler.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, daemonSetsPath, type Pod, podObject, podsPath } from './harness/workloads.ts';

const POOL = 'room';
const NAMESPACE = 'daemonward-system';
const ACCOUNT = `system:serviceaccount:${NAMESPACE}:daemonward`;
const HOOKS = '/apis/admissionregistration.k8s.io/v1';

/** Of the two that the node has: no second one of the same size fits. */
const AGENT = { pool: POOL, cpu: '1500m' };

interface Webhooks extends KubeObject {
  readonly webhooks: readonly {
    readonly name: string;
    readonly clientConfig: { readonly caBundle?: string };
  }[];
}

let plane: ControlPlane;
let tenant: string;
let url: string;
let installed: Finished;
let installSeconds: number;
let opsUrl: string;

beforeAll(async () => {
  plane = await startControlPlane({ controllerManager: true, scheduler: { config: {} }, nodes: 'kwok' });
  await createNodes(plane.client(), 1, { namePrefix: POOL, size: { cpu: '2' } });
  tenant = await createNamespace(plane, 'shop', { tenant: 'tenant-a' });
  const [port = 0, opsPort = 0] = await freePorts(2);
  url = `https://127.0.0.1:${port}`;
  const start = Date.now();
  const installing = install();
  ({ opsUrl } = await daemonwardBeside({ plane, supervisor: plane.supervisor }, { port, opsPort }));
  installed = await installing;
  installSeconds = (Date.now() - start) / 1_000;
});

afterAll(() => plane?.stop());

function install(...more: readonly string[]): Promise<Finished> {
  const overlay = ['--overlay', 'second-scheduler', '--image', 'registry.example/daemonward:1', '--url', url];
  return daemonward('install', ...overlay, ...more, '--kubeconfig', plane.kubeconfig());
}

/** Why a tenant's new DaemonSet is not taken; empty when it is. */
async function refusal(name: string): Promise<string> {
  try {
    await plane
      .client('tenant-a-admin')
      .create(daemonSetsPath(tenant), daemonSetObject(name, { pool: POOL }));
    return '';
  } catch (error) {
    if (error instanceof ApiError) return error.message;
    throw error;
  }
}

function bundles(kind: string): Promise<string[]> {
  return plane
    .client()
    .get<Webhooks>(`${HOOKS}/${kind}/daemonward`)
    .then(({ webhooks }) => webhooks.map(({ clientConfig }) => clientConfig.caBundle ?? ''));
}

test('one command makes all of it, and registers what is ready', async () => {
  console.log(`installed in ${installSeconds.toFixed(1)} s`);

  expect([installed.code, installed.err]).toEqual([0, '']);
  const lines = installed.out.trimEnd().split('\n');
  expect(lines.slice(0, 2)).toEqual([
    'customresourcedefinition.apiextensions.k8s.io/orders.daemonward.dev created',
    'namespace/daemonward-system created',
  ]);
  expect(lines).toContain('deployment.apps/daemonward -n daemonward-system created');
  expect(lines.at(-1)).toBe('validatingwebhookconfiguration.admissionregistration.k8s.io/daemonward created');
  expect((await bundles('validatingwebhookconfigurations')).every((ca) => ca !== '')).toBe(true);
});

test('the doctor finds nothing in what was just installed', async () => {
  const examined = await daemonward(
    'doctor',
    ...['--url', opsUrl, '--output', 'json', '--kubeconfig', plane.kubeconfig()],
  );
  const { checks }: { checks: { status: string; check: string }[] } = JSON.parse(examined.out);

  expect(checks.filter(({ status }) => status === 'failure' || status === 'warning')).toEqual([]);
  expect(checks.filter(({ status }) => status === 'skipped').map(({ check }) => check)).toEqual([
    // Nobody has given it the configuration of a scheduler.
    'extender',
    'extender-ca',
    'extender-client',
    'extender-settings',
  ]);
  expect(examined.code).toBe(0);
});

test('a tenant’s DaemonSet is refused, and its owner finds the event', async () => {
  const words = await waitFor(
    'refused by the webhook',
    () => refusal('agent'),
    (text) => text.includes('admission webhook'),
  );

  expect(words).toContain('DW101');
  await waitFor(
    'the event',
    () =>
      plane.client().list<KubeObject & { readonly reason?: string }>(`/api/v1/namespaces/${tenant}/events`),
    (found) => found.some(({ reason }) => reason === 'Refused'),
  );
});

test('a daemon keeps its room until it comes', async () => {
  await schedulerBeside({ plane, supervisor: plane.supervisor }, url);
  const agent = { ...AGENT, priorityClassName: 'system-node-critical', schedulerName: 'later' };
  await plane.client().create(daemonSetsPath('kube-system'), daemonSetObject('agent', agent));
  await waitFor(
    'the daemon waits',
    () => plane.client().list<Pod>(`${podsPath('kube-system')}?labelSelector=app=agent`),
    (pods) => pods.length === 1,
  );

  const web = podObject('web', { ...AGENT, schedulerName: 'daemonward-scheduler' });
  await plane.client('tenant-a-user').create(podsPath(tenant), web);
  const waiting = await waitFor(
    'the tenant’s pod is refused',
    () => plane.client().get<Pod>(`${podsPath(tenant)}/web`),
    ({ status }) => JSON.stringify(status?.conditions ?? []).includes('DW504'),
  );
  await startScheduler(plane.handle, plane.supervisor, { profiles: [{ schedulerName: 'later' }] }, 'later');
  const [daemon] = await waitFor(
    'the daemon is on its node',
    () => plane.client().list<Pod>(`${podsPath('kube-system')}?labelSelector=app=agent`),
    (pods) => pods.some(({ spec }) => spec?.nodeName !== undefined),
  );

  expect(waiting.spec?.nodeName).toBeUndefined();
  expect(daemon?.spec?.nodeName).toMatch(/^room-/);
});

test('a second time nothing changes, and a change is shown before it is made', async () => {
  const again = await install();
  const rehearsed = await install('--overlay', 'high-availability', '--dry-run');

  expect(again.out.split('\n').filter((line) => line !== '' && !line.endsWith(' unchanged'))).toEqual([]);
  expect(rehearsed.out).toContain('deployment.apps/daemonward -n daemonward-system configured (dry run)\n');
  expect(rehearsed.out).toContain('    spec.replicas: 2 → 3\n');
});

test('every right is used, and none is missing', async () => {
  const kinds = ['validatingwebhookconfigurations', 'mutatingwebhookconfigurations'];
  const secret = `/api/v1/namespaces/${NAMESPACE}/secrets/daemonward-tls`;
  // Somebody spoils the CA; somebody asks for a new leaf.
  for (const kind of kinds) {
    const [good] = await bundles(kind);
    await plane.client().patch(
      `${HOOKS}/${kind}/daemonward`,
      [
        {
          op: 'replace',
          path: '/webhooks/0/clientConfig/caBundle',
          value: readFileSync(credentialFiles(plane.handle.directory).ca, 'base64'),
        },
      ],
      'json',
    );
    await waitFor(
      `the CA of ${kind} is good again`,
      () => bundles(kind),
      (found) => found.every((ca) => ca === good),
    );
  }
  await plane.client().patch(secret, { metadata: { annotations: { 'daemonward.dev/renew': 'leaf' } } });
  await waitFor(
    'the leaf is new',
    () => plane.client().get(secret),
    ({ metadata }) => metadata?.annotations?.['daemonward.dev/renew'] === undefined,
  );

  const given = [...clusterRules(TLS_SECRET), ...namespaceRules(TLS_SECRET)].flatMap(
    ({ apiGroups, resources, verbs, resourceNames = [''] }) =>
      apiGroups.flatMap((group) =>
        resources.flatMap((resource) =>
          verbs.flatMap((verb) => resourceNames.map((name) => rightText(verb, group, resource, name))),
        ),
      ),
  );
  const requests = plane.auditEvents().filter(({ user }) => user.username === ACCOUNT);
  const used = new Set(requests.flatMap((event) => rightsOf(event)));

  expect(requests.filter(({ responseStatus }) => responseStatus?.code === 403)).toEqual([]);
  // The same event is told again after five minutes: `events-on-daemonsets` does it, as this account, with a clock moved on.
  expect(given.filter((right) => !used.has(right))).toEqual(['patch events']);
});

function rightText(verb: string, group: string, resource: string, name: string): string {
  return `${verb} ${resource}${group === '' ? '' : `.${group}`}${name === '' ? '' : ` ${name}`}`;
}

/** With the name and without: a rule may bind it or not. */
function rightsOf({ verb, objectRef }: AuditEvent): string[] {
  const { resource = '', apiGroup = '', name = '' } = objectRef ?? {};
  return ['', name].map((named) => rightText(verb, apiGroup, resource, named));
}

test('one command takes all of it away, and anybody’s DaemonSet is taken', async () => {
  const start = Date.now();
  const removed = await daemonward('uninstall', '--kubeconfig', plane.kubeconfig());
  console.log(`removed in ${((Date.now() - start) / 1_000).toFixed(1)} s`);

  expect([removed.code, removed.err]).toEqual([0, '']);
  const lines = removed.out.trimEnd().split('\n');
  expect(lines[0]).toBe('validatingwebhookconfiguration.admissionregistration.k8s.io/daemonward deleted');
  expect(lines.at(-1)).toBe('namespace/daemonward-system deleted');
  expect(
    await waitFor(
      'taken',
      () => refusal('anybodys'),
      (text) => text === '',
    ),
  ).toBe('');
  const { stdout } = await plane.kubectl([
    'get',
    'all,clusterroles,clusterrolebindings,roles,rolebindings,configmaps,secrets,leases,namespaces,validatingadmissionpolicies',
    '-A',
    '-l',
    'app.kubernetes.io/part-of=daemonward',
    '-o',
    'name',
  ]);
  expect(stdout).toBe('');
});
