/** Nodes, DaemonSet controller, scheduler and kubelets work together as in a cluster. */
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import type { DaemonSet, Toleration } from '../../src/kube/objects.ts';
import type { KubeObject } from './harness/client.ts';
import { BY_HAND } from './harness/kwok.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { createNodes, deletePool, listPool, type Node, POOL_LABEL } from './harness/nodes.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { waitFor } from './harness/wait-for.ts';

interface Pod extends KubeObject {
  spec?: { nodeName?: string };
  status?: { phase?: string };
}

const DAEMON_SET_CONTROLLER = 'system:serviceaccount:kube-system:daemon-set-controller';
const POOL = 'rollout';

const plane = sharedControlPlane();
const client = plane.client();
let namespace = '';

beforeEach(async () => {
  namespace = await createNamespace(plane, 'rollout');
});
afterEach(async () => {
  await deleteNamespace(plane, namespace);
  await deletePool(client, POOL);
});
afterAll(() => plane.close());

type DaemonSetObject = DaemonSet & KubeObject;

function daemonSet(name: string, tolerations: readonly Toleration[] = []): DaemonSetObject {
  const labels = { app: name };
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: {
          tolerations,
          nodeSelector: { [POOL_LABEL]: POOL },
          containers: [{ name: 'agent', image: 'agent', resources: { requests: { cpu: '100m' } } }],
        },
      },
    },
  };
}

function createDaemonSet(object: DaemonSetObject): Promise<DaemonSetObject> {
  return client.create(`/apis/apps/v1/namespaces/${namespace}/daemonsets`, object);
}

function runningPods(): Promise<Pod[]> {
  return client
    .list<Pod>(`/api/v1/namespaces/${namespace}/pods`)
    .then((pods) => pods.filter((pod) => pod.status?.phase === 'Running'));
}

test('a DaemonSet runs on each of 20 nodes, and its controller made the pods', async () => {
  const names = await createNodes(client, 20, { namePrefix: POOL });

  await createDaemonSet(daemonSet('agent'));
  const pods = await waitFor('20 pods Running', runningPods, ({ length }) => length === 20, {
    withinMs: 60_000,
  });

  expect(pods.map((pod) => pod.spec?.nodeName).toSorted()).toEqual(names);
  const rollout = await plane.kubectl([
    'rollout',
    'status',
    'daemonset/agent',
    '-n',
    namespace,
    '--timeout=60s',
  ]);
  expect(rollout).toMatchObject({ code: 0 });
  const makers = plane
    .auditEvents()
    .filter(({ objectRef }) => objectRef?.namespace === namespace && objectRef.subresource === undefined)
    .map(({ user }) => user.username);
  expect(makers).toEqual(Array.from({ length: 20 }, () => DAEMON_SET_CONTROLLER));
});

test('nodes have the size, labels and taints that were asked for', async () => {
  const taint = { key: 'dedicated', value: 'gpu', effect: 'NoSchedule' };
  const size = { cpu: '96', memory: '1Ti', 'nvidia.com/gpu': '8' };

  await createNodes(client, 2, { namePrefix: POOL, size, labels: { zone: 'a' }, taints: [taint] });

  const nodes = await listPool(client, POOL);
  expect(nodes).toHaveLength(2);
  for (const node of nodes) {
    expect(node).toMatchObject({
      metadata: { labels: { zone: 'a' } },
      spec: { taints: [taint] },
      status: { allocatable: { ...size, pods: '110' } },
    });
  }
});

test('a node that was made not ready stays so, although its pods run', async () => {
  const [name] = await createNodes(client, 1, { namePrefix: POOL, ready: false });

  await createDaemonSet(daemonSet('agent', [{ operator: 'Exists' }]));
  await waitFor('its pod Running', runningPods, ({ length }) => length === 1);

  const node = await client.get<Node>(`/api/v1/nodes/${name}`);
  expect(node.status?.conditions).toContainEqual(expect.objectContaining({ type: 'Ready', status: 'False' }));
  expect(node.spec?.taints?.map(({ key }) => key)).toContain('node.kubernetes.io/not-ready');
});

test('a pod that was made by hand stays Pending on its node', async () => {
  const [nodeName] = await createNodes(client, 1, { namePrefix: POOL });
  const path = `/api/v1/namespaces/${namespace}/pods`;
  const spec = { nodeName, containers: [{ name: 'main', image: 'main' }] };
  const byHand = { metadata: { name: 'by-hand', annotations: { [BY_HAND]: 'true' } }, spec };

  await client.create(path, byHand);
  await client.create(path, { metadata: { name: 'later' }, spec });
  await waitFor('the later pod Running', runningPods, ({ length }) => length === 1);

  expect(await client.get<Pod>(`${path}/by-hand`)).toMatchObject({ status: { phase: 'Pending' } });
});
