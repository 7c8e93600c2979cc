/** The pods of DaemonSets, by the node that each is on or was made for. */
import { isTerminal, type SlimDaemonSet, type SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { targetNode } from '../../daemons/target-node.ts';
import { belongsTo } from '../../headroom/protected/protected-daemon.ts';

export interface PodsHere {
  /** Bound here and staying; the first that is ready comes first. */
  readonly staying: readonly SlimPod[];
  readonly leaving: readonly SlimPod[];
  /** Made for this node, and not bound yet. */
  readonly waiting: readonly SlimPod[];
}

export const NOBODY_HERE: PodsHere = { staying: [], leaving: [], waiting: [] };

/** By node name, those of one DaemonSet. Pods that have ended are not among them. */
export function podsByNode(daemonSet: SlimDaemonSet, view: ClusterView): ReadonlyMap<string, PodsHere> {
  const own = [...view.podsOfOwner(daemonSet.uid)].filter((pod) => belongsTo(pod, daemonSet));
  return new Map(Array.from(Map.groupBy(own, placeOf), ([node, pods]) => [node, podsHere(pods)]));
}

/** By the uid of their owner, the pods of one node. */
export function podsByOwner(node: string, view: ClusterView): ReadonlyMap<string, readonly SlimPod[]> {
  const aimed = [...view.unboundPods()].filter((pod) => pod.owner !== undefined && placeOf(pod) === node);
  return Map.groupBy([...view.podsOnNode(node), ...aimed], ({ owner }) => owner?.uid ?? '');
}

/** The node that a pod is bound to, or that it was made for; empty when it names none. */
export function placeOf(pod: SlimPod): string {
  return pod.nodeName || (targetNode(pod.placement ?? {}) ?? '');
}

export function podsHere(pods: readonly SlimPod[]): PodsHere {
  const living = pods.filter((pod) => !isTerminal(pod));
  const bound = living.filter(({ nodeName }) => nodeName !== '');
  return {
    staying: bound.filter(({ terminating }) => !terminating).toSorted(readyFirst),
    leaving: bound.filter(({ terminating }) => terminating),
    waiting: living.filter(({ nodeName, terminating }) => nodeName === '' && !terminating),
  };
}

function readyFirst(a: SlimPod, b: SlimPod): number {
  return Number(b.ready) - Number(a.ready);
}
