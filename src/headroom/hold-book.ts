/** The holds that there are, by node name, and their sums by node number. */
import { type ClusterView, NO_NODE } from '../cluster/view.ts';
import type { Reservation } from '../orders/reservation.ts';
import { HeldAmounts, type KeptRoom } from './held-amounts.ts';
import type { HoldTime } from './hold-clock.ts';
import type { Hold } from './holds.ts';
import { OrderRoom } from './order-room.ts';

export interface ActiveHold extends Hold, HoldTime, KeptRoom {}

export const NO_HOLDS: readonly ActiveHold[] = [];
export const NO_RESERVATIONS: readonly Reservation[] = [];

export class HoldBook {
  readonly #view: ClusterView;
  readonly #written: (node: string) => void;
  /** Nodes without a hold are not in it. */
  readonly #holds = new Map<string, readonly ActiveHold[]>();
  /** What orders keep; nodes that belong to none are not in it. */
  readonly #reservations = new Map<string, readonly Reservation[]>();
  /** The list of the last node: mostly that of the next one too. */
  #newest: readonly Reservation[] = NO_RESERVATIONS;
  /** The number under which a node's holds are in the sums. */
  readonly #numbers = new Map<string, number>();
  /** Of daemons and orders together. */
  readonly amounts = new HeldAmounts();
  readonly orderRoom = new OrderRoom();

  /** `written` is told of each node whose holds may be others than before. */
  constructor(view: ClusterView, written: (node: string) => void) {
    this.#view = view;
    this.#written = written;
  }

  on(node: string): readonly ActiveHold[] {
    return this.#holds.get(node) ?? NO_HOLDS;
  }

  all(): ReadonlyMap<string, readonly ActiveHold[]> {
    return this.#holds;
  }

  /** Whether something of the node is in it, even if the view does not have it any more. */
  has(node: string): boolean {
    return this.#numbers.has(node) || this.#holds.has(node) || this.#reservations.has(node);
  }

  reservationsOn(node: string): readonly Reservation[] {
    return this.#reservations.get(node) ?? NO_RESERVATIONS;
  }

  reservations(): ReadonlyMap<string, readonly Reservation[]> {
    return this.#reservations;
  }

  /** All that orders keep on a node. To be summed up with what daemons have there, by `put`. */
  reserve(name: string, reservations: readonly Reservation[]): void {
    if (!isSameList(reservations, this.#newest)) this.#newest = reservations;
    if (reservations.length > 0) this.#reservations.set(name, this.#newest);
    else this.#reservations.delete(name);
  }

  /** All holds of a node, those that are over too. */
  put(name: string, holds: readonly ActiveHold[]): void {
    if (holds.length > 0) this.#holds.set(name, holds);
    else this.#holds.delete(name);
    this.#sumUp(
      name,
      holds.filter(({ expired }) => !expired),
    );
    this.#written(name);
  }

  /** The hold of one DaemonSet on a node; undefined when there is none. */
  replace(name: string, daemonSetUid: string, hold: ActiveHold | undefined): void {
    const before = this.on(name);
    const index = before.findIndex(({ daemon }) => daemon.daemonSet.uid === daemonSetUid);
    if (index >= 0) this.put(name, before.toSpliced(index, 1, ...(hold ? [hold] : [])));
    else if (hold !== undefined) this.put(name, [...before, hold]);
  }

  /** Names of the nodes on which a DaemonSet has a hold. */
  nodesOf(daemonSetUid: string): string[] {
    const isOwn = ({ daemon }: ActiveHold) => daemon.daemonSet.uid === daemonSetUid;
    return [...this.#holds].filter(([, holds]) => holds.some(isOwn)).map(([name]) => name);
  }

  #sumUp(name: string, holds: readonly ActiveHold[]): void {
    const reservations = this.reservationsOn(name);
    const number = this.#view.nodeNumber(name);
    const before = this.#numbers.get(name);
    this.amounts.grow(this.#view.nodeCapacity);
    this.orderRoom.grow(this.#view.nodeCapacity);
    // A node that is gone leaves its number to the next one, which then has been looked at by itself.
    if (before !== undefined && this.#view.nodeAt(before) === undefined) {
      this.amounts.set(before, NO_HOLDS);
      this.orderRoom.set(before, NO_RESERVATIONS);
    }
    if (number === NO_NODE) {
      this.#numbers.delete(name);
      return;
    }
    this.#numbers.set(name, number);
    if (holds.length > 0 && reservations.length > 0) this.amounts.set(number, [...holds, ...reservations]);
    else this.amounts.set(number, holds.length > 0 ? holds : reservations);
    this.orderRoom.set(number, reservations);
  }
}

/** One list for all nodes that have the same: ten orders on thousands of nodes would make tens of thousands of entries. */
function isSameList(some: readonly Reservation[], others: readonly Reservation[]): boolean {
  return some.length === others.length && some.every((reservation, index) => reservation === others[index]);
}
