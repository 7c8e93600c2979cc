/** What is explained is what the real scheduler does; and who may read it is what the real API server says. */
import { execFileSync } from 'node:child_process';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { DaemonSetExplanation } from '../../src/explain/daemonset.ts';
import type { PodExplanation } from '../../src/explain/pod.ts';
import type { KubeObject } from './harness/client.ts';
import { MAIN } from './harness/daemonward.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { refusalOf } from './harness/pod-history.ts';
import { type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, type Pod, podObject, podsPath } from './harness/workloads.ts';

const RBAC = 'rbac.authorization.k8s.io';
const RBAC_PATH = `/apis/${RBAC}/v1`;
const NODE_SIZE = { cpu: '4500m' };

const plane = sharedControlPlane();
const supervisor = startSupervisor();
const client = plane.client();
let stage: Stage;
let scene: Scene;
/** A namespace of another tenant. */
let other: string;
let names: Readonly<Record<'full' | 'owing' | 'small', string>>;
let tokens: Readonly<Record<'reader' | 'platform' | 'nobody', string>>;

interface Role extends KubeObject {
  rules: readonly object[];
}
interface Binding extends KubeObject {
  roleRef: object;
  subjects: readonly object[];
}
interface Quota extends KubeObject {
  spec: { hard: Readonly<Record<string, string>> };
}
interface TokenRequest extends KubeObject {
  spec: object;
  status?: { token?: string };
}

async function grant(
  kind: 'ClusterRoleBinding' | 'RoleBinding',
  name: string,
  role: string,
  subject: object,
  namespace = '',
) {
  const path = kind === 'RoleBinding' ? `namespaces/${namespace}/rolebindings` : 'clusterrolebindings';
  await client.create<Binding>(`${RBAC_PATH}/${path}`, {
    apiVersion: `${RBAC}/v1`,
    kind,
    metadata: { name },
    roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: role },
    subjects: [subject],
  });
}

async function createRole(name: string, rules: readonly object[]) {
  await client.create<Role>(`${RBAC_PATH}/clusterroles`, {
    apiVersion: `${RBAC}/v1`,
    kind: 'ClusterRole',
    metadata: { name },
    rules,
  });
}

async function tokenOf(namespace: string, name: string): Promise<string> {
  const accounts = `/api/v1/namespaces/${namespace}/serviceaccounts`;
  await client.create(accounts, { apiVersion: 'v1', kind: 'ServiceAccount', metadata: { name } });
  const { status } = await client.create<TokenRequest>(`${accounts}/${name}/token`, {
    apiVersion: 'authentication.k8s.io/v1',
    kind: 'TokenRequest',
    spec: {},
  });
  return status?.token ?? '';
}

const serviceAccount = (namespace: string, name: string) => ({ kind: 'ServiceAccount', namespace, name });

beforeAll(async () => {
  const reviews = [
    { apiGroups: ['authentication.k8s.io'], resources: ['tokenreviews'], verbs: ['create'] },
    { apiGroups: ['authorization.k8s.io'], resources: ['subjectaccessreviews'], verbs: ['create'] },
  ];
  await createRole('e2e-reviews', reviews);
  await grant('ClusterRoleBinding', 'e2e-reviews', 'e2e-reviews', {
    apiGroup: RBAC,
    kind: 'User',
    name: 'daemonward',
  });
  await createRole('e2e-explanations', [
    { apiGroups: ['daemonward.dev'], resources: ['explanations'], verbs: ['get'] },
  ]);
  stage = await startStage(plane, supervisor, {
    name: 'explained',
    mode: 'enforce',
    sections: { ops: { access: 'token' } },
  });
  scene = await stage.openScene('rooms');
  other = await createNamespace(plane, 'explained-other');
  tokens = {
    reader: await tokenOf(scene.tenant, 'reader'),
    nobody: await tokenOf(scene.tenant, 'nobody'),
    platform: await tokenOf(scene.system, 'platform'),
  };
  await grant(
    'RoleBinding',
    'reads',
    'e2e-explanations',
    serviceAccount(scene.tenant, 'reader'),
    scene.tenant,
  );
  await grant(
    'ClusterRoleBinding',
    'e2e-platform',
    'e2e-explanations',
    serviceAccount(scene.system, 'platform'),
  );
  const { work } = scene;
  const [full = '', owing = ''] = await scene.createNodes(2, { size: NODE_SIZE });
  const [small = ''] = await scene.createNodes(1, { size: { cpu: '1' }, namePrefix: `${scene.pool}-small` });
  names = { full, owing, small };
  // No pod of it can be made: its room is waited for.
  await client.create<Quota>(`/api/v1/namespaces/${scene.system}/resourcequotas`, {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'nothing' },
    spec: { hard: { pods: '0' } },
  });
  await scene.fillNodes([full], 'fills', work({ cpu: '4' }));
  await scene.createDaemonSet(daemonSetObject('agent', work({ cpu: '2' })));
  await waitFor(
    'the room is kept',
    () => explained<DaemonSetExplanation>(`/explain/daemonsets/${scene.system}/agent`, tokens.platform),
    ({ states }) => states.held === 2,
  );
  await client.create(podsPath(scene.tenant), podObject('web', work({ cpu: '3' })));
  await client.create(podsPath(other), podObject('secret', work({ cpu: '3' })));
});

afterAll(async () => {
  await scene?.close();
  await deleteNamespace(plane, other);
  for (const name of ['e2e-reviews', 'e2e-platform'])
    await client.delete(`${RBAC_PATH}/clusterrolebindings/${name}`);
  for (const name of ['e2e-reviews', 'e2e-explanations'])
    await client.delete(`${RBAC_PATH}/clusterroles/${name}`);
  plane.close();
  await supervisor.end();
});

