/**
 * By node number, what is on its way there and for which pods no hold keeps its room. A filter call nearly always has its
 * answer at once: everything is held. Else it asks for one node and resource after the other.
 */
import { grownTo } from '../../../cluster/by-node-number.ts';

/** One pod on its way to a node. */
export interface OnItsWay {
  readonly requests: ReadonlyMap<string, number>;
  /** The highest priority of a pod from which a hold keeps its room. */
  readonly heldUpTo: number;
}

/** Of what no hold keeps from anybody. */
export const HELD_FROM_NOBODY = Number.NEGATIVE_INFINITY;
const HELD_FROM_EVERYBODY = Number.POSITIVE_INFINITY;
const NOTHING: readonly OnItsWay[] = [];

export class BesideHolds {
  readonly #byNode = new Map<number, readonly OnItsWay[]>();
  /** The lowest of each node. */
  #heldUpTo: Float64Array = new Float64Array(0);
  /** Of how many nodes each is the lowest: there are as many as daemons have priorities. */
  readonly #nodesByLowest = new Map<number, number>();

  /** The capacity is above all node numbers. */
  set(node: number, all: readonly OnItsWay[], capacity: number): void {
    if (all.length > 0) this.#byNode.set(node, all);
    else if (!this.#byNode.delete(node)) return;
    this.#heldUpTo = grownTo(this.#heldUpTo, capacity, HELD_FROM_EVERYBODY);
    this.#count(this.#heldUpTo[node] ?? HELD_FROM_EVERYBODY, -1);
    const lowest = all.reduce((low, { heldUpTo }) => Math.min(low, heldUpTo), HELD_FROM_EVERYBODY);
    this.#heldUpTo[node] = lowest;
    this.#count(lowest, 1);
  }

  #count(lowest: number, sign: 1 | -1): void {
    if (lowest === HELD_FROM_EVERYBODY) return;
    const nodes = (this.#nodesByLowest.get(lowest) ?? 0) + sign;
    if (nodes > 0) this.#nodesByLowest.set(lowest, nodes);
    else this.#nodesByLowest.delete(lowest);
  }

  /** Whether anything counts anywhere for a pod of that priority. */
  countsFor(priority: number): boolean {
    for (const lowest of this.#nodesByLowest.keys()) if (priority > lowest) return true;
    return false;
  }

  /** For a pod of that priority. */
  on(node: number, resource: string, priority: number): number {
    if (priority <= (this.#heldUpTo[node] ?? HELD_FROM_EVERYBODY)) return 0;
    let sum = 0;
    for (const { heldUpTo, requests } of this.#byNode.get(node) ?? NOTHING) {
      if (heldUpTo < priority) sum += requests.get(resource) ?? 0;
    }
    return sum;
  }
}
