/**
 * What is said of nodes that a call did not name. The scheduler writes how many nodes there are of each reason into the
 * pod's status, and each change of it wakes the pod. It looks at another part of the cluster every time: on nodes that
 * differ the numbers differ too, and the pod would be asked about without end. So when that begins, every node is told
 * of, and the status stays the same for as long as the cluster does.
 */
import type { SlimNode } from '../../cluster/records.ts';
import { type ClusterView, NO_NODE } from '../../cluster/view.ts';
import { compileNodeAffinity } from '../../kube/matching/node-affinity.ts';
import { REPELLING_EFFECTS, untoleratedTaint } from '../../kube/matching/taints.ts';
import { PODS } from '../../kube/resources/requests.ts';
import type { Account } from '../account/account.ts';
import type { IncomingPod } from '../account/incoming-pod.ts';
import type { NodeNumbers } from '../account/named-nodes.ts';
import { areNodesShared, fitsBesideOwn } from '../account/own-pods.ts';
import type { Room } from '../account/room.ts';

/** The same words for every node with the same cause. Which node keeps what for whom is in `/state`. */
export const ROOM_WORDS = {
  held: 'DW504 room held for daemons',
  ordered: 'DW505 room held by an order',
  taken: 'DW504 room taken by pods on their way',
  doubt: 'DW504 new node, its daemons are not known yet',
  others: 'DW509 room taken by pods of other partitions',
  unread: 'DW504 room may be held for daemons, and the pod is too large to be read',
} as const;

const SELECTOR_WORDS = 'DW502 node selector or affinity';
const TAINT_WORDS = 'DW503 taint not tolerated';

export interface OtherNode {
  readonly name: string;
  readonly reason: string;
  /** Evicting somebody may help: as the scheduler itself says of a full node. */
  readonly resolvable: boolean;
}

/** Beyond so many nodes the answer would be megabytes; the pod's back-off has to do. */
const MOST_NODES = 10_000;

/** What is against a node for a pod, by the view; null when nothing is, as far as it can tell. */
export type NodeObstacle =
  | { readonly kind: 'selector' | 'taint' }
  /** The node is full, whatever is held: the scheduler itself says so. */
  | { readonly kind: 'short'; readonly resource: string }
  /** The same, by pods of other partitions, of which it knows nothing: the filter refuses it. */
  | { readonly kind: 'others' }
  /** The filter refuses it: for room that is held, by an order too, or that pods on their way take. */
  | { readonly kind: 'held' | 'ordered' | 'taken' };

/** All nodes but those of the call on which the pod cannot be, by the view. What it cannot tell it leaves out. */
export function otherNodes(
  incoming: IncomingPod,
  { count, numbers }: NodeNumbers,
  account: Account,
): OtherNode[] {
  const { view } = account;
  if (view.counts().nodes > MOST_NODES) return [];
  const inCall = new Set<number>();
  for (let index = 0; index < count; index += 1) inCall.add(numbers[index] ?? NO_NODE);
  const obstacleOf = nodeObstacles(incoming, account.roomFor(incoming), view);
  return [...view.nodes()].flatMap((node) => {
    const number = view.nodeNumber(node.name);
    const obstacle = inCall.has(number) ? null : obstacleOf(node, number);
    return obstacle === null ? [] : otherNode(node.name, obstacle);
  });
}

/** Parses the pod once; the answer is for any number of nodes. */
export function nodeObstacles(
  incoming: IncomingPod,
  room: Room,
  view: ClusterView,
): (node: SlimNode, number: number) => NodeObstacle | null {
  const { pod } = incoming;
  const areShared = areNodesShared(view);
  const placement = pod.placement ?? {};
  const affinity = compileNodeAffinity(placement);
  return (node, number) => {
    if (!affinity.matches(node)) return SELECTOR;
    if (untoleratedTaint(node.taints, placement.tolerations, REPELLING_EFFECTS) !== null) return TAINT;
    const resource = room.shortAt(number);
    if (resource !== null) {
      return areShared && fitsBesideOwn(incoming, node, view) ? OTHERS : { kind: 'short', resource };
    }
    if (room.admits(number)) return null;
    if (room.isHeldForDaemonsAt(number)) return HELD;
    return room.isHeldAt(number) ? ORDERED : TAKEN;
  };
}

const SELECTOR: NodeObstacle = { kind: 'selector' };
const TAINT: NodeObstacle = { kind: 'taint' };
const OTHERS: NodeObstacle = { kind: 'others' };
const HELD: NodeObstacle = { kind: 'held' };
const ORDERED: NodeObstacle = { kind: 'ordered' };
const TAKEN: NodeObstacle = { kind: 'taken' };

function otherNode(name: string, obstacle: NodeObstacle): OtherNode {
  switch (obstacle.kind) {
    case 'selector':
      return { name, reason: SELECTOR_WORDS, resolvable: false };
    case 'taint':
      return { name, reason: TAINT_WORDS, resolvable: false };
    case 'short':
      return { name, reason: shortWords(obstacle.resource), resolvable: true };
    case 'others':
    case 'held':
    case 'ordered':
    case 'taken':
      return { name, reason: ROOM_WORDS[obstacle.kind], resolvable: false };
  }
}

/** The scheduler's own words. */
function shortWords(resource: string): string {
  return resource === PODS ? 'Too many pods' : `Insufficient ${resource}`;
}