function get(path: string, token?: string): Promise<Response> {
  const headers = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return fetch(`${stage.daemonward.opsUrl}${path}`, { headers });
}

async function explained<T>(path: string, token: string): Promise<T> {
  const answer = await get(path, token);
  if (answer.status !== 200) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
  return JSON.parse(await answer.text());
}

async function statusOf(path: string, token?: string): Promise<number> {
  return (await get(path, token)).status;
}

/** How many nodes the scheduler counts for a reason. */
function counted(message: string, reason: string): number {
  return Number(new RegExp(`(\\d+) ${reason}`).exec(message)?.[1] ?? 0);
}

test('of a pod that waits, the nodes are those that the scheduler counts, for its reasons', async () => {
  const message = await waitFor(
    'the scheduler has tried it',
    async () => refusalOf(await client.get<Pod>(`${podsPath(scene.tenant)}/web`)),
    (text) => text.includes('DW504'),
  );

  const { waiting, decisions } = await explained<PodExplanation>(
    `/explain/pods/${scene.tenant}/web`,
    tokens.reader,
  );

  expect(waiting?.verdicts).toMatchObject({
    held: counted(message, 'DW504 room held for daemons'),
    short: counted(message, 'Insufficient cpu'),
  });
  expect(waiting?.verdicts).toMatchObject({ held: 1, short: 2, open: 0 });
  expect(waiting?.refused).toMatchObject([
    {
      node: names.owing,
      verdict: 'held',
      lacks: [{ resource: 'cpu', asked: '3', free: '4500m', missing: '500m' }],
    },
  ]);
  expect(waiting?.daemons).toMatchObject([{ daemonSet: `${scene.system}/agent`, nodes: 1 }]);
  expect(decisions).toMatchObject([{ kind: 'filter', outcome: 'refused', codes: { DW504: 1 } }]);
});

test('a DaemonSet is explained on each of its nodes', async () => {
  const { cells, states } = await explained<DaemonSetExplanation>(
    `/explain/daemonsets/${scene.system}/agent?nodes=all`,
    tokens.platform,
  );

  const own = Object.fromEntries(
    cells.filter(({ node }) => node.startsWith(scene.pool)).map((cell) => [cell.node, cell]),
  );
  expect(states).toMatchObject({ held: 2, 'never-fits': 1 });
  expect(own[names.small]).toMatchObject({
    state: 'never-fits',
    why: { shortfalls: [{ resource: 'cpu', asked: '2', allocatable: '1', missing: '1' }] },
  });
  expect(own[names.full]?.rules.find(({ rule }) => rule === 'room')).toMatchObject({
    verdict: 'no',
    shortfalls: [{ resource: 'cpu', asked: '2', free: '500m', missing: '1500m' }],
  });
});

test("a tenant's token reads its own pods' explanations, and nothing else", async () => {
  const paths = {
    own: `/explain/pods/${scene.tenant}/web`,
    foreign: `/explain/pods/${other}/secret`,
    system: `/explain/pods/${scene.system}/agent-x`,
    daemonSet: `/explain/daemonsets/${scene.system}/agent`,
    ownDaemonSet: `/explain/daemonsets/${scene.tenant}/none`,
    node: `/explain/nodes/${names.owing}`,
    state: '/state',
    decisions: '/decisions',
  };
  const statuses = async (token?: string) =>
    Object.fromEntries(
      await Promise.all(
        Object.entries(paths).map(async ([name, path]) => [name, await statusOf(path, token)]),
      ),
    );
  const refused = (code: number) => Object.fromEntries(Object.keys(paths).map((name) => [name, code]));

  expect(await statuses(tokens.reader)).toEqual({ ...refused(403), own: 200 });
  expect(await statuses(tokens.nobody)).toEqual(refused(403));
  expect(await statuses()).toEqual(refused(401));
  expect(await statuses('invented')).toEqual(refused(401));
  expect(await statuses(tokens.platform)).toEqual({ ...refused(200), system: 404, ownDaemonSet: 404 });
  expect(
    await Promise.all(['/livez', '/readyz', '/metrics', '/version'].map((path) => statusOf(path))),
  ).toEqual([200, 200, 200, 200]);
  expect(await (await get(paths.own, tokens.reader)).text()).not.toMatch(new RegExp(`secret|${other}|fills`));
});

test('the command line reads it with a token, and by itself over the cluster, with the same verdicts', async () => {
  const file = join(supervisor.directory, 'token');
  writeFileSync(file, tokens.reader);
  const run = (...args: readonly string[]) =>
    JSON.parse(
      execFileSync(process.execPath, [MAIN, 'explain', 'pod', `${scene.tenant}/web`, '-o', 'json', ...args], {
        encoding: 'utf8',
      }),
    );
  const { configFile, opsUrl } = stage.daemonward;

  const asked: PodExplanation = run('--url', opsUrl, '--token-file', file);
  const alone: PodExplanation = run('--kubeconfig', plane.kubeconfig('daemonward'), '--config', configFile);

  expect(asked.waiting?.verdicts).toMatchObject({ held: 1, short: 2 });
  expect(alone.waiting?.verdicts).toEqual(asked.waiting?.verdicts);
});

test('a right that is taken away is gone within seconds', async () => {
  const path = `/explain/pods/${scene.tenant}/web`;
  expect(await statusOf(path, tokens.reader)).toBe(200);

  await client.delete(`${RBAC_PATH}/namespaces/${scene.tenant}/rolebindings/reads`);

  await waitFor(
    'it may not any more',
    () => statusOf(path, tokens.reader),
    (status) => status === 403,
  );
});
