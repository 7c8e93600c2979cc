/**
 * The pods that were let pass and are not yet seen bound. The scheduler assumes them before the watch shows them, and
 * says where only when it binds: until then each counts on every node that it was passed on.
 */
import type { SlimPod } from '../../../cluster/records.ts';
import { type ClusterView, NO_NODE, type ReadonlyNumbers } from '../../../cluster/view.ts';
import { isLaterVersion } from '../../../kube/metadata/resource-version.ts';
import type { IncomingPod } from '../incoming-pod.ts';
import type { NodeNumbers } from '../named-nodes.ts';
import { schedulerOf } from '../telling-schedulers.ts';
import { AwaitedChoices } from './awaited-choices.ts';
import { ExpectedNominations } from './expected-nominations.ts';
import { addNodes, hasNode, type NodeBits, nodeBits, removeNode, sizeOf, withNode } from './node-bits.ts';
import { type Amounts, PlaceSums } from './place-sums.ts';
import { type NumberedNode, RenumberedNodes } from './renumbered-nodes.ts';

/**
 * As long as a scheduler waits for a volume, which is its longest wait by itself (bindTimeoutSeconds of VolumeBinding): until
 * then a pod that was let pass may still be bound. Afterwards it is forgotten.
 */
export const IN_FLIGHT_LIMIT_MS = 600_000;

/**
 * Of one partition, which are a few megabytes. Pods are bound within milliseconds, so that there are so many only when something
 * is broken: as long as a partition is behind, nobody sees its pods arrive.
 */
const MOST_PODS = 5_000;

/** Of one pod: more nodes than are made again under their names while it is on its way. */
const MOST_LOST = 100;

export const LEFT_BY = ['bound', 'gone', 'again', 'limit', 'unseen'] as const;
export type LeftBy = (typeof LEFT_BY)[number];

interface Entry {
  readonly requests: Amounts;
  /** Where it was let pass. */
  passedOn: NodeBits;
  /** Names of nodes that it was let pass on and that have gone. */
  readonly lost: Set<string>;
  /** Where it counts: the same, until it is known which one it is. */
  nodes: NodeBits;
  /** Where the scheduler has said that it binds the pod: nothing that is heard later moves it. Empty before. */
  told: string;
  /** The state of the pod that was asked about: what an older one shows was meant before. */
  readonly version: string;
  readonly partition: string;
  readonly scheduler: string;
  /** It was not let pass, but given victims, and is to be nominated. */
  isForVictims: boolean;
  readonly since: number;
}

export class InFlightPods {
  readonly awaited = new AwaitedChoices();
  readonly #view: ClusterView;
  readonly #left: (by: LeftBy) => void;
  readonly stop: () => void;
  /** By uid, oldest first. */
  readonly #entries = new Map<string, Entry>();
  /** By partition, how many of them there are. */
  readonly #sizes = new Map<string, number>();
  /** By resource, how many of them ask for it: of most resources, most of the time, none. */
  readonly #asking = new Map<string, number>();
  readonly #sums: PlaceSums;
  readonly #renumbered: RenumberedNodes;
  readonly #nominations = new ExpectedNominations();

