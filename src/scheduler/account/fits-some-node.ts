/** Whether a pod could be on any node at all, were the node empty. */
import { isStanding } from '../../cluster/store/resource-column.ts';
import type { ClusterView } from '../../cluster/view.ts';
import type { IncomingPod } from './incoming-pod.ts';

/**
 * One that fits nowhere is on its way to nowhere, whatever a caller says: it needs no place in the account, and cannot make
 * a node count as taken twice over. Nearly every pod fits the first node, so that no more are looked at.
 */
export function fitsSomeNode({ requests }: IncomingPod, view: ClusterView): boolean {
  // Of devices the scheduler may know more than the view.
  const demands = [...requests].flatMap(([resource, amount]) => {
    const size = isStanding(resource) ? view.column(resource)?.size : undefined;
    return size === undefined ? [] : [{ size, amount }];
  });
  for (let node = 0; node < view.nodeCapacity; node += 1) {
    if (demands.every(({ size, amount }) => amount <= (size[node] ?? 0))) return true;
  }
  return false;
}
