/** What the ledger knows of orders, as their status, their guardians and the metrics show it. */

import { counted } from '../cluster/store/resource-column.ts';
import { type ClusterView, NO_NODE } from '../cluster/view.ts';
import type { DueGuardian, OrderStatus } from '../orders/order-status.ts';
import { type NodeRoom, shortagesOn, shortText } from '../orders/short-nodes.ts';
import { dueGuardians, orderStatuses } from '../orders/status.ts';
import type { HoldLedger } from './hold-ledger.ts';

/** The ledger has to be up to the view; `time` is in ms since 1970. */
export function orderStates(ledger: HoldLedger, view: ClusterView, time: number): OrderStatus[] {
  return orderStatuses(ledger.orders.all(), ledger.reservations(), roomOf(ledger, view), time);
}

/** For each of the node's reservations, in their order, why its room is not there; empty where it is. */
export function shortOn(node: string, ledger: HoldLedger, view: ClusterView): readonly string[] {
  const here = ledger.reservationsOn(node);
  const shortages = shortagesOn(node, here, roomOf(ledger, view));
  return here.map((reservation, index) => shortText(reservation, shortages[index] ?? null));
}

/** The guardians of one order that should be there, in no order. */
export function guardiansDue(ledger: HoldLedger, orderUid: string): Iterable<DueGuardian> {
  const order = ledger.orders.get(orderUid);
  if (order === undefined) return [];
  return dueGuardians(order, ledger.reservations(), (node) =>
    [...ledger.podsAimedAt(node)].some((pod) => !pod.terminating && order.isClaimant(pod)),
  );
}

function roomOf(ledger: HoldLedger, view: ClusterView): NodeRoom {
  return {
    free: (node, resource) => {
      const number = view.nodeNumber(node);
      return number === NO_NODE ? 0 : (view.column(resource)?.free[number] ?? 0);
    },
    heldForDaemons: (node, resource, priority) =>
      ledger
        .holdsOn(node)
        .filter((hold) => !hold.expired && hold.priority >= priority)
        .reduce((sum, { amounts }) => sum + Number(counted(amounts.get(resource) ?? 0n)), 0),
  };
}
