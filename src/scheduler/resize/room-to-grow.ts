/** Whether a pod may grow on its node: what the filter asks of a whole pod, asked of what it grows by. */
import { isTerminal, type SlimNode, type SlimPod } from '../../cluster/records.ts';
import { counted } from '../../cluster/store/resource-column.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { podPriority } from '../../kube/priority.ts';
import type { FindRoomToGrow, GrowthShortage, RoomToGrow } from '../../policy/rules/resize.ts';
import { fitsEmptyNode } from '../account/fits-empty-node.ts';
import type { Room } from '../account/room.ts';
import type { Extender } from '../extender.ts';

/** It takes nothing more, or nobody can say. */
const ANY_ROOM: RoomToGrow = { shortages: [], take: () => true };

export function roomToGrowOf(extender: Extender): FindRoomToGrow {
  const { view, account, ledger } = extender;
  return ({ before, asked, after }) => {
    const growing = moreOf(after, before);
    if (growing.length === 0 || isTerminal(after) || after.nodeName === '') return ANY_ROOM;
    const moment = extender.ready('resize', after.partition);
    if (moment === null) return ANY_ROOM;
    const node = view.node(after.nodeName);
    const take = () => {
      account.resizesInFlight.enter(after, moment.now);
      return true;
    };
    // Of a node that the view does not have (yet) nobody can say what is left; for a protected daemon room is kept, and
    // not from it.
    const isBehind = node !== undefined && moment.behind?.has(node.partition);
    if (node === undefined || isBehind || ledger.daemonOf(after) !== undefined)
      return { shortages: [], take };
    if (takesNothing(asked, after, node)) return ANY_ROOM;
    const requests = growthOf(growing, before, after, view);
    const room = account.roomFor({ pod: after, priority: podPriority(after), requests });
    const number = view.nodeNumber(node.name);
    const isUncertain = account.unaccounted.areExpected(moment.now) && room.isKeptAt(number);
    const isShut = (account.isFullFor(after) && room.hasHold(number)) || isUncertain;
    return { shortages: shortagesAt(number, room, isShut), take };
  };
}

/** Of which resources it asks for more than the other. */
function moreOf(pod: SlimPod, than: SlimPod): string[] {
  return [...pod.requests.keys()].filter((resource) => amountOf(resource, pod) > amountOf(resource, than));
}

/**
 * Of what the kubelet has called infeasible it changes nothing, or takes back too little. What it takes back to where it
 * can be is growth, whatever it was before.
 */
function takesNothing(asked: SlimPod, after: SlimPod, node: SlimNode): boolean {
  if (moreOf(after, asked).length > 0) return false;
  return moreOf(asked, after).length === 0 || !fitsEmptyNode(after, node);
}

/**
 * What it asks for beyond what it counts for in the account of its node, as the view shows it. That may be a moment behind:
 * where it still shows what the pod had before a shrink, there is nothing to ask for.
 */
function growthOf(
  growing: readonly string[],
  before: SlimPod,
  after: SlimPod,
  view: ClusterView,
): Map<string, number> {
  const known = view.pod(after.uid);
  const shown = known?.nodeName === after.nodeName ? known : before;
  const growth = new Map<string, number>();
  for (const resource of growing) {
    const more = amountOf(resource, after) - amountOf(resource, shown);
    if (more > 0) growth.set(resource, more);
  }
  return growth;
}

function amountOf(resource: string, { requests }: SlimPod): number {
  return Number(counted(requests.get(resource) ?? 0n));
}

/**
 * A node on which nothing is held is left to its kubelet. Where it is shut, because who grows could not be remembered or
 * others may be on their way, nobody gets anything.
 */
function shortagesAt(node: number, room: Room, isShut: boolean): GrowthShortage[] {
  const shortages: GrowthShortage[] = [];
  for (const [resource, need] of room.needToAdmit(node)) {
    const growth = room.incoming.requests.get(resource) ?? 0;
    const lack = isShut ? growth : need;
    if (lack > 0) shortages.push({ resource, growth, left: Math.max(0, growth - lack) });
  }
  return shortages;
}
