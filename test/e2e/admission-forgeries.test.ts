/** Whoever claims to be somebody else, or an object somebody else's, gets nothing for it. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Labels } from '../../src/kube/objects.ts';
import type { KubeObject } from './harness/client.ts';
import { type GuardedCluster, POOL, startGuardedCluster, TENANT_LABEL } from './harness/guarded-cluster.ts';
import type { KubectlResult } from './harness/kubectl.ts';
import { grantRole } from './harness/namespaces.ts';
import { daemonSetObject, daemonSetsPath, type Pod, podObject, podsPath } from './harness/workloads.ts';

const AGENT = daemonSetObject('agent', { pool: POOL, priorityClassName: 'system-node-critical' });
const POD = podObject('web', { pool: POOL });
const CLAIMS = { [TENANT_LABEL]: 'system', 'kubesphere.io/workspace': 'system-workspace' };

let cluster: GuardedCluster;
let lookalike = '';
/** Of a DaemonSet of the system, for references that name a real one. */
let uid = '';
beforeAll(async () => {
  cluster = await startGuardedCluster();
  const { plane, tenant, system } = cluster;
  lookalike = `system:serviceaccount:${tenant}:daemon-set-controller`;
  await grantRole(plane, tenant, 'admin', { kind: 'User', name: lookalike });
  const made: KubeObject = await plane.client().create(daemonSetsPath(system), AGENT);
  uid = made.metadata?.uid ?? '';
});
afterAll(async () => {
  await cluster?.plane.stop();
});

function owned(pod: Pod, apiVersion = 'apps/v1'): Pod {
  const owner = { apiVersion, kind: 'DaemonSet', name: 'agent', uid, controller: true };
  return { ...pod, metadata: { ...pod.metadata, ownerReferences: [owner] } };
}

function onNode(annotations: Labels): Pod {
  const pod = podObject('placed', { pool: POOL, nodeName: cluster.nodes[0] ?? '' });
  return { ...pod, metadata: { ...pod.metadata, annotations } };
}

/** In the tenant's namespace: by the service account that has the controller's name, or by the tenant's admin. */
function create(object: KubeObject, by: 'lookalike' | 'admin', ...flags: string[]): Promise<KubectlResult> {
  const args = ['create', '-n', cluster.tenant, '-f', '-', ...flags];
  const input = JSON.stringify(object);
  // The cluster admin may act as anybody; to the API server it is that person who asks.
  return by === 'lookalike'
    ? cluster.plane.kubectl([...args, `--as=${lookalike}`], { input })
    : cluster.plane.kubectl(args, { as: 'tenant-a-admin', input });
}

const labelled = { ...AGENT, metadata: { ...AGENT.metadata, labels: CLAIMS, annotations: CLAIMS } };
/** Arktos keeps the tenant there; Kubernetes knows no such field. */
const marked = { ...AGENT, metadata: { ...AGENT.metadata, tenant: 'system' } };
const elsewhere = { ...AGENT, metadata: { ...AGENT.metadata, namespace: 'kube-system' } };

test.each<[string, () => KubeObject, 'lookalike' | 'admin', string, string[]]>([
  ['labels that claim the system', () => labelled, 'admin', 'DW101', []],
  ['a tenant of Arktos in the object', () => marked, 'admin', 'DW101', ['--validate=false']],
  ['a service account with the name of the controller', () => AGENT, 'lookalike', 'DW101', []],
  ['a forged owner', () => owned(POD), 'admin', 'DW104', []],
  ['a forged owner in an old version', () => owned(POD, 'apps/v1beta2'), 'admin', 'DW104', []],
  ['a forged owner of another group', () => owned(POD, 'apps.kruise.io/v1alpha1'), 'admin', 'DW104', []],
  ['a forged owner of a group that is gone', () => owned(POD, 'extensions/v1beta1'), 'admin', 'DW104', []],
  ['a node named by the pod', () => onNode({}), 'admin', 'DW105', []],
  ['a pod as a kubelet shows it', () => onNode({ 'kubernetes.io/config.mirror': 'x' }), 'admin', 'DW105', []],
  ['a forged owner by such a service account', () => owned(POD), 'lookalike', 'DW104', []],
  [
    'labels that claim the system, for a critical pod',
    () => ({
      ...podObject('web', { pool: POOL, priorityClassName: 'system-node-critical' }),
      metadata: { name: 'web', labels: CLAIMS },
    }),
    'admin',
    'DW103',
    [],
  ],
])('%s: refused', async (_what, object, by, reason, flags) => {
  const { code, stdout, stderr } = await create(object(), by, ...flags);

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain(reason);
});

test('a namespace written into the object leads nowhere: kubectl and the API server go by that of the request', async () => {
  const byKubectl = await create(elsewhere, 'admin');
  const path = `${daemonSetsPath(cluster.tenant)}?dryRun=All`;
  const direct = await cluster.plane.client('tenant-a-admin').raw('POST', path, elsewhere);

  expect(byKubectl.code).toBe(1);
  expect(direct.status).toBe(400);
});

test('neither pin nor tolerations for a pod of a tenant, with a forged owner or without', async () => {
  const { plane, nodes, tenant } = cluster;
  const annotations = { 'daemonward.dev/target-node': nodes[0] ?? '' };
  const metadata = { ...POD.metadata, labels: CLAIMS, annotations };
  const critical = ['node.kubernetes.io/disk-pressure', 'node.kubernetes.io/unschedulable'];

  const made = await create({ ...POD, metadata }, 'lookalike');
  const { spec } = await plane.client().get<Pod>(`${podsPath(tenant)}/web`);

  expect(made.code).toBe(0);
  expect(made.stderr).toContain(
    'Warning: daemonward.dev/target-node has no effect: only the system tenant may name a target node',
  );
  expect(spec.affinity).toBeUndefined();
  expect(spec.tolerations?.filter(({ key }) => critical.includes(key ?? ''))).toEqual([]);
});

test('an owner that is claimed afterwards is refused too, and labels still change', async () => {
  const { plane, tenant } = cluster;
  const pod = podObject('later', { pool: POOL });
  await create(pod, 'admin');
  const patch = (change: unknown) =>
    plane.kubectl(['patch', 'pod', 'later', '-n', tenant, '--type=merge', '-p', JSON.stringify(change)], {
      as: 'tenant-a-admin',
    });

  const claimed = await patch({ metadata: { ownerReferences: owned(pod).metadata?.ownerReferences } });
  const labelledLater = await patch({ metadata: { labels: { team: 'a' } } });

  expect(claimed.code).toBe(1);
  expect(claimed.stderr).toContain('DW104');
  expect(labelledLater).toMatchObject({ code: 0, stderr: '' });
});
