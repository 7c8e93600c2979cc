/** Other victims on the same node: unprotected pods of lower priority that make enough room, the cheapest first. */
import { isTerminal, type SlimPod } from '../../cluster/records.ts';
import { counted } from '../../cluster/store/resource-column.ts';
import { podPriority } from '../../kube/priority.ts';
import { PODS, type Resources } from '../../kube/resources/requests.ts';
import type { Need } from '../account/room.ts';

/** Pods that the kubelet runs by itself come back at once: nothing is won by evicting them. */
const MIRROR_OWNER = 'Node';

/** Whether evicting the pod would free room at all. */
export function isEvictable(pod: SlimPod): boolean {
  return !isTerminal(pod) && !pod.terminating && pod.owner?.kind !== MIRROR_OWNER;
}

/** What remains to be freed once these pods are gone. */
export function withoutPods(need: Need, gone: Iterable<SlimPod>): Need {
  const rest = new Map(need);
  for (const { requests } of gone) {
    for (const [resource, missing] of rest) rest.set(resource, missing - freed(requests, resource));
  }
  return rest;
}

export function isMet(need: Need): boolean {
  return [...need.values()].every((missing) => missing <= 0);
}

/**
 * As few and as unimportant pods as possible: lowest priority first, then those of the tenants that hold most of what is
 * needed, then the youngest. Null when all together are not enough.
 */
export function chooseVictims(
  pool: readonly SlimPod[],
  need: Need,
  tenantOf: (pod: SlimPod) => string,
): SlimPod[] | null {
  const holdings = holdingsOf(pool, need, tenantOf);
  const order = pool.toSorted(
    (a, b) =>
      podPriority(a) - podPriority(b) || holdings(b) - holdings(a) || (b.startedAt ?? 0) - (a.startedAt ?? 0),
  );
  const chosen: SlimPod[] = [];
  let missing = need;
  for (const pod of order) {
    if (isMet(missing)) break;
    chosen.push(pod);
    missing = withoutPods(missing, [pod]);
  }
  if (!isMet(missing)) return null;
  // Not everybody has helped, and the last ones may have made earlier ones needless: those most worth keeping are spared first.
  return chosen.toReversed().reduce((victims, pod) => {
    const others = victims.filter((victim) => victim !== pod);
    return isMet(withoutPods(need, others)) ? others : victims;
  }, chosen);
}

/** As the scheduler wants them: the first one decides which node it takes. */
export function byImportance(a: SlimPod, b: SlimPod): number {
  return podPriority(b) - podPriority(a) || (a.startedAt ?? 0) - (b.startedAt ?? 0);
}

function freed(requests: Resources, resource: string): number {
  return resource === PODS ? 1 : Number(counted(requests.get(resource) ?? 0n));
}

/** Of each pod, the share of the need that all pods of its tenant could give. */
function holdingsOf(
  pool: readonly SlimPod[],
  need: Need,
  tenantOf: (pod: SlimPod) => string,
): (pod: SlimPod) => number {
  const tenants = new Map(pool.map((pod) => [pod, tenantOf(pod)]));
  const holdings = new Map<string, number>();
  for (const [{ requests }, tenant] of tenants) {
    const share = [...need].reduce(
      (sum, [resource, amount]) => (amount > 0 ? sum + freed(requests, resource) / amount : sum),
      0,
    );
    holdings.set(tenant, (holdings.get(tenant) ?? 0) + share);
  }
  return (pod) => holdings.get(tenants.get(pod) ?? '') ?? 0;
}
