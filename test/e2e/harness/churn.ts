/** Changes of every kind at once: objects come, change and go. */
import type { Client } from './client.ts';
import { createNodes } from './nodes.ts';

const POD_SPEC = {
  containers: [{ name: 'main', image: 'main', resources: { requests: { cpu: '100m', memory: '64Mi' } } }],
};

const RUNTIME_CLASSES = '/apis/node.k8s.io/v1/runtimeclasses';

/** Each round leaves behind something new of every kind, something changed, and takes something away. */
export async function churn(client: Client, round: number): Promise<void> {
  const namespace = `churn-${round}`;
  const labels = { round: String(round) };
  await client.create('/api/v1/namespaces', {
    apiVersion: 'v1',
    kind: 'Namespace',
    metadata: { name: namespace, labels },
  });
  await createNodes(client, 3, { namePrefix: `churn-${round}`, labels });
  await client.create('/apis/scheduling.k8s.io/v1/priorityclasses', {
    apiVersion: 'scheduling.k8s.io/v1',
    kind: 'PriorityClass',
    metadata: { name: `churn-${round}` },
    ...{ value: round },
  });
  await client.create(RUNTIME_CLASSES, {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name: `churn-${round}` },
    ...{ handler: 'churn', overhead: { podFixed: { cpu: `${round + 1}m` } } },
  });
  await client.create(`/api/v1/namespaces/${namespace}/limitranges`, {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name: 'defaults' },
    ...{ spec: { limits: [{ type: 'Container', defaultRequest: { memory: `${round + 1}Mi` } }] } },
  });
  await client.create(`/apis/apps/v1/namespaces/${namespace}/daemonsets`, {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name: 'agent' },
    ...{ spec: { selector: { matchLabels: labels }, template: { metadata: { labels }, spec: POD_SPEC } } },
  });
  for (const index of [0, 1, 2]) {
    await client.create(`/api/v1/namespaces/${namespace}/pods`, {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: `pod-${index}`, labels },
      ...{ spec: { ...POD_SPEC, nodeName: `churn-${round}-0000${index}` } },
    });
  }
  await client.patch(`/api/v1/nodes/churn-${round}-00001`, { spec: { unschedulable: true } }, 'merge');
  await client.delete(`/api/v1/namespaces/${namespace}/pods/pod-2?gracePeriodSeconds=0`);
  await client.delete(`/api/v1/nodes/churn-${round}-00002`);
  if (round === 0) return;
  await client.delete(`/apis/scheduling.k8s.io/v1/priorityclasses/churn-${round - 1}`);
  await client.delete(`${RUNTIME_CLASSES}/churn-${round - 1}`);
  await client.delete(`/api/v1/namespaces/churn-${round - 1}/limitranges/defaults`);
}
