/**
 * Protected daemons that were let pass and are not yet seen bound. Their room is held for them, from those for whom the
 * hold counts; for others - pods of a higher priority, or when the patience was over - it is here that they count.
 */
import type { SlimPod } from '../cluster/records.ts';
import { type ClusterView, NO_NODE } from '../cluster/view.ts';
import type { HoldLedger } from '../daemons/hold-ledger.ts';
import type { ProtectedDaemon } from '../daemons/protected-daemon.ts';
import { type Asking, asNumbers } from './asking.ts';
import { IN_FLIGHT_LIMIT_MS, type PassedNodes } from './in-flight.ts';
import type { Taken } from './room.ts';

interface Flying {
  readonly daemon: ProtectedDaemon;
  readonly requests: ReadonlyMap<string, number>;
  /** Names, of which there is mostly one. */
  readonly nodes: ReadonlySet<string>;
  readonly since: number;
}

export class DaemonsInFlight implements Taken {
  readonly #view: ClusterView;
  readonly #ledger: HoldLedger;
  readonly #unsubscribe: () => void;
  /** By uid, oldest first. */
  readonly #flying = new Map<string, Flying>();

  constructor(view: ClusterView, ledger: HoldLedger) {
    this.#view = view;
    this.#ledger = ledger;
    this.#unsubscribe = view.subscribe({ pods: (before, after) => this.#podChanged(before, after) });
  }

  stop(): void {
    this.#unsubscribe();
  }

  get size(): number {
    return this.#flying.size;
  }

  enter({ pod, requests }: Asking, daemon: ProtectedDaemon, passed: PassedNodes, now: number): void {
    const nodes = new Set<string>();
    for (let index = 0; index < passed.count; index += 1) {
      const node = this.#view.nodeAt(passed.numbers[index] ?? NO_NODE);
      if (node !== undefined && passed.passes[index] === 1) nodes.add(node.name);
    }
    if (nodes.size === 0) return;
    this.#flying.set(pod.uid, { daemon, nodes, requests: new Map(asNumbers(requests)), since: now });
  }

  leave(uid: string): void {
    this.#flying.delete(uid);
  }

  expire(now: number): void {
    for (const [uid, { since }] of this.#flying) {
      if (now - since < IN_FLIGHT_LIMIT_MS) return;
      this.#flying.delete(uid);
    }
  }

  /** What is taken on a node beside the holds that count for the pod. */
  beside(node: number, resource: string, { priority }: Asking): number {
    const name = this.#view.nodeAt(node)?.name;
    if (name === undefined) return 0;
    let sum = 0;
    for (const { daemon, nodes, requests } of this.#flying.values()) {
      if (nodes.has(name) && !this.#isHeld(daemon, name, priority)) sum += requests.get(resource) ?? 0;
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

  #podChanged(before: SlimPod | undefined, after: SlimPod | undefined): void {
    if (this.#flying.size > 0 && (after === undefined || after.nodeName !== ''))
      this.#flying.delete((after ?? before)?.uid ?? '');
  }
}
