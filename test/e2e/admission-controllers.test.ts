/** Kubernetes' own controllers go on with their work under all rules, and what is there can go away. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { KubeObject } from './harness/client.ts';
import { type GuardedCluster, POOL, startGuardedCluster } from './harness/guarded-cluster.ts';
import { deleteNamespace } from './harness/namespaces.ts';
import { createNodes, nodeName } from './harness/nodes.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, daemonSetsPath, type Pod, podsPath, runningPods } from './harness/workloads.ts';

const CRITICAL = { pool: POOL, priorityClassName: 'system-node-critical' };
const KEPT = ['example.com/kept'];
const WITHOUT_FINALIZERS = '{"metadata":{"finalizers":[]}}';

let cluster: GuardedCluster;
/** The file adds nodes as it goes. */
let nodes = 0;
beforeAll(async () => {
  cluster = await startGuardedCluster({
    async before({ plane, tenant }) {
      const client = plane.client();
      await client.create(daemonSetsPath(tenant), daemonSetObject('old', { pool: POOL }));
      const kept = daemonSetObject('kept', { pool: POOL });
      await client.create(daemonSetsPath(tenant), {
        ...kept,
        metadata: { ...kept.metadata, finalizers: KEPT },
      });
    },
  });
  nodes = cluster.nodes.length;
});
afterAll(async () => {
  await cluster?.plane.stop();
});

async function addNode(): Promise<string> {
  await createNodes(cluster.plane.client(), 1, { namePrefix: POOL, from: nodes });
  nodes += 1;
  return nodeName(POOL, nodes - 1);
}

function podsOf(namespace: string, app: string): Promise<Pod[]> {
  return cluster.plane.client().list<Pod>(`${podsPath(namespace)}?labelSelector=app%3D${app}`);
}

function gone(path: string): Promise<unknown> {
  return waitFor(
    `${path} is gone`,
    () => cluster.plane.client().find(path),
    (found) => found === undefined,
  );
}

async function created(name: string, finalizers: readonly string[] = []): Promise<string> {
  const object: KubeObject = daemonSetObject(name, CRITICAL);
  const path = daemonSetsPath('kube-system');
  await cluster.plane.client().create(path, { ...object, metadata: { ...object.metadata, finalizers } });
  await runningPods(cluster.plane.client(), 'kube-system', name, nodes);
  return `${path}/${name}`;
}

function remove(name: string, cascade: string): Promise<{ code: number | null; stderr: string }> {
  const args = ['delete', '-n', 'kube-system', `daemonset/${name}`, `--cascade=${cascade}`, '--wait=false'];
  return cluster.plane.kubectl(args);
}

test('a DaemonSet of the system gets its pods, on a new node too, anew when one is deleted, and a rollout ends', async () => {
  const { plane } = cluster;
  await created('agent');

  const added = await addNode();
  const pods = await runningPods(plane.client(), 'kube-system', 'agent', nodes);
  const victim = pods.find(({ spec }) => spec.nodeName === added);
  await plane.client().delete(`${podsPath('kube-system')}/${victim?.metadata?.name}?gracePeriodSeconds=0`);
  await waitFor(
    'another pod in its place',
    () => podsOf('kube-system', 'agent'),
    (now) =>
      now.some(
        ({ spec, metadata, status }) =>
          spec.nodeName === added && metadata?.uid !== victim?.metadata?.uid && status?.phase === 'Running',
      ),
  );
  const restarted = await plane.kubectl(['rollout', 'restart', '-n', 'kube-system', 'daemonset/agent']);
  const rollout = await plane.kubectl([
    'rollout',
    'status',
    '-n',
    'kube-system',
    'daemonset/agent',
    '--timeout=90s',
  ]);

  expect([restarted, rollout].map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    { code: 0, stderr: '' },
    { code: 0, stderr: '' },
  ]);
});

test('deleted with what it owns: the garbage collector removes its pods', async () => {
  const path = await created('background');

  const deleted = await remove('background', 'background');
  await gone(path);
  await waitFor(
    'no pods',
    () => podsOf('kube-system', 'background'),
    ({ length }) => length === 0,
  );

  expect(deleted).toMatchObject({ code: 0, stderr: '' });
});

test('deleted in the foreground: first its pods go, then the finalizer, then itself', async () => {
  const path = await created('foreground');

  const deleted = await remove('foreground', 'foreground');
  await gone(path);

  expect(deleted).toMatchObject({ code: 0, stderr: '' });
  expect(await podsOf('kube-system', 'foreground')).toEqual([]);
});

test('orphaned: its pods stay, without an owner, and a new one of its name adopts them', async () => {
  const path = await created('orphan');
  const before = await podsOf('kube-system', 'orphan');

  const deleted = await remove('orphan', 'orphan');
  await gone(path);
  const orphans = await waitFor(
    'pods without an owner',
    () => podsOf('kube-system', 'orphan'),
    (pods) => pods.every(({ metadata }) => (metadata?.ownerReferences ?? []).length === 0),
  );
  await created('orphan');
  const adopted = await waitFor(
    'pods with an owner',
    () => podsOf('kube-system', 'orphan'),
    (pods) => pods.every(({ metadata }) => metadata?.ownerReferences?.[0]?.kind === 'DaemonSet'),
  );

  expect(deleted).toMatchObject({ code: 0, stderr: '' });
  const names = (pods: Pod[]) => pods.map(({ metadata }) => metadata?.name);
  expect(names(orphans)).toEqual(names(before));
  expect(names(adopted)).toEqual(names(before));
});

test('a finalizer of somebody else holds it until it is taken off', async () => {
  const path = await created('held', KEPT);

  await remove('held', 'background');
  const held = await cluster.plane.client().get(path);
  const taken = await cluster.plane.kubectl([
    'patch',
    '-n',
    'kube-system',
    'daemonset/held',
    '--type=merge',
    '-p',
    WITHOUT_FINALIZERS,
  ]);
  await gone(path);

  expect(held.metadata?.deletionTimestamp).toBeDefined();
  expect(taken).toMatchObject({ code: 0, stderr: '' });
});

test('an old DaemonSet of a tenant goes on as it is: a new node gets its pod', async () => {
  const added = await addNode();

  const pods = await runningPods(cluster.plane.client(), cluster.tenant, 'old', nodes);

  expect(pods.map(({ spec }) => spec.nodeName)).toContain(added);
});

test('a tenant can delete one of his, and take off a finalizer of it', async () => {
  const { plane, tenant } = cluster;
  const path = `${daemonSetsPath(tenant)}/kept`;
  const as = 'tenant-a-admin';

  const deleted = await plane.kubectl(['delete', '-n', tenant, 'daemonset/kept', '--wait=false'], { as });
  const held = await plane.client().get(path);
  const freed = await plane.kubectl(
    ['patch', '-n', tenant, 'daemonset/kept', '--type=merge', '-p', WITHOUT_FINALIZERS],
    { as },
  );
  await gone(path);

  expect(held.metadata?.deletionTimestamp).toBeDefined();
  expect([deleted, freed].map(({ code, stderr }) => ({ code, stderr }))).toEqual([
    { code: 0, stderr: '' },
    { code: 0, stderr: '' },
  ]);
});

test('a namespace with an old DaemonSet of a tenant can be deleted completely', async () => {
  const { plane, tenant } = cluster;
  const [old] = await plane.client().list(daemonSetsPath(tenant));

  await deleteNamespace(plane, tenant);
  const left = await gone(`/api/v1/namespaces/${tenant}`);

  expect(old?.metadata?.name).toBe('old');
  expect(left).toBeUndefined();
});
