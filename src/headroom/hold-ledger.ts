/** All holds of the cluster, kept in step with the view, and their sums in typed arrays for the hot path. */
import type { SlimNode, SlimPod } from '../cluster/records.ts';
import { type ClusterView, NO_NODE } from '../cluster/view.ts';
import { targetNode } from '../daemons/target-node.ts';
import type { Resources } from '../kube/resources/requests.ts';
import { HeldAmounts } from './held-amounts.ts';
import { HoldClocks, type HoldTime, SETTLING_MS } from './hold-clock.ts';
import { type Hold, holdOn, settlingHold } from './holds.ts';
import { PodsByNode } from './pods-by-node.ts';
import { isRolledOut, type ProtectedDaemon } from './protected-daemon.ts';
import { ProtectedDaemons, type Protection } from './protected-daemons.ts';

export interface LedgerSettings extends Protection {
  /** Which resources are held. */
  isHeld(resource: string): boolean;
  /** How long a daemon is waited for; then its room is given away, so that a broken one never keeps it for good. */
  readonly patienceMs: number;
}

export interface ActiveHold extends Hold, HoldTime {}

const NO_HOLDS: readonly ActiveHold[] = [];
const NO_PODS: readonly SlimPod[] = [];

export class HoldLedger {
  readonly #view: ClusterView;
  readonly #settings: () => LedgerSettings;
  readonly #now: () => number;
  readonly stop: () => void;
  readonly #daemons: ProtectedDaemons;
  /** The pods that were made for just one node. */
  readonly #aimed = new PodsByNode(aimOf);
  readonly #clocks = new HoldClocks();
  #applied: LedgerSettings | undefined;
  /** Names of nodes whose holds are to be looked at again. */
  readonly #dirty = new Set<string>();
  /** By node name; nodes without a hold are not in it. */
  readonly #holds = new Map<string, readonly ActiveHold[]>();
  /** The number under which a node's holds are in the sums. */
  readonly #numbers = new Map<string, number>();
  /** By DaemonSet, the nodes on which it gave up waiting for its turn. */
  readonly #givenUp = new Map<string, Set<string>>();
  /** By node name and DaemonSet: when a pod of it was last seen to be bound there. */
  readonly #boundAt = new Map<string, Map<string, number>>();
  readonly #renewed = new Set<(node: string) => void>();
  #amounts = new HeldAmounts([], 0);
  #nextExpiry = Number.POSITIVE_INFINITY;

  /** The same settings object means that nothing has changed. */
  constructor(view: ClusterView, settings: () => LedgerSettings, now: () => number) {
    this.#view = view;
    this.#settings = settings;
    this.#now = now;
    this.#daemons = new ProtectedDaemons(view);
    for (const pod of view.unboundPods()) this.#aimed.add(pod);
    this.stop = view.subscribe({
      nodes: (before, after) => this.#touch((after ?? before)?.name),
      pods: (before, after) => this.#podChanged(before, after),
      daemonSets: (before, after) => {
        this.#daemons.daemonSetMoved(before, after);
        if (before && after && isRolledOut(before) !== isRolledOut(after)) this.#touchTurns(after.uid);
        if (before !== undefined && after === undefined) this.#clocks.forget(before.uid);
      },
      namespaces: () => this.#daemons.namespaceMoved(),
      priorityClasses: () => this.#daemons.priorityClassMoved(),
      limitRanges: (before, after) => this.#daemons.limitRangeMoved(after ?? before),
      runtimeClasses: (before, after) => this.#daemons.runtimeClassMoved(after ?? before),
    });
  }

  /** Brings everything up to the view of this moment. Call before reading; cheap when nothing has changed. */
  refresh(): void {
    const now = this.#now();
    const settings = this.#settings();
    const others = this.#daemons.refresh(settings);
    if (others || settings !== this.#applied || this.#amounts.capacity < this.#view.nodeCapacity) {
      this.#applied = settings;
      this.#rebuild();
    }
    if (now >= this.#nextExpiry) this.#touchExpired(now);
    for (const name of this.#dirty) this.#renew(name, settings, now);
    this.#dirty.clear();
  }

  /** Tells each node whose holds were looked at again. Returns the function that ends it. */
  onRenewed(listener: (node: string) => void): () => void {
    this.#renewed.add(listener);
    return () => void this.#renewed.delete(listener);
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

  daemons(): Iterable<ProtectedDaemon> {
    return this.#daemons.all();
  }

  /** The protected daemon that a pod belongs to, if it does. */
  daemonOf(pod: SlimPod): ProtectedDaemon | undefined {
    return this.#daemons.of(pod);
  }

  #touch(name: string | null | undefined): void {
    if (name) this.#dirty.add(name);
  }

  #podChanged(before: SlimPod | undefined, after: SlimPod | undefined): void {
    if (before !== undefined) this.#touch(this.#aimed.remove(before));
    if (after !== undefined) this.#touch(this.#aimed.add(after));
    const daemon = this.#daemons.of(after ?? before);
    if (daemon === undefined) return;
    this.#touch(before?.nodeName);
    this.#touch(after?.nodeName);
    if (after?.nodeName && before?.nodeName === '') this.#bound(daemon, after.nodeName);
    if (after !== undefined && daemon.learnFrom(after)) this.#touchTurns(daemon.daemonSet.uid);
    if (this.#isReplaced(daemon, before, after)) this.#progressed(daemon);
  }

  #bound({ daemonSet: { uid } }: ProtectedDaemon, node: string): void {
    this.#boundAt.set(node, (this.#boundAt.get(node) ?? new Map()).set(uid, this.#now()));
  }

  /** A rollout goes on when it takes old pods away; a new pod on a new node says nothing of it. */
  #isReplaced(daemon: ProtectedDaemon, before: SlimPod | undefined, after: SlimPod | undefined): boolean {
    const goes = before?.nodeName && !before.terminating && (after === undefined || after.terminating);
    return goes ? daemon.isOutdated(before) && this.#view.node(before.nodeName) !== undefined : false;
  }

