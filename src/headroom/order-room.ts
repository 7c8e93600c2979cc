/** By order, resource and node number, how much is kept: to be told apart from what is kept for daemons, and given back. */
import { grownTo } from '../cluster/by-node-number.ts';
import { counted } from '../cluster/store/resource-column.ts';
import type { ReadonlyNumbers } from '../cluster/view.ts';
import type { Reservation } from '../orders/reservation.ts';

type Sums = Map<string, Float64Array>;

export class OrderRoom {
  readonly #byOrder = new Map<string, Sums>();
  readonly #all: Sums = new Map();
  #capacity = 0;

  /** What one order keeps; undefined when it keeps nothing of the resource. */
  of(orderUid: string, resource: string): ReadonlyNumbers | undefined {
    return this.#byOrder.get(orderUid)?.get(resource);
  }

  /** What all of them keep together. */
  all(resource: string): ReadonlyNumbers | undefined {
    return this.#all.get(resource);
  }

  /** Room for all node numbers below the capacity. */
  grow(capacity: number): void {
    if (this.#capacity >= capacity) return;
    this.#capacity = capacity;
    for (const sums of [this.#all, ...this.#byOrder.values()]) {
      for (const [resource, byNode] of sums) sums.set(resource, grownTo(byNode, capacity));
    }
  }

  /** What is kept on a node is this; nothing that was there before stays. */
  set(node: number, reservations: readonly Reservation[]): void {
    if (this.#byOrder.size === 0 && reservations.length === 0) return;
    for (const sums of [this.#all, ...this.#byOrder.values()]) {
      for (const byNode of sums.values()) byNode[node] = 0;
    }
    for (const { order, amounts } of reservations) {
      const own = this.#byOrder.get(order.order.uid) ?? new Map<string, Float64Array>();
      this.#byOrder.set(order.order.uid, own);
      for (const [resource, amount] of amounts) {
        this.#add(own, resource, node, amount);
        this.#add(this.#all, resource, node, amount);
      }
    }
  }

  /** Orders that are no longer there leave nothing behind. */
  keepOnly(orderUids: ReadonlySet<string>): void {
    for (const uid of this.#byOrder.keys()) if (!orderUids.has(uid)) this.#byOrder.delete(uid);
    if (this.#byOrder.size === 0) this.#all.clear();
  }

  #add(sums: Sums, resource: string, node: number, amount: bigint): void {
    const byNode = sums.get(resource) ?? new Float64Array(this.#capacity);
    sums.set(resource, byNode);
    byNode[node] = (byNode[node] ?? 0) + Number(counted(amount));
  }
}

/** Where no order is. */
export const NO_ORDER_ROOM: Pick<OrderRoom, 'of' | 'all'> = {
  of: () => undefined,
  all: () => undefined,
};
