/** How much of each resource is held on each node, for pods of each priority: numbers that a filter call can index. */
import type { ReadonlyNumbers } from '../cluster/view.ts';
import type { Hold } from './holds.ts';

export class HeldAmounts {
  /** Distinct priorities of the daemons, highest first. */
  readonly #priorities: readonly number[];
  /** Per level, the sum of all holds of that priority or a higher one. */
  readonly #levels: Map<string, Float64Array>[];
  /** 1 where there is a hold, even one of nothing: there what fits is asked of our own view. */
  readonly marked: Uint8Array;
  readonly capacity: number;
  /** How many nodes are marked. */
  markedCount = 0;

  constructor(priorities: readonly number[], capacity: number) {
    this.#priorities = [...new Set(priorities)].toSorted((a, b) => b - a);
    this.#levels = this.#priorities.map(() => new Map());
    this.marked = new Uint8Array(capacity);
    this.capacity = capacity;
  }

  /** Which level counts for a pod: only daemons whose priority is at least its own. -1 when none does. */
  levelFor(priority: number): number {
    return this.#priorities.findLastIndex((level) => level >= priority);
  }

  /** By node number; undefined when nothing of the resource is held at that level. */
  held(level: number, resource: string): ReadonlyNumbers | undefined {
    return this.#levels[level]?.get(resource);
  }

  set(node: number, holds: readonly Hold[], isHeld: (resource: string) => boolean): void {
    const mark = holds.length > 0 ? 1 : 0;
    this.markedCount += mark - (this.marked[node] ?? 0);
    this.marked[node] = mark;
    for (const [index, priority] of this.#priorities.entries()) {
      const level = this.#levels[index];
      for (const amounts of level?.values() ?? []) amounts[node] = 0;
      for (const { daemon, amounts } of holds) {
        if (daemon.priority < priority || level === undefined) continue;
        for (const [resource, amount] of amounts)
          if (isHeld(resource)) this.#add(level, resource, node, amount);
      }
    }
  }

  #add(level: Map<string, Float64Array>, resource: string, node: number, amount: bigint): void {
    let amounts = level.get(resource);
    if (amounts === undefined) {
      amounts = new Float64Array(this.capacity);
      level.set(resource, amounts);
    }
    amounts[node] = (amounts[node] ?? 0) + Number(amount);
  }
}
