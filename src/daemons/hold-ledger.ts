/** All holds of the cluster, kept in step with the view, and their sums in typed arrays for the hot path. */
import type { SlimDaemonSet, SlimNode, SlimPod } from '../cluster/records.ts';
import { type ClusterView, NO_NODE } from '../cluster/view.ts';
import { HeldAmounts } from './held-amounts.ts';
import { type Hold, holdOn } from './holds.ts';
import { compileDaemon, type ProtectedDaemon } from './protected-daemon.ts';
import { targetNode } from './target-node.ts';

export interface LedgerSettings {
  isProtected(daemonSet: SlimDaemonSet): boolean;
  /** Which resources are held. */
  isHeld(resource: string): boolean;
  /** How long a daemon is waited for; then its room is given away, so that a broken one never keeps it for good. */
  readonly patienceMs: number;
}

export interface ActiveHold extends Hold {
  /** When the hold began, in ms since 1970. */
  readonly since: number;
  /** The patience is over: nothing is held any more. */
  readonly expired: boolean;
}

const NO_HOLDS: readonly ActiveHold[] = [];

export class HoldLedger {
  readonly #view: ClusterView;
  readonly #settings: LedgerSettings;
  readonly #now: () => number;
  readonly #unsubscribe: () => void;
  /** By uid. */
  #daemons = new Map<string, ProtectedDaemon>();
  #daemonsChanged = true;
  readonly #dirty = new Set<string>();
  /** By node name; nodes without a hold are not in it. */
  readonly #holds = new Map<string, readonly ActiveHold[]>();
  readonly #since = new Map<string, number>();
  /** Waiting daemon pods by the node that they are made for. */
  readonly #aimed = new Map<string, Set<SlimPod>>();
  #amounts = new HeldAmounts([], 0);
  #nextExpiry = Number.POSITIVE_INFINITY;

