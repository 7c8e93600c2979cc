/** How much of each resource is held on each node, for pods of each priority: numbers that a filter call can index. */
import { grownTo } from '../cluster/by-node-number.ts';
import { counted } from '../cluster/store/resource-column.ts';
import type { ReadonlyNumbers } from '../cluster/view.ts';
import type { Resources } from '../kube/resources/requests.ts';

/** What `levelFor` says when no daemon has so high a priority. */
export const NO_LEVEL = -1;

/** Below every priority, and above every one. */
const NO_HOLD = Number.NEGATIVE_INFINITY;
const NO_PRIORITY = Number.POSITIVE_INFINITY;

/** Room that is kept on a node from pods of up to a priority: a daemon's own, or above all of them for an order. */
export interface KeptRoom {
  readonly priority: number;
  readonly amounts: Resources;
}

const NO_HOLDS: readonly KeptRoom[] = [];

interface Sums {
  byNode: Float64Array;
  /** How many holds are in it, even of nothing: at none the resource is not held any more. */
  holds: number;
}

/** The holds of one priority and all higher ones. */
interface Level {
  readonly priority: number;
  readonly sums: Map<string, Sums>;
  /** How many holds have just this priority: at none the level goes. */
  holds: number;
}

export class HeldAmounts {
  /** One for each priority of which something is held, highest first. */
  readonly #levels: Level[] = [];
  /** By node number, without holds of no resource at all, which are none. */
  readonly #holds = new Map<number, readonly KeptRoom[]>();
  #marks: Float64Array = new Float64Array(0);

  get markedNodes(): number {
    return this.#holds.size;
  }

  /** Which level counts for a pod: only daemons whose priority is at least its own. */
  levelFor(priority: number): number {
    return this.#levels.findLastIndex((level) => level.priority >= priority);
  }

  /** Of all daemons, whatever their priority. */
  get lowestLevel(): number {
    return this.#levels.length - 1;
  }

  /**
   * By node number, the highest priority of a hold there, even of a hold of nothing: there what fits is asked of our own
   * view. Without a hold it is below all of them.
   */
  get marks(): ReadonlyNumbers {
    return this.#marks;
  }

  /** From which mark on a node is marked at the level. */
  markAt(level: number): number {
    return this.#levels[level]?.priority ?? NO_PRIORITY;
  }

  isMarked(level: number, node: number): boolean {
    return (this.#marks[node] ?? NO_HOLD) >= this.markAt(level);
  }

  /** By node number; undefined when nothing of the resource is held at that level. */
  held(level: number, resource: string): ReadonlyNumbers | undefined {
    return this.#levels[level]?.sums.get(resource)?.byNode;
  }

  /** Room for all node numbers below the capacity. */
  grow(capacity: number): void {
    if (this.#marks.length >= capacity) return;
    this.#marks = grownTo(this.#marks, capacity, NO_HOLD);
    for (const { sums } of this.#levels) {
      for (const sum of sums.values()) sum.byNode = grownTo(sum.byNode, capacity);
    }
  }

  /** The holds of a node are these. Those that were there before, the very same, are not counted again. */
  set(node: number, all: readonly KeptRoom[]): void {
    const before = this.#holds.get(node) ?? NO_HOLDS;
    // Mostly all of them: then the list, which many nodes may share, is not copied for each.
    const after = all.every(isSome) ? all : all.filter(isSome);
    let isExact = true;
    // First what comes, so that no array goes that is needed again at once.
    for (const hold of without(after, before)) isExact = this.#count(hold, node, 1) && isExact;
    for (const hold of without(before, after)) isExact = this.#count(hold, node, -1) && isExact;
    if (after.length > 0) this.#holds.set(node, after);
    else this.#holds.delete(node);
    if (!isExact) this.#countAgain(node, after);
    this.#marks[node] = after.reduce((top, { priority }) => Math.max(top, priority), NO_HOLD);
  }

  /** False when a sum is larger than a double can tell exactly: it cannot be taken back then. */
  #count({ priority, amounts }: KeptRoom, node: number, sign: 1 | -1): boolean {
    const own = this.#levelOf(priority);
    let isExact = true;
    for (let index = own; index < this.#levels.length; index += 1) {
      const level = this.#levels[index];
      if (level === undefined) continue;
      for (const [resource, amount] of amounts) {
        const sums = this.#sumsOf(level, resource);
        const sum = sums.byNode[node] ?? 0;
        const next = sum + sign * Number(counted(amount));
        sums.byNode[node] = next;
        sums.holds += sign;
        if (sums.holds === 0) level.sums.delete(resource);
        isExact &&= Math.max(sum, next) <= Number.MAX_SAFE_INTEGER;
      }
    }
    const level = this.#levels[own];
    if (level !== undefined) level.holds += sign;
    if (level?.holds === 0) this.#levels.splice(own, 1);
    return isExact;
  }

  #countAgain(node: number, holds: readonly KeptRoom[]): void {
    for (const { priority, sums } of this.#levels) {
      for (const [resource, { byNode }] of sums) {
        const counting = holds.filter((hold) => hold.priority >= priority);
        byNode[node] = counting.reduce(
          (sum, { amounts }) => sum + Number(counted(amounts.get(resource) ?? 0n)),
          0,
        );
      }
    }
  }

  /** The index of the level of a priority. A new one has what all higher ones have. */
  #levelOf(priority: number): number {
    const above = this.#levels.findLastIndex((level) => level.priority > priority);
    if (this.#levels[above + 1]?.priority === priority) return above + 1;
    const sums = Array.from(
      this.#levels[above]?.sums ?? [],
      ([resource, { byNode, holds }]): [string, Sums] => [resource, { byNode: byNode.slice(), holds }],
    );
    this.#levels.splice(above + 1, 0, { priority, holds: 0, sums: new Map(sums) });
    return above + 1;
  }

  #sumsOf({ sums }: Level, resource: string): Sums {
    const known = sums.get(resource);
    if (known !== undefined) return known;
    const made = { byNode: new Float64Array(this.#marks.length), holds: 0 };
    sums.set(resource, made);
    return made;
  }
}

function isSome({ amounts }: KeptRoom): boolean {
  return amounts.size > 0;
}

/** Those of the one list that are not in the other. Mostly they are in the same order, and but one differs. */
function without(holds: readonly KeptRoom[], others: readonly KeptRoom[]): readonly KeptRoom[] {
  return holds.filter((hold, index) => others[index] !== hold && !others.includes(hold));
}
