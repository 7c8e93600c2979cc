/**
 * Protected daemons that were let pass and are not yet seen bound. Their room is held for them, from those for whom the
 * hold counts; for others - pods of a higher priority, or when the patience was over - it is here that they count.
 */
import { type ClusterView, NO_NODE, type ReadonlyNumbers } from '../../../cluster/view.ts';
import type { HoldLedger } from '../../../headroom/hold-ledger.ts';
import type { ProtectedDaemon } from '../../../headroom/protected/protected-daemon.ts';
import type { IncomingPod } from '../incoming-pod.ts';
import type { NodeNumbers } from '../named-nodes.ts';
import type { Asking, TakenRoom } from '../room.ts';
import { BesideHolds, HELD_FROM_NOBODY } from './beside-holds.ts';
import { IN_FLIGHT_LIMIT_MS } from './in-flight.ts';

/** Of one partition: four daemons for each of 5,000 nodes at once, which weigh a few megabytes. A daemon is made for one node. */
export const MOST_PLACES = 20_000;

interface Entry {
  readonly partition: string;
  /** Its uid. */
  readonly daemonSet: string;
  readonly requests: IncomingPod['requests'];
  /** Names, of which there is mostly one. */
  readonly nodes: ReadonlySet<string>;
  readonly since: number;
}

export class DaemonsInFlight implements TakenRoom {
  readonly #view: ClusterView;
  readonly #ledger: HoldLedger;
  /** By uid, oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #byNode = new Map<string, Set<Entry>>();
  readonly #beside = new BesideHolds();
  /** By partition. */
  readonly #places = new Map<string, number>();
  /** By partition, until when somebody of it may be in flight who is not in the table. */
  readonly #unrememberedUntil = new Map<string, number>();
  readonly stop: () => void;

  constructor(view: ClusterView, ledger: HoldLedger) {
    this.#view = view;
    this.#ledger = ledger;
    const ends = [
      ledger.onRenewed((node) => this.#look(node)),
      view.subscribe({
        pods: (before, after) => {
          const isBoundOrGone = after === undefined || after.nodeName !== '';
          if (this.#entries.size > 0 && isBoundOrGone) this.leave((after ?? before)?.uid ?? '');
        },
        // The number of a node that went may be given to one that comes.
        nodes: (before, after) => {
          if (before === undefined && after !== undefined) this.#look(after.name);
        },
      }),
    ];
    this.stop = () => {
      for (const end of ends) end();
    };
  }

  get size(): number {
    return this.#entries.size;
  }

  /**
   * No more of the partition can be remembered, or one was let pass that is not. A daemon is not kept out for that; but nobody
   * else of it may be let in where room is held, because for some it is not held any more.
   */
  isFullFor(partition: string): boolean {
    return this.#placesOf(partition) >= MOST_PLACES || this.#unrememberedUntil.has(partition);
  }

  #placesOf(partition: string): number {
    return this.#places.get(partition) ?? 0;
  }

  enter(
    { pod, requests }: IncomingPod,
    { daemonSet }: ProtectedDaemon,
    { count, numbers }: NodeNumbers,
    passes: ReadonlyNumbers,
    now: number,
  ): void {
    const nodes = new Set<string>();
    for (let index = 0; index < count; index += 1) {
      const node = this.#view.nodeAt(numbers[index] ?? NO_NODE);
      if (node !== undefined && passes[index] === 1) nodes.add(node.name);
    }
    if (nodes.size === 0) return;
    this.leave(pod.uid);
    const { partition } = pod;
    const places = this.#placesOf(partition) + nodes.size;
    if (places > MOST_PLACES) {
      this.#unrememberedUntil.set(partition, now + IN_FLIGHT_LIMIT_MS);
      return;
    }
    const entry = { partition, daemonSet: daemonSet.uid, nodes, requests, since: now };
    this.#entries.set(pod.uid, entry);
    this.#places.set(partition, places);
    for (const name of nodes) {
      this.#byNode.set(name, (this.#byNode.get(name) ?? new Set()).add(entry));
      this.#look(name);
    }
  }

  leave(uid: string): void {
    const entry = this.#entries.get(uid);
    if (entry === undefined) return;
    this.#entries.delete(uid);
    this.#places.set(entry.partition, this.#placesOf(entry.partition) - entry.nodes.size);
    for (const name of entry.nodes) {
      const others = this.#byNode.get(name);
      others?.delete(entry);
      if (others?.size === 0) this.#byNode.delete(name);
      this.#look(name);
    }
  }

  expire(now: number): void {
    for (const [partition, until] of this.#unrememberedUntil) {
      if (now >= until) this.#unrememberedUntil.delete(partition);
    }
    for (const [uid, { since }] of this.#entries) {
      if (now - since < IN_FLIGHT_LIMIT_MS) return;
      this.leave(uid);
    }
  }

  countsFor({ priority }: Asking): boolean {
    return this.#beside.countsFor(priority);
  }

  /** What is taken on a node beside the holds that count for the pod. */
  on(node: number, resource: string, { priority }: Asking): number {
    return this.#beside.on(node, resource, priority);
  }

  /** Counts anew who is on the way to a node. */
  #look(name: string): void {
    const node = this.#view.nodeNumber(name);
    if (node === NO_NODE) return;
    const all = Array.from(this.#byNode.get(name) ?? [], ({ daemonSet, requests }) => ({
      requests,
      heldUpTo: this.#heldUpTo(name, daemonSet),
    }));
    this.#beside.set(node, all, this.#view.nodeCapacity);
  }

  #heldUpTo(node: string, daemonSet: string): number {
    const own = this.#ledger
      .holdsOn(node)
      .find(({ daemon, expired }) => !expired && daemon.daemonSet.uid === daemonSet);
    return own?.daemon.priority ?? HELD_FROM_NOBODY;
  }
}