  /** Looks again where a rollout is waited for. */
  #touchTurns(daemonSetUid: string): void {
    for (const [name, holds] of this.#holds) {
      if (holds.some(({ daemon }) => daemon.daemonSet.uid === daemonSetUid)) this.#touch(name);
    }
  }

  #progressed({ daemonSet: { uid } }: ProtectedDaemon): void {
    this.#clocks.progressed(uid, this.#now());
    for (const node of this.#givenUp.get(uid) ?? []) this.#touch(node);
    this.#givenUp.delete(uid);
  }

  #rebuild(): void {
    const priorities = Array.from(this.#daemons.all(), ({ priority }) => priority);
    this.#amounts = new HeldAmounts(priorities, this.#view.nodeCapacity);
    this.#holds.clear();
    this.#numbers.clear();
    this.#givenUp.clear();
    this.#nextExpiry = Number.POSITIVE_INFINITY;
    for (const { name } of this.#view.nodes()) this.#touch(name);
  }

  #touchExpired(now: number): void {
    this.#nextExpiry = Number.POSITIVE_INFINITY;
    for (const [name, holds] of this.#holds) {
      for (const { until, expired } of holds) {
        if (expired) continue;
        if (until <= now) this.#touch(name);
        else this.#nextExpiry = Math.min(this.#nextExpiry, until);
      }
    }
  }

  #renew(name: string, settings: LedgerSettings, now: number): void {
    const node = this.#view.node(name);
    const holds = node === undefined ? NO_HOLDS : this.#holdsOf(node, settings, now);
    this.#clocks.keepOnly(name, holds);
    if (holds.length > 0) this.#holds.set(name, holds);
    else this.#holds.delete(name);
    const active = holds.filter(({ expired }) => !expired);
    this.#sumUp(name, active);
    for (const tell of this.#renewed) tell(name);
  }

  #sumUp(name: string, holds: readonly ActiveHold[]): void {
    const number = this.#view.nodeNumber(name);
    const before = this.#numbers.get(name);
    // A node that is gone leaves its number to the next one, which then has been looked at by itself.
    if (before !== undefined && before !== number && this.#view.nodeAt(before) === undefined)
      this.#amounts.set(before, NO_HOLDS);
    if (number === NO_NODE) {
      this.#numbers.delete(name);
      return;
    }
    this.#numbers.set(name, number);
    this.#amounts.set(number, holds);
  }

  #holdsOf(node: SlimNode, settings: LedgerSettings, now: number): readonly ActiveHold[] {
    const byDaemon = (pods: Iterable<SlimPod>) => Map.groupBy(pods, (pod) => this.#daemons.of(pod));
    const bound = byDaemon(this.#view.podsOnNode(node.name));
    const aimed = byDaemon(this.#aimed.at(node.name));
    const holds: ActiveHold[] = [];
    for (const daemon of this.#daemons.all()) {
      const hold = holdOn(node, daemon, bound.get(daemon) ?? NO_PODS, aimed.get(daemon) ?? NO_PODS);
      if (hold !== null) holds.push(this.#timed(hold, node, settings, now));
      else if (this.#isSettling(daemon, node, now)) {
        holds.push(this.#timed(settlingHold(daemon), node, settings, now));
      }
    }
    return holds;
  }

  #isSettling({ daemonSet: { uid } }: ProtectedDaemon, { name }: SlimNode, now: number): boolean {
    const byDaemon = this.#boundAt.get(name);
    const at = byDaemon?.get(uid);
    if (byDaemon === undefined || at === undefined) return false;
    if (now - at < SETTLING_MS) return true;
    byDaemon.delete(uid);
    if (byDaemon.size === 0) this.#boundAt.delete(name);
    return false;
  }

  #timed(hold: Hold, node: SlimNode, { patienceMs, isHeld }: LedgerSettings, now: number): ActiveHold {
    const time = this.#clocks.timeOf(hold, node, patienceMs, now);
    const { uid } = hold.daemon.daemonSet;
    if (time.expired) this.#givenUp.set(uid, (this.#givenUp.get(uid) ?? new Set()).add(node.name));
    else this.#nextExpiry = Math.min(this.#nextExpiry, time.until);
    return { ...hold, ...time, amounts: only(hold.amounts, isHeld) };
  }
}

function aimOf({ nodeName, owner, placement }: SlimPod): string | null {
  return nodeName === '' && owner !== undefined && placement ? targetNode(placement) : null;
}

/** Mostly all of them: then no copy is made, because there may be one hold for each daemon on each node. */
function only(amounts: Resources, isHeld: (resource: string) => boolean): Resources {
  if ([...amounts.keys()].every(isHeld)) return amounts;
  return new Map([...amounts].filter(([resource]) => isHeld(resource)));
}
