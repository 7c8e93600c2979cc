/** The pod that a call is about, as the decisions see it. */
import type { SlimPod } from '../../cluster/records.ts';
import { counted } from '../../cluster/store/resource-column.ts';
import { podPriority } from '../../kube/priority.ts';
import { withPlace } from '../../kube/resources/place.ts';

export interface IncomingPod {
  readonly pod: SlimPod;
  readonly priority: number;
  /**
   * What it takes of a node, its place among the pods included; nothing of which it asks for none. Counted as the
   * accounts of the nodes count, so that sums stay exact.
   */
  readonly requests: ReadonlyMap<string, number>;
}

/** Pods are asked about again and again: what was worked out for one record holds as long as the record does. */
const known = new WeakMap<SlimPod, IncomingPod>();

export function incomingPod(pod: SlimPod): IncomingPod {
  const before = known.get(pod);
  if (before !== undefined) return before;
  const requests = new Map<string, number>();
  for (const [resource, amount] of withPlace(pod.requests)) {
    if (amount > 0n) requests.set(resource, Number(counted(amount)));
  }
  const incoming = { pod, priority: podPriority(pod), requests };
  known.set(pod, incoming);
  return incoming;
}
