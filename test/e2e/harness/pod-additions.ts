/** LimitRanges and RuntimeClasses: what the API server adds to pods by. */
import type { Labels, ResourceList } from '../../../src/kube/objects.ts';
import type { Client, KubeObject } from './client.ts';

const RUNTIME_CLASSES = '/apis/node.k8s.io/v1/runtimeclasses';

export interface Limits {
  type: string;
  min?: ResourceList;
  max?: ResourceList;
  default?: ResourceList;
  defaultRequest?: ResourceList;
}

export interface LimitRange extends KubeObject {
  spec: { limits: Limits[] };
}

export interface RuntimeClass extends KubeObject {
  handler: string;
  overhead: { podFixed: ResourceList };
  scheduling?: { nodeSelector: Labels };
}

export function createLimitRange(
  client: Client,
  namespace: string,
  name: string,
  limits: Limits[],
): Promise<LimitRange> {
  return client.create(`/api/v1/namespaces/${namespace}/limitranges`, {
    apiVersion: 'v1',
    kind: 'LimitRange',
    metadata: { name },
    spec: { limits },
  });
}

export function createRuntimeClass(
  client: Client,
  name: string,
  podFixed: ResourceList,
  nodeSelector?: Labels,
): Promise<RuntimeClass> {
  return client.create(RUNTIME_CLASSES, {
    apiVersion: 'node.k8s.io/v1',
    kind: 'RuntimeClass',
    metadata: { name },
    handler: 'anything',
    overhead: { podFixed },
    ...(nodeSelector && { scheduling: { nodeSelector } }),
  });
}

export async function deleteRuntimeClass(client: Client, name: string): Promise<void> {
  await client.delete(`${RUNTIME_CLASSES}/${name}`);
}
