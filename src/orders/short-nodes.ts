/** Where orders find the room that they keep, and where it is not there. */
import { counted } from '../cluster/store/resource-column.ts';
import { quantityText } from '../kube/resources/quantity-text.ts';
import { PODS } from '../kube/resources/requests.ts';
import type { CompiledOrder } from './compiled-order.ts';
import type { Reservation } from './reservation.ts';

/** What a node has, whoever it is kept for. */
export interface NodeRoom {
  /** Not taken by any pod; below zero where more is taken than there is. */
  free(node: string, resource: string): number;
  /** Kept for daemons of at least that priority, which come before the order. */
  heldForDaemons(node: string, resource: string, priority: number): number;
}

/** What a node has too little of. */
export interface Shortage {
  readonly resource: string;
  readonly missing: number;
  /** The order that has it, where it would do but for orders that come first. */
  readonly takenBy: CompiledOrder | undefined;
}

/**
 * For each reservation of a node what it lacks, in their rank: null where the room is there. Each takes its part before
 * the next one is looked at.
 */
export function shortagesOn(
  node: string,
  reservations: readonly Reservation[],
  room: NodeRoom,
): readonly (Shortage | null)[] {
  const taken = new Map<string, number>();
  const takers: CompiledOrder[] = [];
  return reservations.map(({ order, amounts }) => {
    let short: Shortage | null = null;
    for (const [resource, amount] of amounts) {
      const asked = Number(counted(amount));
      const before = taken.get(resource) ?? 0;
      const left = room.free(node, resource) - room.heldForDaemons(node, resource, order.priority) - before;
      const isConflict = asked <= left + before;
      if (asked > left)
        short ??= { resource, missing: asked - left, takenBy: isConflict ? takers.at(-1) : undefined };
      taken.set(resource, before + asked);
    }
    if (amounts.size > 0) takers.push(order);
    return short;
  });
}

/** In words that stay the same while nothing changes. */
export function shortText({ order, neverFits }: Reservation, shortage: Shortage | null): string {
  if (neverFits) return 'the node is too small, even when it is empty';
  if (shortage === null) return '';
  const { resource, missing, takenBy } = shortage;
  const lack =
    resource === PODS
      ? 'no place for another pod'
      : `${quantityText(resource, BigInt(missing))} of ${resource} too little`;
  if (takenBy === undefined) return lack;
  const { namespace, name } = takenBy.order;
  const isNear = namespace === order.order.namespace;
  return `${lack}: the order ${isNear ? name : `${namespace}/${name}`} comes first`;
}
