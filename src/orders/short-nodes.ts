/** Where orders find the room that they keep, and where it is not there. */
import { counted } from '../cluster/store/resource-column.ts';
import { quantityText } from '../kube/resources/quantity-text.ts';
import { PODS, type Resources } from '../kube/resources/requests.ts';
import type { CompiledOrder } from './compiled-order.ts';
import type { Reservation } from './reservation.ts';

/** What a node has, whoever it is kept for. */
export interface NodeRoom {
  /** Not taken by any pod; below zero where more is taken than there is. */
  free(node: string, resource: string): number;
  /** Kept for daemons, which come before any order. */
  heldForDaemons(node: string, resource: string): number;
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
  const leftFor = leftOn(node, room);
  return reservations.map(({ order, amounts }) => {
    let short: Shortage | null = null;
    for (const [resource, asked] of inNumbers(amounts)) {
      const before = taken.get(resource) ?? 0;
      const left = leftFor(resource) - before;
      const isConflict = asked <= left + before;
      if (asked > left)
        short ??= { resource, missing: asked - left, takenBy: isConflict ? takers.at(-1) : undefined };
      taken.set(resource, before + asked);
    }
    if (amounts.size > 0) takers.push(order);
    return short;
  });
}

/** What a node has for orders: reckoned once for all of them. */
function leftOn(node: string, room: NodeRoom): (resource: string) => number {
  const known = new Map<string, number>();
  return (resource) => {
    const left = known.get(resource) ?? room.free(node, resource) - room.heldForDaemons(node, resource);
    known.set(resource, left);
    return left;
  };
}

type Numbers = readonly (readonly [resource: string, amount: number])[];

/** Most nodes of an order share their amounts in memory, and there may be thousands. */
const numbers = new WeakMap<Resources, Numbers>();

function inNumbers(amounts: Resources): Numbers {
  const before = numbers.get(amounts);
  if (before !== undefined) return before;
  const made = Array.from(amounts, ([resource, amount]) => [resource, Number(counted(amount))] as const);
  numbers.set(amounts, made);
  return made;
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
