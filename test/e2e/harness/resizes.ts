/** Resizing pods in place, and what a kubelet would say of it: KWOK says nothing, so a test says it. */
import type { ContainerStatus } from '../../../src/kube/objects.ts';
import { ApiError, type Client } from './client.ts';
import { type Pod, podsPath } from './workloads.ts';

interface RunningPod extends Pod {
  status: Pod['status'] & { containerStatuses?: readonly ContainerStatus[] };
}

/** The API server itself refuses some with the same status: what no node of the cluster has, say. */
const BY_A_WEBHOOK = /admission webhook ".*" denied the request/;

/** Asks for so much cpu, as `kubectl patch --subresource resize` does. The answer is what a webhook had against it. */
export async function resize(
  client: Client,
  namespace: string,
  pod: string,
  cpu: string,
  { dryRun = false }: { dryRun?: boolean } = {},
): Promise<string> {
  const containers = [{ name: 'main', resources: { requests: { cpu } } }];
  const path = `${podsPath(namespace)}/${pod}/resize${dryRun ? '?dryRun=All' : ''}`;
  try {
    await client.patch(path, { spec: { containers } }, 'strategic');
    return '';
  } catch (error) {
    if (error instanceof ApiError && BY_A_WEBHOOK.test(error.message)) return error.message;
    throw error;
  }
}

/**
 * Says of the pod's container what is allocated and in force. Without that the API server takes no resize of a pod that
 * runs: its kubelet might not know what that is.
 */
export async function grant(
  client: Client,
  namespace: string,
  pod: string,
  cpu: string,
  pending?: 'Deferred' | 'Infeasible',
): Promise<void> {
  const path = `${podsPath(namespace)}/${pod}`;
  const { spec, status } = await client.get<RunningPod>(path);
  const requests = { ...spec.containers?.[0]?.resources?.requests, cpu };
  const containerStatuses = (status.containerStatuses ?? []).map((told) => ({
    ...told,
    allocatedResources: requests,
    resources: { requests },
  }));
  await client.patch(`${path}/status`, { status: { containerStatuses } });
  if (pending === undefined) return;
  const conditions = [{ type: 'PodResizePending', status: 'True', reason: pending }];
  await client.patch(`${path}/status`, { status: { conditions } }, 'strategic');
}
