/**
 * The pods that were let pass and are not yet seen bound. The scheduler assumes them before the watch shows them, and
 * says where only when it binds: until then each counts on every node that it was passed on.
 */
import type { SlimPod } from '../../cluster/records.ts';
import { type ClusterView, NO_NODE, type ReadonlyNumbers } from '../../cluster/view.ts';
import { AwaitedChoices } from './awaited-choices.ts';
import type { IncomingPod } from './incoming-pod.ts';
import type { NodeNumbers } from './named-nodes.ts';
import { addNode, capacityOf, hasNode, type NodeBits, nodeBits, nodesIn, removeNode } from './node-bits.ts';
import { oldestOf } from './refusals.ts';

/** A pod may wait for its volume for minutes; one that was let pass and never bound is forgotten after this. */
export const IN_FLIGHT_LIMIT_MS = 300_000;

/** More than go while a call about one of them is on its way. */
const MOST_GONE = 1_000;

/** A few megabytes. Pods are bound within milliseconds, so that there are so many only when something is broken. */
const MOST_PODS = 5_000;

export const LEFT_BY = ['bound', 'gone', 'again', 'limit', 'unseen'] as const;
export type LeftBy = (typeof LEFT_BY)[number];

interface Entry {
  readonly requests: readonly (readonly [resource: string, amount: number])[];
  readonly nodes: NodeBits;
  readonly since: number;
}

export class InFlightPods {
  readonly awaited = new AwaitedChoices();
  readonly #view: ClusterView;
  readonly #left: (by: LeftBy) => void;
  readonly stop: () => void;
  /** By uid, oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #amounts = new Map<string, Float64Array>();
  /** UIDs of pods that have gone: a scheduler may still ask about one, and nobody would ever take it out again. */
  readonly #gone = new Set<string>();
  /** Node numbers of one call, used again by the next. */
  #nodes = new Int32Array(0);

  constructor(view: ClusterView, left: (by: LeftBy) => void = () => {}) {
    this.#view = view;
    this.#left = left;
    this.stop = view.subscribe({
      pods: (before, after) => this.#podChanged(before, after),
      nodes: (before, after) => {
        if (before === undefined && after !== undefined) this.#clearNode(this.#view.nodeNumber(after.name));
      },
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  /** No more can be remembered: until some have left, nobody else may be let in where room is held. */
  get isFull(): boolean {
    return this.#entries.size >= MOST_PODS;
  }

  /** By node number; undefined when no pod in flight asks for the resource. */
  amounts(resource: string): ReadonlyNumbers | undefined {
    return this.#amounts.get(resource);
  }

  has(uid: string): boolean {
    return this.#entries.has(uid);
  }

  /** Whether it was let pass on that node, and may be on its way there. */
  isOnItsWay(uid: string, nodeName: string): boolean {
    const entry = this.#entries.get(uid);
    const node = this.#view.nodeNumber(nodeName);
    return entry !== undefined && node !== NO_NODE && hasNode(entry.nodes, node);
  }

  /** Takes the pod in with all nodes that it was passed on: those where `passes` is 1. */
  enter({ pod, requests }: IncomingPod, nodes: NodeNumbers, passes: ReadonlyNumbers, now: number): void {
    this.leave(pod.uid, 'again');
    if (this.isFull || this.#gone.has(pod.uid) || this.#view.pod(pod.uid)?.nodeName) return;
    // What no node has is nobody's room; and whoever asks could name any number of such resources.
    const counted = [...requests].filter(([resource]) => this.#view.column(resource) !== undefined);
    const entry = { requests: counted, nodes: nodeBits(this.#view.nodeCapacity), since: now };
    const places = this.#add(entry, nodes, passes);
    if (places === 0) return;
    this.#entries.set(pod.uid, entry);
    if (places > 1) this.awaited.add(pod.uid, now);
  }

  leave(uid: string, by: LeftBy): void {
    const entry = this.#entries.get(uid);
    if (entry === undefined) return;
    this.#entries.delete(uid);
    this.#left(by);
    this.#takeOff(entry);
    this.awaited.settle(uid);
  }

  /** Forgets those that have been waited for too long. */
  expire(now: number): void {
    for (const [uid, { since }] of this.#entries) {
      if (now - since < IN_FLIGHT_LIMIT_MS) return;
      this.leave(uid, 'limit');
    }
  }

  #podChanged(before: SlimPod | undefined, after: SlimPod | undefined): void {
    if (after === undefined) {
      if (before !== undefined) this.#forget(before.uid);
    } else if (after.nodeName !== '') {
      this.leave(after.uid, 'bound');
    } else if (after.nominatedNode !== '' && after.nominatedNode !== before?.nominatedNode) {
      this.choose(after.uid, after.nominatedNode);
    }
  }

  #forget(uid: string): void {
    this.leave(uid, 'gone');
    this.#gone.add(uid);
    if (this.#gone.size > MOST_GONE) this.#gone.delete(oldestOf(this.#gone));
  }

  /** The scheduler has said where it puts the pod: nowhere else does it count any more. False when it is not in flight. */
  choose(uid: string, nodeName: string): boolean {
    const entry = this.#entries.get(uid);
    const node = this.#view.nodeNumber(nodeName);
    if (entry === undefined || node === NO_NODE) return false;
    this.#takeOff(entry);
    entry.nodes.fill(0);
    this.#add(entry, { count: 1, numbers: [node] }, [1]);
    this.awaited.settle(uid);
    return true;
  }

  /** The number of a node that went may be given to one that comes, on which nobody was passed. */
  #clearNode(node: number): void {
    if (node === NO_NODE) return;
    for (const amounts of this.#amounts.values()) if (node < amounts.length) amounts[node] = 0;
    for (const { nodes } of this.#entries.values()) removeNode(nodes, node);
  }

  /** Counts the pod on each node once, however often it was named. The answer is on how many. */
  #add({ requests, nodes: bits }: Entry, { count, numbers }: NodeNumbers, passes: ReadonlyNumbers): number {
    const found = this.#scratch(count);
    let size = 0;
    for (let index = 0; index < count; index += 1) {
      const node = numbers[index] ?? NO_NODE;
      if (node === NO_NODE || passes[index] !== 1 || !addNode(bits, node)) continue;
      found[size] = node;
      size += 1;
    }
    for (const [resource, amount] of requests) this.#count(resource, amount, size);
    return size;
  }

  #takeOff({ requests, nodes }: Entry): void {
    const size = nodesIn(nodes, this.#scratch(capacityOf(nodes)));
    for (const [resource, amount] of requests) this.#count(resource, -amount, size);
  }

  /** Adds to each of the first nodes in the scratch list. */
  #count(resource: string, amount: number, size: number): void {
    const amounts = this.#column(resource);
    const nodes = this.#nodes;
    for (let index = 0; index < size; index += 1) {
      const node = nodes[index] ?? 0;
      amounts[node] = (amounts[node] ?? 0) + amount;
    }
  }

  #scratch(size: number): Int32Array {
    if (this.#nodes.length < size) this.#nodes = new Int32Array(size * 2);
    return this.#nodes;
  }

  #column(resource: string): Float64Array {
    const known = this.#amounts.get(resource);
    const capacity = this.#view.nodeCapacity;
    if (known !== undefined && known.length >= capacity) return known;
    const amounts = new Float64Array(capacity);
    if (known !== undefined) amounts.set(known);
    this.#amounts.set(resource, amounts);
    return amounts;
  }
}
