/** What the ledger knows of orders, as their status, their guardians and the metrics show it. */
import type { SlimPod } from '../cluster/records.ts';
import { counted } from '../cluster/store/resource-column.ts';
import { type ClusterView, NO_NODE } from '../cluster/view.ts';
import { podPriority } from '../kube/priority.ts';
import { withPlace } from '../kube/resources/place.ts';
import type { Resources } from '../kube/resources/requests.ts';
import type { DueGuardian, OrderStatus } from '../orders/order-status.ts';
import { type NodeRoom, shortagesOn, shortText } from '../orders/short-nodes.ts';
import { dueGuardians, orderStatuses } from '../orders/status.ts';
import type { HoldLedger } from './hold-ledger.ts';

/** The ledger has to be up to the view; `time` is in ms since 1970. `isEnforced`: the filter refuses what is held. */
export function orderStates(
  ledger: HoldLedger,
  view: ClusterView,
  time: number,
  isEnforced: boolean,
): OrderStatus[] {
  const room = { ...roomOf(ledger, view), isEnforced };
  return orderStatuses(ledger.orders.all(), ledger.reservations(), room, time);
}

/** For each of the node's reservations, in their order, why its room is not there; empty where it is. */
export function shortOn(node: string, ledger: HoldLedger, view: ClusterView): readonly string[] {
  const here = ledger.reservationsOn(node);
  const shortages = shortagesOn(node, here, roomOf(ledger, view));
  return here.map((reservation, index) => shortText(reservation, shortages[index] ?? null));
}

/** The guardians of one order that should be there, in no order. The ledger has to be up to the view. */
export function guardiansDue(ledger: HoldLedger, view: ClusterView, orderUid: string): Iterable<DueGuardian> {
  const order = ledger.orders.get(orderUid);
  if (order === undefined) return [];
  const { free } = roomOf(ledger, view);
  // Also when the guardian has gone already, and its room is free: else it would come back before the pod is bound.
  const isTooLittle = (node: string, { requests }: SlimPod, amounts: Resources) =>
    [...withPlace(requests)].some(
      ([resource, amount]) =>
        amount > 0n &&
        Number(counted(amount)) + Number(counted(amounts.get(resource) ?? 0n)) > free(node, resource),
    );
  const isOpenTo = (pod: SlimPod) =>
    ledger.daemonOf(pod) !== undefined && ledger.ordersOpenTo(pod, podPriority(pod)).includes(order);
  return dueGuardians(order, ledger.reservations(), (node, { amounts }) => {
    for (const pod of ledger.podsAimedAt(node)) {
      if (pod.terminating) continue;
      if (order.isClaimant(pod) || (isOpenTo(pod) && isTooLittle(node, pod, amounts))) return true;
    }
    return false;
  });
}

function roomOf(ledger: HoldLedger, view: ClusterView): NodeRoom {
  return {
    free: (node, resource) => {
      const number = view.nodeNumber(node);
      return number === NO_NODE ? 0 : (view.column(resource)?.free[number] ?? 0);
    },
    heldForDaemons: (node, resource) =>
      ledger
        .holdsOn(node)
        .filter((hold) => !hold.expired)
        .reduce((sum, { amounts }) => sum + Number(counted(amounts.get(resource) ?? 0n)), 0),
  };
}
