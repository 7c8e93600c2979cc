/** A pod that a daemon-like controller made for one node lands there, through the real scheduler. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { daemonTolerations } from '../../src/daemons/tolerations.ts';
import type { KubeObject } from './harness/client.ts';
import { type GuardedCluster, POOL, startGuardedCluster } from './harness/guarded-cluster.ts';
import type { KubectlResult } from './harness/kubectl.ts';
import { grantRole } from './harness/namespaces.ts';
import { createNodes, nodeName } from './harness/nodes.ts';
import { type Pod, podObject, podsPath, runningPods } from './harness/workloads.ts';

const GUARDIAN = 'system:serviceaccount:kube-system:guardian';
/** Room for every pod of this file on one node, so that the scheduler has a choice. */
const FREE = 3;

let cluster: GuardedCluster;
beforeAll(async () => {
  cluster = await startGuardedCluster();
  const { plane, system } = cluster;
  await createNodes(plane.client(), 1, { namePrefix: POOL, from: FREE, unschedulable: true });
  for (const namespace of ['kube-system', system]) {
    await grantRole(plane, namespace, 'edit', { kind: 'User', name: GUARDIAN });
  }
});
afterAll(async () => {
  await cluster?.plane.stop();
});

function guarding(name: string, target: string): Pod {
  const pod = podObject(name, { pool: POOL });
  const annotations = { 'daemonward.dev/target-node': target };
  return { ...pod, metadata: { ...pod.metadata, annotations } };
}

function create(namespace: string, pod: KubeObject): Promise<KubectlResult> {
  const args = ['create', '-n', namespace, '-f', '-', `--as=${GUARDIAN}`];
  return cluster.plane.kubectl(args, { input: JSON.stringify(pod) });
}

test('in kube-system, for each node one: every pod is on its own', async () => {
  const { plane, nodes } = cluster;
  const pods = nodes.map((node, index) => guarding(`guardian-${index}`, node));

  for (const pod of pods) {
    const made = await create('kube-system', pod);
    expect(made).toMatchObject({ code: 0, stderr: '' });
  }
  const running = await Promise.all(
    pods.map(({ metadata }) => runningPods(plane.client(), 'kube-system', metadata?.name ?? '', 1)),
  );

  expect(running.map(([pod]) => pod?.spec.nodeName)).toEqual(nodes);
});

test('in a namespace that is the system by its mark: on a cordoned node too, and there for good', async () => {
  const { plane, system } = cluster;
  const cordoned = nodeName(POOL, FREE);

  await create(system, guarding('guardian', cordoned));
  const [pod] = await runningPods(plane.client(), system, 'guardian', 1);

  expect(pod?.spec.nodeName).toBe(cordoned);
  // With no end to any of them, and none of the five minutes that other pods get.
  expect(pod?.spec.tolerations).toEqual(daemonTolerations(false));
});

test('a pod whose own wishes exclude the node waits: nothing that it asked for is dropped', async () => {
  const { plane, nodes, system } = cluster;
  const pod = guarding('choosy', nodes[0] ?? '');
  const other = { key: 'kubernetes.io/hostname', operator: 'In', values: [nodes[1] ?? ''] };
  const required = { nodeSelectorTerms: [{ matchExpressions: [other] }] };
  const affinity = { nodeAffinity: { requiredDuringSchedulingIgnoredDuringExecution: required } };

  await create(system, { ...pod, ...{ spec: { ...pod.spec, affinity } } });
  const waited = await plane.kubectl([
    'wait',
    '-n',
    system,
    'pod/choosy',
    '--for=condition=PodScheduled=false',
    '--timeout=30s',
  ]);
  const { spec } = await plane.client().get<Pod>(`${podsPath(system)}/choosy`);

  expect(waited.code).toBe(0);
  expect(spec.nodeName).toBeUndefined();
  expect(spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution).toEqual({
    nodeSelectorTerms: [
      {
        matchExpressions: [other],
        matchFields: [{ key: 'metadata.name', operator: 'In', values: [nodes[0]] }],
      },
    ],
  });
});

test("a tenant's pod with the annotation goes where the scheduler likes, and not to a cordoned node", async () => {
  const { plane, tenant } = cluster;
  const cordoned = nodeName(POOL, FREE);
  const input = JSON.stringify(guarding('sneaky', cordoned));

  const made = await plane.kubectl(['create', '-n', tenant, '-f', '-'], { as: 'tenant-a-user', input });
  const [pod] = await runningPods(plane.client(), tenant, 'sneaky', 1);

  expect(made.stderr).toContain('only the system tenant may name a target node');
  expect(pod?.spec.affinity).toBeUndefined();
  expect(pod?.spec.nodeName).not.toBe(cordoned);
});
