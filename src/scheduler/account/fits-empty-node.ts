/** Whether a pod could be on a node at all, were it empty. */
import type { SlimNode, SlimPod } from '../../cluster/records.ts';
import { withPlace } from '../../kube/resources/place.ts';

/** As far as the node says how large it is. */
export function fitsEmptyNode(pod: SlimPod, { allocatable }: SlimNode): boolean {
  return [...withPlace(pod.requests)].every(
    ([resource, amount]) => amount <= (allocatable.get(resource) ?? amount),
  );
}
