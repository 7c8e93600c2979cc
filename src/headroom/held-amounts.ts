/** How much of each resource is held on each node, for pods of each priority: numbers that a filter call can index. */
import type { ReadonlyNumbers } from '../cluster/view.ts';
import type { Hold } from './holds.ts';

/** What `levelFor` says when no daemon has so high a priority. */
export const NO_LEVEL = -1;

export class HeldAmounts {
  /** Distinct priorities of the daemons, highest first. */
  readonly #priorities: readonly number[];
  /** Per level, the sum of all holds of that priority or a higher one. */
  readonly #levels: Map<string, Float64Array>[];
  /**
   * 0 on a node without a hold, else one more than the level from which on there is one, even one of nothing: there what
   * fits is asked of our own view.
   */
  readonly #marks: Uint32Array;
  readonly capacity: number;
  #markedNodes = 0;

  constructor(priorities: readonly number[], capacity: number) {
    this.#priorities = [...new Set(priorities)].toSorted((a, b) => b - a);
    this.#levels = this.#priorities.map(() => new Map());
    this.#marks = new Uint32Array(capacity);
    this.capacity = capacity;
  }

  get markedNodes(): number {
    return this.#markedNodes;
  }

  /** Which level counts for a pod: only daemons whose priority is at least its own. */
  levelFor(priority: number): number {
    return this.#priorities.findLastIndex((level) => level >= priority);
  }

  /** Of all daemons, whatever their priority. */
  get lowestLevel(): number {
    return this.#priorities.length - 1;
  }

  isMarked(level: number, node: number): boolean {
    const mark = this.#marks[node] ?? 0;
    return mark !== 0 && mark <= level + 1;
  }

  /** By node number; undefined when nothing of the resource is held at that level. */
  held(level: number, resource: string): ReadonlyNumbers | undefined {
    return this.#levels[level]?.get(resource);
  }

  set(node: number, holds: readonly Hold[]): void {
    this.#mark(node, holds);
    for (const [index, priority] of this.#priorities.entries()) {
      const level = this.#levels[index];
      if (level === undefined) continue;
      for (const amounts of level.values()) amounts[node] = 0;
      for (const { daemon, amounts } of holds) {
        if (daemon.priority < priority) continue;
        for (const [resource, amount] of amounts) this.#add(level, resource, node, amount);
      }
    }
  }

  #mark(node: number, holds: readonly Hold[]): void {
    // A hold of no resource at all, because none of its is to be held, is none.
    const highest = holds.reduce(
      (top, { daemon, amounts }) => (amounts.size > 0 ? Math.max(top, daemon.priority) : top),
      Number.NEGATIVE_INFINITY,
    );
    const mark = this.#priorities.indexOf(highest) + 1;
    const was = this.#marks[node] ?? 0;
    this.#markedNodes += Number(mark !== 0) - Number(was !== 0);
    this.#marks[node] = mark;
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
