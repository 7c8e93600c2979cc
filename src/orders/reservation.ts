/** What orders keep on one node: their room, without what has been claimed of it and what guardians stand on. */
import { isTerminal, type SlimNode, type SlimPod } from '../cluster/records.ts';
import { beyond, withPlace } from '../kube/resources/place.ts';
import type { Resources } from '../kube/resources/requests.ts';
import type { CompiledOrder } from './compiled-order.ts';
import { type NodePeriod, periodOn } from './time/periods.ts';

/**
 * Above every priority: an order keeps its room from all tenants, whatever theirs. Who may come in in spite of it is given
 * the room back (`room-given.ts`).
 */
const ORDER_PRIORITY = Number.MAX_SAFE_INTEGER;

/** One order on one node that belongs to it. */
export interface Reservation {
  readonly order: CompiledOrder;
  readonly priority: typeof ORDER_PRIORITY;
  readonly period: NodePeriod;
  /** What is still to be kept, by the extender or by a guardian: nothing where all of it has been claimed. */
  readonly wanted: Resources;
  /** What the extender keeps: the same without what guardians stand on. */
  readonly amounts: Resources;
  /** A pod that may has room here. */
  readonly isClaimed: boolean;
  /** A guardian stands here. */
  readonly isGuarded: boolean;
  /** The node is too small even when it is empty, so that nothing is kept on it. */
  readonly neverFits: boolean;
}

const NOTHING: Resources = new Map();
const MS_PER_SECOND = 1_000;

/**
 * All reservations of a node, those of the best order first. `orders` are in their rank, none of them idle; `pods` are
 * bound to the node. A pod that several orders mean takes of the first, and what that has not got of the next.
 */
export function reservationsOn(
  node: SlimNode,
  orders: readonly CompiledOrder[],
  pods: Iterable<SlimPod>,
  now: number,
): readonly Reservation[] {
  const here = orders.filter((order) => isReserving(order, now) && order.unreservable(node) === null);
  if (here.length === 0) return [];
  const present = [...pods].filter((pod) => !isTerminal(pod));
  const left = new Map<SlimPod, Resources>();
  return here.flatMap((order) => reservationOf(node, order, present, left, now) ?? []);
}

function isReserving(order: CompiledOrder, now: number): boolean {
  const { plain, refreshed } = order.times(now);
  return plain !== undefined || refreshed !== undefined;
}

function reservationOf(
  node: SlimNode,
  order: CompiledOrder,
  pods: readonly SlimPod[],
  left: Map<SlimPod, Resources>,
  now: number,
): Reservation | undefined {
  const claimants = pods.filter((pod) => order.isClaimant(pod));
  const wasClaimed = (at: number) => claimants.some((pod) => beganAt(pod) < at);
  const period = periodOn(order.times(now), order.order.strategy.refreshPolicy, wasClaimed);
  if (period === undefined) return undefined;
  const guardians = pods.filter((pod) => order.isGuardian(pod));
  const neverFits = order.neverFits(node);
  if (claimants.length + guardians.length === 0 && !neverFits) return untouched(order, period);
  const current = claimants.filter((pod) => beganAt(pod) >= period.claimsSince);
  const wanted = neverFits ? NOTHING : unclaimed(order.requests, current, left);
  const guarded = guardians.map((pod) => withPlace(pod.requests));
  return {
    order,
    priority: ORDER_PRIORITY,
    period,
    wanted,
    amounts: guarded.length === 0 ? wanted : someOf(beyond(wanted, guarded)),
    isClaimed: current.length > 0,
    isGuarded: guardians.length > 0,
    neverFits,
  };
}

/** As it is on most nodes: one for all of them, because an order may have thousands. */
const known = new WeakMap<NodePeriod, Reservation>();

function untouched(order: CompiledOrder, period: NodePeriod): Reservation {
  const before = known.get(period);
  if (before !== undefined) return before;
  const { requests: wanted } = order;
  const flags = { isClaimed: false, isGuarded: false, neverFits: false };
  const made: Reservation = { order, priority: ORDER_PRIORITY, period, wanted, amounts: wanted, ...flags };
  known.set(period, made);
  return made;
}

/** What is left of the room once each claimant has taken its part. */
function unclaimed(room: Resources, claimants: readonly SlimPod[], left: Map<SlimPod, Resources>): Resources {
  if (claimants.length === 0) return room;
  let rest = room;
  for (const pod of claimants) {
    const takes = left.get(pod) ?? withPlace(pod.requests);
    left.set(pod, beyond(takes, [rest]));
    rest = beyond(rest, [takes]);
  }
  return someOf(rest);
}

/** Without what is none. */
function someOf(amounts: Resources): Resources {
  return new Map([...amounts].filter(([, amount]) => amount > 0n));
}

/** A pod that has not started yet has only just come. */
function beganAt({ startedAt }: SlimPod): number {
  return startedAt === undefined ? Number.POSITIVE_INFINITY : startedAt * MS_PER_SECOND;
}
