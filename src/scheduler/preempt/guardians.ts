/** The guardians of orders on a node that give way to a pod: they stand there for it. */
import type { SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import type { HoldLedger } from '../../headroom/hold-ledger.ts';
import { podPriority } from '../../kube/priority.ts';
import type { IncomingPod } from '../account/incoming-pod.ts';
import { isEvictable } from './victims.ts';

/** Those of orders whose room is open to the pod. The scheduler evicts none that is not below it. */
export function guardiansOn(
  node: string,
  { pod, priority }: IncomingPod,
  view: ClusterView,
  ledger: HoldLedger,
): SlimPod[] {
  const open = new Set(ledger.ordersOpenTo(pod, priority));
  if (open.size === 0) return [];
  return [...view.podsOnNode(node)].filter((victim) => {
    const order = ledger.orders.guardedBy(victim);
    if (order === undefined || !open.has(order) || !isEvictable(victim)) return false;
    return podPriority(victim) < priority && victim.partition === pod.partition;
  });
}
