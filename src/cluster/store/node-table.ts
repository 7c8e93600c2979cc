/**
 * The nodes by name and by dense number, and their accounts: what each has, what the pods bound to it ask for, what is
 * free. Nodes and pods may come in any order.
 */
import { PODS, type Resources } from '../../kube/resources/requests.ts';
import { isTerminal, type SlimNode, type SlimPod } from '../records.ts';
import { NO_NODE } from '../view.ts';
import type { PodTable } from './pod-table.ts';
import { Column, counted, isStanding, STANDING_RESOURCES } from './resource-column.ts';
import type { Table } from './table.ts';

/** A small cluster fits without growing; larger ones double. */
const FIRST_CAPACITY = 64;

const NOTHING: Resources = new Map();

/** Most events of a pod change its status only. */
function countsTheSame(before: SlimPod, after: SlimPod): boolean {
  return (
    before.nodeName === after.nodeName &&
    before.requests === after.requests &&
    isTerminal(before) === isTerminal(after)
  );
}

export class NodeTable implements Table<SlimNode> {
  readonly #pods: PodTable;
  readonly #numbers = new Map<string, number>();
  readonly #nodes: (SlimNode | undefined)[] = [];
  /** Numbers of nodes that went, to be given again: the table is as long as the largest cluster seen. */
  readonly #vacant: number[] = [];
  /** Those that stand are always there; others only while some node has them, so that no pod can make the table grow. */
  readonly #columns = new Map<string, Column>();
  #capacity = FIRST_CAPACITY;

  constructor(pods: PodTable) {
    this.#pods = pods;
    for (const resource of STANDING_RESOURCES) this.#ensureColumn(resource);
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

  keys(): Iterable<string> {
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

  put(node: SlimNode): SlimNode | undefined {
    const before = this.get(node.name);
    // While a new node has no number yet: its pods are counted below, with all that they ask for.
    for (const resource of node.allocatable.keys()) this.#ensureColumn(resource);
    const number = before === undefined ? this.#take(node.name) : this.number(node.name);
    this.#nodes[number] = node;
    for (const [resource, amount] of node.allocatable) {
      const column = this.#ensureColumn(resource);
      if (!before?.allocatable.has(resource)) column.users += 1;
      column.setAllocatable(number, amount);
    }
    if (before !== undefined) this.#dropResources(number, before.allocatable, node.allocatable);
    else for (const pod of this.#pods.onNode(node.name)) this.#count(pod, 1n);
    return before;
  }

  remove(name: string): SlimNode | undefined {
    const node = this.get(name);
    if (node === undefined) return undefined;
    const number = this.number(name);
    this.#numbers.delete(name);
    this.#nodes[number] = undefined;
    this.#vacant.push(number);
    for (const column of this.#columns.values()) column.clear(number);
    this.#dropResources(number, node.allocatable, NOTHING);
    return node;
  }

  /** A pod came (no `before`), changed or went (no `after`). */
  recount(before: SlimPod | undefined, after: SlimPod | undefined): void {
    if (before !== undefined && after !== undefined && countsTheSame(before, after)) return;
    if (before !== undefined) this.#count(before, -1n);
    if (after !== undefined) this.#count(after, 1n);
  }

  #count(pod: SlimPod, sign: 1n | -1n): void {
    const number = this.#numberFor(pod);
    if (number === NO_NODE) return;
    this.#columns.get(PODS)?.addRequested(number, sign);
    for (const [resource, amount] of pod.requests) {
      if (resource !== PODS) this.#columns.get(resource)?.addRequested(number, sign * counted(amount));
    }
  }

  /** Where a pod counts: one that is unbound or has ended does nowhere. */
  #numberFor(pod: SlimPod): number {
    return pod.nodeName === '' || isTerminal(pod) ? NO_NODE : this.number(pod.nodeName);
  }

  /** A resource that no node had until now: all bound pods may ask for it. */
  #ensureColumn(resource: string): Column {
    const known = this.#columns.get(resource);
    if (known !== undefined) return known;
    const column = new Column(resource, this.#capacity);
    this.#columns.set(resource, column);
    for (const pod of this.#pods.values()) {
      const amount = pod.requests.get(resource);
      const number = amount === undefined ? NO_NODE : this.#numberFor(pod);
      if (amount !== undefined && number !== NO_NODE) column.addRequested(number, counted(amount));
    }
    return column;
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
      if (column.users === 0 && !isStanding(resource)) this.#columns.delete(resource);
    }
  }
}
