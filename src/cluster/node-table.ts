/** The nodes by name and by dense number, and their accounts: what each has, what is asked of it, what is free. */
import { PODS, type Resources } from '../kube/requests.ts';
import type { SlimNode, SlimPod } from './records.ts';
import { isTerminal } from './records.ts';
import { Column, counted } from './resource-column.ts';
import { NO_NODE } from './view.ts';

/** Always there, first in order; others only while some node has them, so that no pod can make the table grow. */
const STANDING_RESOURCES = ['cpu', 'memory', 'ephemeral-storage', PODS] as const;

/** A small cluster fits without growing; larger ones double. */
const FIRST_CAPACITY = 64;

export class NodeTable {
  readonly #numbers = new Map<string, number>();
  readonly #nodes: (SlimNode | undefined)[] = [];
  /** Numbers of nodes that went, to be given again: the table is as long as the largest cluster seen. */
  readonly #vacant: number[] = [];
  readonly #columns = new Map<string, Column>();
  #capacity = FIRST_CAPACITY;

  constructor() {
    for (const resource of STANDING_RESOURCES)
      this.#columns.set(resource, new Column(resource, this.#capacity));
  }

  get size(): number {
    return this.#numbers.size;
  }

  get capacity(): number {
    return this.#capacity;
  }

  get(name: string): SlimNode | undefined {
    const number = this.#numbers.get(name);
    return number === undefined ? undefined : this.#nodes[number];
  }

  at(number: number): SlimNode | undefined {
    return this.#nodes[number];
  }

  number(name: string): number {
    return this.#numbers.get(name) ?? NO_NODE;
  }

  names(): Iterable<string> {
    return this.#numbers.keys();
  }

  *values(): Generator<SlimNode> {
    for (const number of this.#numbers.values()) {
      const node = this.#nodes[number];
      if (node !== undefined) yield node;
    }
  }

  column(resource: string): Column | undefined {
    return this.#columns.get(resource);
  }

  columns(): Iterable<Column> {
    return this.#columns.values();
  }

  /**
   * Adds a node or changes it. A resource that no node had until now gets its column: the answer names those, and
   * the caller counts the pods again for them. `isNew` asks for a count of the pods that waited for this node.
   */
  put(node: SlimNode): {
    readonly number: number;
    readonly isNew: boolean;
    readonly added: readonly string[];
  } {
    const known = this.#numbers.get(node.name);
    const number = known ?? this.#take(node.name);
    const before = this.#nodes[number];
    this.#nodes[number] = node;
    const added: string[] = [];
    for (const [resource, amount] of node.allocatable) {
      let column = this.#columns.get(resource);
      if (column === undefined) {
        column = new Column(resource, this.#capacity);
        this.#columns.set(resource, column);
        added.push(resource);
      }
      if (before === undefined || !before.allocatable.has(resource)) column.users += 1;
      column.setAllocatable(number, amount);
    }
    if (before !== undefined) this.#dropResources(number, before.allocatable, node.allocatable);
    return { number, isNew: known === undefined, added };
  }

  remove(name: string): SlimNode | undefined {
    const number = this.#numbers.get(name);
    if (number === undefined) return undefined;
    const node = this.#nodes[number];
    this.#numbers.delete(name);
    this.#nodes[number] = undefined;
    this.#vacant.push(number);
    for (const column of this.#columns.values()) column.clear(number);
    if (node !== undefined) this.#dropResources(number, node.allocatable, new Map());
    return node;
  }

  /** Counts a pod on its node, or takes it back with `sign` -1. A pod that has ended counts nowhere. */
  count(number: number, pod: SlimPod, sign: 1n | -1n): void {
    if (isTerminal(pod)) return;
    this.#columns.get(PODS)?.addRequested(number, sign);
    for (const [resource, amount] of pod.requests) {
      if (resource === PODS) continue;
      this.#columns.get(resource)?.addRequested(number, sign * counted(amount));
    }
  }

  /** Counts only one resource of a pod, for a column that has just come. */
  countOne(number: number, pod: SlimPod, resource: string): void {
    const amount = pod.requests.get(resource);
    if (amount !== undefined && !isTerminal(pod)) {
      this.#columns.get(resource)?.addRequested(number, counted(amount));
    }
  }

  #take(name: string): number {
    const number = this.#vacant.pop() ?? this.#nodes.length;
    if (number >= this.#capacity) {
      this.#capacity *= 2;
      for (const column of this.#columns.values()) column.grow(this.#capacity);
    }
    this.#numbers.set(name, number);
    return number;
  }

  #dropResources(number: number, before: Resources, after: Resources): void {
    for (const resource of before.keys()) {
      const column = this.#columns.get(resource);
      if (column === undefined || after.has(resource)) continue;
      column.setAllocatable(number, 0n);
      column.users -= 1;
      if (column.users === 0 && !STANDING_RESOURCES.some((standing) => standing === resource)) {
        this.#columns.delete(resource);
      }
    }
  }
}
