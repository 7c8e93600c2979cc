/**
 * Protected daemons that were let pass and are not yet seen bound. Their room is held for them, from those for whom the
 * hold counts; for others - pods of a higher priority, or when the patience was over - it is here that they count.
 */
import { type ClusterView, NO_NODE, type ReadonlyNumbers } from '../../cluster/view.ts';
import type { HoldLedger } from '../../headroom/hold-ledger.ts';
import type { ProtectedDaemon } from '../../headroom/protected-daemon.ts';
import { IN_FLIGHT_LIMIT_MS } from './in-flight.ts';
import type { IncomingPod } from './incoming-pod.ts';
import type { NodeNumbers } from './named-nodes.ts';
import type { TakenRoom } from './room.ts';

interface Entry {
  readonly daemon: ProtectedDaemon;
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
  /** By node name: a filter call asks for one node after the other, and thousands may be in flight. */
  readonly #byNode = new Map<string, Set<Entry>>();
  readonly stop: () => void;

  constructor(view: ClusterView, ledger: HoldLedger) {
    this.#view = view;
    this.#ledger = ledger;
    this.stop = view.subscribe({
      pods: (before, after) => {
        const isBoundOrGone = after === undefined || after.nodeName !== '';
        if (this.#entries.size > 0 && isBoundOrGone) this.leave((after ?? before)?.uid ?? '');
      },
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  enter(
    { pod, requests }: IncomingPod,
    daemon: ProtectedDaemon,
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
    const entry = { daemon, nodes, requests, since: now };
    this.#entries.set(pod.uid, entry);
    for (const name of nodes) this.#byNode.set(name, (this.#byNode.get(name) ?? new Set()).add(entry));
  }

  leave(uid: string): void {
    const entry = this.#entries.get(uid);
    if (entry === undefined) return;
    this.#entries.delete(uid);
    for (const name of entry.nodes) {
      const others = this.#byNode.get(name);
      others?.delete(entry);
      if (others?.size === 0) this.#byNode.delete(name);
    }
  }

  expire(now: number): void {
    for (const [uid, { since }] of this.#entries) {
      if (now - since < IN_FLIGHT_LIMIT_MS) return;
      this.leave(uid);
    }
  }

  /** What is taken on a node beside the holds that count for the pod. */
  on(node: number, resource: string, { priority }: IncomingPod): number {
    const name = this.#view.nodeAt(node)?.name;
    if (name === undefined) return 0;
    let sum = 0;
    for (const { daemon, requests } of this.#byNode.get(name) ?? []) {
      if (!this.#isHeld(daemon, name, priority)) sum += requests.get(resource) ?? 0;
    }
    return sum;
  }

  #isHeld(daemon: ProtectedDaemon, node: string, priority: number): boolean {
    const { uid } = daemon.daemonSet;
    return (
      daemon.priority >= priority &&
      this.#ledger.holdsOn(node).some((hold) => !hold.expired && hold.daemon.daemonSet.uid === uid)
    );
  }
}