  constructor(view: ClusterView, left: (by: LeftBy) => void = () => {}) {
    this.#view = view;
    this.#left = left;
    this.#sums = new PlaceSums(view);
    this.#renumbered = new RenumberedNodes(view);
    this.stop = view.subscribe({
      pods: (before, after) => this.#podChanged(before, after),
      nodes: (before, after) => {
        if (before === undefined && after !== undefined) this.#nodeCame(after.name);
      },
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  /** No more of the partition can be remembered: until some have left, nobody else of it may be let in where room is held. */
  isFullFor(partition: string): boolean {
    return (this.#sizes.get(partition) ?? 0) >= MOST_PODS;
  }

  /** By node number; undefined when no pod in flight asks for the resource. */
  amounts(resource: string): ReadonlyNumbers | undefined {
    return this.#asking.has(resource) ? this.#sums.of(resource) : undefined;
  }

  has(uid: string): boolean {
    return this.#entries.has(uid);
  }

  /** Whether it was let pass on that node, and may be on its way there. */
  isOnItsWay(uid: string, nodeName: string): boolean {
    const entry = this.#entries.get(uid);
    const node = this.#view.nodeNumber(nodeName);
    if (entry === undefined || node === NO_NODE) return false;
    return entry.told === '' ? hasNode(entry.passedOn, node) : entry.told === nodeName;
  }

  /** The scheduler that a pod in flight names; empty when it is not. */
  schedulerOf(uid: string): string {
    return this.#entries.get(uid)?.scheduler ?? '';
  }

  /** Takes the pod in with all nodes that it was passed on: those where `passes` is 1. */
  enter({ pod, requests }: IncomingPod, nodes: NodeNumbers, passes: ReadonlyNumbers, now: number): void {
    this.leave(pod.uid, 'again');
    if (this.isFullFor(pod.partition)) return;
    // What no node has is nobody's room; and whoever asks could name any number of such resources.
    const counted = [...requests].filter(([resource]) => this.#view.column(resource) !== undefined);
    const passedOn = nodeBits(this.#view.nodeCapacity);
    addNodes(passedOn, nodes, passes);
    const places = sizeOf(passedOn);
    if (places === 'none') return;
    const { resourceVersion: version, partition } = pod;
    const scheduler = schedulerOf(pod);
    this.#entries.set(pod.uid, {
      requests: counted,
      passedOn,
      nodes: passedOn,
      lost: new Set(),
      told: '',
      version,
      partition,
      scheduler,
      isForVictims: false,
      since: now,
    });
    this.#sums.add(counted, passedOn);
    this.#count(partition, counted, 1);
    if (places === 'several') this.awaited.add(pod.uid, now);
  }

  leave(uid: string, by: LeftBy): void {
    const entry = this.#entries.get(uid);
    if (entry === undefined) return;
    this.#entries.delete(uid);
    this.#left(by);
    this.#sums.takeOff(entry.requests, entry.nodes);
    this.#count(entry.partition, entry.requests, -1);
    this.awaited.settle(uid);
  }

  #count(partition: string, requests: Amounts, sign: 1 | -1): void {
    this.#sizes.set(partition, (this.#sizes.get(partition) ?? 0) + sign);
    for (const [resource] of requests) {
      const asking = (this.#asking.get(resource) ?? 0) + sign;
      if (asking === 0) this.#asking.delete(resource);
      else this.#asking.set(resource, asking);
    }
  }

  /** Forgets those that have been waited for too long. */
  expire(now: number): void {
    for (const [uid, { since }] of this.#entries) {
      if (now - since < IN_FLIGHT_LIMIT_MS) return;
      this.leave(uid, 'limit');
    }
  }

  #podChanged(before: SlimPod | undefined, after: SlimPod | undefined): void {
    const uid = (after ?? before)?.uid ?? '';
    if (after === undefined || after.nodeName !== '') {
      this.#nominations.forget(uid);
      this.leave(uid, after === undefined ? 'gone' : 'bound');
    } else if (after.nominatedNode !== '' && after.nominatedNode !== before?.nominatedNode) {
      this.#nominated(after);
    }
  }

  /** It was given victims on its nodes: one of these is about to be told as the one that it is meant for. */
  expectNomination(uid: string): void {
    const entry = this.#entries.get(uid);
    if (entry === undefined) return;
    entry.isForVictims = true;
    this.#nominations.add(uid);
  }

  /**
   * The scheduler means to put the pod there. What it meant before the question that let the pod pass, and what the view
   * shows late, says nothing of where the pod goes now; and its word that it binds the pod stands above it.
   */
  #nominated({ uid, nominatedNode, resourceVersion }: SlimPod): void {
    const isOfVictims = this.#nominations.take(uid);
    const entry = this.#entries.get(uid);
    if (entry === undefined || entry.told !== '' || (isOfVictims && !entry.isForVictims)) return;
    const isLater = isLaterVersion(resourceVersion, entry.version);
    if (isLater && this.isOnItsWay(uid, nominatedNode)) this.#countOnly(uid, entry, nominatedNode);
  }

  /** The scheduler has said where it puts the pod: nowhere else does it count any more. False when it is not in flight. */
  choose(uid: string, nodeName: string): boolean {
    const entry = this.#entries.get(uid);
    if (entry === undefined || this.#view.nodeNumber(nodeName) === NO_NODE) return false;
    this.#countOnly(uid, entry, nodeName);
    entry.told = nodeName;
    return true;
  }

  #countOnly(uid: string, entry: Entry, nodeName: string): void {
    this.#sums.takeOff(entry.requests, entry.nodes);
    entry.nodes = withNode(nodeBits(this.#view.nodeCapacity), this.#view.nodeNumber(nodeName));
    this.#sums.add(entry.requests, entry.nodes);
    this.awaited.settle(uid);
  }

  /**
   * The number of a node that went may be given to one that comes, on which nobody was passed; and the node itself may come
   * back: bindings go by its name, so that whoever is on the way there arrives.
   */
  #nodeCame(name: string): void {
    const number = this.#view.nodeNumber(name);
    for (const former of this.#renumbered.come({ name, number })) this.#setAside(former);
    for (const entry of this.#entries.values()) {
      if (!entry.lost.delete(name)) continue;
      entry.passedOn = withNode(entry.passedOn, number);
      if (entry.told !== '' && entry.told !== name) continue;
      this.#sums.add(entry.requests, withNode(nodeBits(0), number));
      entry.nodes = withNode(entry.nodes, number);
    }
  }

  #setAside({ name, number }: NumberedNode): void {
    this.#sums.clear(number);
    for (const { nodes, passedOn, lost } of this.#entries.values()) {
      if (hasNode(passedOn, number) && lost.size < MOST_LOST) lost.add(name);
      removeNode(nodes, number);
      removeNode(passedOn, number);
    }
  }
}
