/** The status of every order, from what is reserved on the nodes and what they have. */

import { PODS, type Resources } from '../kube/resources/requests.ts';
import { MOST_SHORT_NODES } from './api/status-schema.ts';
import type { CompiledOrder } from './compiled-order.ts';
import { conditionsOf } from './conditions.ts';
import type { DueGuardian, OrderStatus } from './order-status.ts';
import type { Reservation } from './reservation.ts';
import { type NodeRoom, type Shortage, shortagesOn, shortText } from './short-nodes.ts';

/** By node name. */
export type Reservations = ReadonlyMap<string, readonly Reservation[]>;

interface Found {
  readonly node: string;
  readonly reservation: Reservation;
  readonly shortage: Shortage | null;
}

/** Of one order, counted node by node: there may be thousands, and most have nothing to tell. */
interface Tally {
  eligible: number;
  held: number;
  claimed: number;
  /** Nodes that have the room, and keep nobody from it. */
  unkept: number;
  readonly short: Found[];
}

export interface RoomForOrders extends NodeRoom {
  /** What is held is refused to others: else only guardians keep anything. */
  readonly isEnforced: boolean;
}

/** In the rank of the orders, those that reserve nothing included. `now` is in ms since 1970. */
export function orderStatuses(
  orders: readonly CompiledOrder[],
  reservations: Reservations,
  room: RoomForOrders,
  now: number,
): OrderStatus[] {
  const tallies = new Map(orders.map((order) => [order, noNodes()]));
  for (const [node, here] of reservations) {
    const shortages = shortagesOn(node, here, room);
    here.forEach((reservation, index) => {
      const tally = tallies.get(reservation.order);
      const found = { node, reservation, shortage: shortages[index] ?? null };
      if (tally !== undefined) count(tally, found, room.isEnforced);
    });
  }
  return orders.map((order) => statusOf(order, tallies.get(order) ?? noNodes(), now));
}

function noNodes(): Tally {
  return { eligible: 0, held: 0, claimed: 0, unkept: 0, short: [] };
}

function count(tally: Tally, found: Found, isEnforced: boolean): void {
  const { wanted, amounts, isClaimed, neverFits } = found.reservation;
  tally.eligible += 1;
  if (found.shortage === null && wanted.size > 0)
    tally[isEnforced || amounts.size === 0 ? 'held' : 'unkept'] += 1;
  if (isClaimed) tally.claimed += 1;
  if (neverFits || found.shortage !== null) tally.short.push(found);
}

function statusOf(order: CompiledOrder, { short, unkept, ...tally }: Tally, now: number): OrderStatus {
  const counts = { ...tally, short: short.length };
  const times = timesOf(order, counts.eligible > 0, now);
  const conflicts = short.filter(({ shortage }) => shortage?.takenBy !== undefined).length;
  return {
    order: order.order,
    ...counts,
    shortNodes: short
      .toSorted((a, b) => (a.node < b.node ? -1 : 1))
      .slice(0, MOST_SHORT_NODES)
      .map(({ node, reservation, shortage }) => ({ node, reason: shortText(reservation, shortage) })),
    ...times,
    conditions: conditionsOf(order, { ...counts, ...times, unkept, conflicts, isOver: isOver(order, now) }),
  };
}

/** Of the nodes that were not refreshed, where there are such: they are the ones that nothing else tells of. */
function timesOf(order: CompiledOrder, isReserved: boolean, now: number) {
  if (order.isIdle) return { periodStart: undefined, nextRefresh: undefined };
  const { plain, refreshed, nextRefresh } = order.times(now);
  const isEverywhere = order.order.strategy.refreshPolicy === 'Always';
  const period = isEverywhere ? (refreshed ?? plain) : (plain ?? (isReserved ? refreshed : undefined));
  return { periodStart: period?.begin, nextRefresh };
}

/** Nothing begins it any more where it is not claimed. */
function isOver(order: CompiledOrder, now: number): boolean {
  const { nextRefresh, refreshedAt } = order.times(now);
  return nextRefresh === undefined || (order.order.strategy.type === 'OneTime' && refreshedAt !== undefined);
}

/**
 * Where a guardian of the order has to stand: wherever something is still to be kept, but where a pod waits that is made for
 * the node and to which it gives way. Its guardian goes, and the extender keeps the room until it is bound.
 */
export function* dueGuardians(
  order: CompiledOrder,
  reservations: Reservations,
  isAwaited: (node: string, own: Reservation) => boolean,
): Generator<DueGuardian> {
  if (order.order.enforcement !== 'Guardian') return;
  for (const [node, here] of reservations) {
    const own = here.find((reservation) => reservation.order === order);
    if (own === undefined || own.neverFits) continue;
    const requests = withoutPlace(own.wanted);
    if (requests.size > 0 && !isAwaited(node, own)) yield { node, requests };
  }
}

/** Most nodes of an order share what is wanted there: then they share this too, and who compares sees it at once. */
const placeless = new WeakMap<Resources, Resources>();

/** A guardian takes its place by itself. */
function withoutPlace(amounts: Resources): Resources {
  const before = placeless.get(amounts);
  if (before !== undefined) return before;
  const made = new Map([...amounts].filter(([resource]) => resource !== PODS));
  placeless.set(amounts, made);
  return made;
}
