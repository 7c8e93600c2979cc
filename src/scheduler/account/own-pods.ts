/** What a node looks like to a scheduler that knows the pods of its own partition only. */
import { hasPods } from '../../cluster/partitions.ts';
import { isTerminal, type SlimNode } from '../../cluster/records.ts';
import { counted } from '../../cluster/store/resource-column.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { PODS, type Resources } from '../../kube/resources/requests.ts';
import type { IncomingPod } from './incoming-pod.ts';

/** Several schedulers place on the same nodes, and none knows the others' pods. */
export function areNodesShared({ partitions }: Pick<ClusterView, 'partitions'>): boolean {
  return partitions.filter(hasPods).length > 1;
}

/** The node would have room for the pod if there were only pods of its own partition. */
export function fitsBesideOwn({ pod, requests }: IncomingPod, node: SlimNode, view: ClusterView): boolean {
  const own = [...view.podsOnNode(node.name)].filter(
    (other) => other.partition === pod.partition && !isTerminal(other),
  );
  return [...requests].every(([resource, request]) => {
    // What no node has, no scheduler counts.
    if (view.column(resource) === undefined) return true;
    const taken = own.reduce((sum, other) => sum + takenBy(other.requests, resource), 0);
    return request + taken <= Number(counted(node.allocatable.get(resource) ?? 0n));
  });
}

function takenBy(requests: Resources, resource: string): number {
  return resource === PODS ? 1 : Number(counted(requests.get(resource) ?? 0n));
}