  constructor(view: ClusterView, settings: LedgerSettings, now: () => number) {
    this.#view = view;
    this.#settings = settings;
    this.#now = now;
    for (const pod of view.unboundPods()) this.#aim(pod);
    this.#unsubscribe = view.subscribe({
      nodes: (before, after) => this.#touch((after ?? before)?.name ?? ''),
      pods: (before, after) => this.#podChanged(before, after),
      daemonSets: () => this.#daemonsMoved(),
      priorityClasses: () => this.#daemonsMoved(),
    });
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** Brings everything up to the view of this moment. Call before reading; cheap when nothing has changed. */
  refresh(): void {
    const now = this.#now();
    if (this.#daemonsChanged) this.#compileDaemons();
    if (this.#amounts.capacity < this.#view.nodeCapacity) this.#rebuild();
    if (now >= this.#nextExpiry) this.#touchExpired(now);
    for (const name of this.#dirty) this.#renew(name, now);
    this.#dirty.clear();
  }

  /** Sums by node number; of this moment, so take them anew for each decision. */
  get amounts(): HeldAmounts {
    return this.#amounts;
  }

  holdsOn(node: string): readonly ActiveHold[] {
    return this.#holds.get(node) ?? NO_HOLDS;
  }

  /** Every node with a hold, for `/state` and the metrics. */
  all(): ReadonlyMap<string, readonly ActiveHold[]> {
    return this.#holds;
  }

  isProtectedPod({ owner }: SlimPod): boolean {
    return owner !== undefined && this.#daemons.has(owner.uid);
  }

  #daemonsMoved(): void {
    this.#daemonsChanged = true;
  }

  #touch(name: string): void {
    this.#dirty.add(name);
  }

  #podChanged(before: SlimPod | undefined, after: SlimPod | undefined): void {
    if (before !== undefined) this.#unaim(before);
    if (after !== undefined) this.#aim(after);
    for (const pod of [before, after]) if (pod?.nodeName && pod.owner) this.#touch(pod.nodeName);
  }

  #aim(pod: SlimPod): void {
    const target = aimOf(pod);
    if (target === null) return;
    const others = this.#aimed.get(target);
    if (others) others.add(pod);
    else this.#aimed.set(target, new Set([pod]));
    this.#touch(target);
  }

  #unaim(pod: SlimPod): void {
    const target = aimOf(pod);
    const others = target === null ? undefined : this.#aimed.get(target);
    if (target === null || others === undefined) return;
    others.delete(pod);
    if (others.size === 0) this.#aimed.delete(target);
    this.#touch(target);
  }

  #compileDaemons(): void {
    this.#daemonsChanged = false;
    const before = this.#daemons;
    this.#daemons = new Map();
    for (const daemonSet of this.#view.daemonSets()) {
      if (!this.#settings.isProtected(daemonSet)) continue;
      const known = before.get(daemonSet.uid);
      // Most events of a DaemonSet only count its pods.
      const same = known?.daemonSet === daemonSet ? known : compileDaemon(daemonSet, this.#view);
      this.#daemons.set(daemonSet.uid, same);
    }
    this.#rebuild();
  }

  #rebuild(): void {
    const priorities = [...this.#daemons.values()].map(({ priority }) => priority);
    this.#amounts = new HeldAmounts(priorities, this.#view.nodeCapacity);
    this.#holds.clear();
    for (const { name } of this.#view.nodes()) this.#touch(name);
  }

  #touchExpired(now: number): void {
    this.#nextExpiry = Number.POSITIVE_INFINITY;
    for (const [name, holds] of this.#holds) {
      for (const { since, expired } of holds) {
        const end = since + this.#settings.patienceMs;
        if (expired) continue;
        if (end <= now) this.#touch(name);
        else this.#nextExpiry = Math.min(this.#nextExpiry, end);
      }
    }
  }

  #renew(name: string, now: number): void {
    const node = this.#view.node(name);
    const holds = node === undefined ? NO_HOLDS : this.#holdsOf(node, now);
    this.#forgetOthers(name, holds);
    if (holds.length > 0) this.#holds.set(name, holds);
    else this.#holds.delete(name);
    const number = this.#view.nodeNumber(name);
    if (number !== NO_NODE)
      this.#amounts.set(
        number,
        holds.filter(({ expired }) => !expired),
        this.#settings.isHeld,
      );
  }

  #holdsOf(node: SlimNode, now: number): readonly ActiveHold[] {
    const bound = [...this.#view.podsOnNode(node.name)].filter((pod) => this.isProtectedPod(pod));
    const aimed = [...(this.#aimed.get(node.name) ?? [])];
    const holds: ActiveHold[] = [];
    for (const daemon of this.#daemons.values()) {
      const isIts = (pod: SlimPod) => pod.owner?.uid === daemon.daemonSet.uid;
      const hold = holdOn(node, daemon, { bound: bound.filter(isIts), aimed: aimed.filter(isIts) });
      if (hold !== null) holds.push(this.#timed(hold, node.name, now));
    }
    return holds;
  }

  /** The patience begins when there is something to wait for, and anew with a new template. */
  #timed(hold: Hold, node: string, now: number): ActiveHold {
    const key = keyOf(hold, node);
    const since = this.#since.get(key) ?? now;
    this.#since.set(key, since);
    const end = since + this.#settings.patienceMs;
    const expired = now >= end;
    if (!expired) this.#nextExpiry = Math.min(this.#nextExpiry, end);
    return { ...hold, since, expired };
  }

  #forgetOthers(node: string, holds: readonly ActiveHold[]): void {
    const kept = new Set(holds.map((hold) => keyOf(hold, node)));
    for (const hold of this.holdsOn(node)) {
      const key = keyOf(hold, node);
      if (!kept.has(key)) this.#since.delete(key);
    }
  }
}

function keyOf({ daemon: { daemonSet } }: Hold, node: string): string {
  return `${daemonSet.uid} ${daemonSet.generation} ${node}`;
}

/** The node that a waiting pod was made for, or null. */
function aimOf(pod: SlimPod): string | null {
  return pod.nodeName === '' && pod.owner !== undefined && pod.placement ? targetNode(pod.placement) : null;
}
