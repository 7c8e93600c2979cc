/** All holds of the cluster, kept in step with the view: each event says what has to be looked at again. */
import type { Partition } from '../cluster/partitions.ts';
import type { SlimDaemonSet, SlimNode, SlimPod } from '../cluster/records.ts';
import type { ClusterView } from '../cluster/view.ts';
import type { CompiledOrder, IsSystem } from '../orders/compiled-order.ts';
import { OrderBook } from '../orders/order-book.ts';
import type { Reservation } from '../orders/reservation.ts';
import { ordersOpenTo } from '../orders/room-given.ts';
import { GivenUp, type GivenUpListener } from './given-up.ts';
import type { HeldAmounts } from './held-amounts.ts';
import { type ActiveHold, HoldBook, NO_HOLDS, NO_RESERVATIONS } from './hold-book.ts';
import type { OrderRoom } from './order-room.ts';
import { PartitionClocks } from './partition-clocks.ts';
import { aimOf, claimsChanged, holdsTheSame, takesOldAway } from './pod-changes.ts';
import { PodsByNode } from './pods-by-node.ts';
import { Lessons } from './protected/lessons.ts';
import { belongsTo, isRolledOut, type ProtectedDaemon } from './protected/protected-daemon.ts';
import { ProtectedDaemons, type Protection } from './protected/protected-daemons.ts';
import { type HoldSettings, only, type PodsOfNode, TimedHolds } from './timed-holds.ts';

export interface LedgerSettings extends Protection, HoldSettings {
  readonly isSystem: IsSystem;
}

export interface LedgerClocks {
  /** Stands still while nothing is heard of a partition: by it patience with its daemons ends. */
  now(partition: string): number;
  /** In ms since 1970, as people and schedules have it. */
  time(): number;
  /** For how many ms one of several partitions has been behind; undefined when it is not. */
  behindFor?(partition: Partition): number | undefined;
}

/** What holds for one refresh. */
interface Moment {
  readonly settings: LedgerSettings;
  readonly time: number;
}

export class HoldLedger {
  readonly #view: ClusterView;
  readonly #settings: () => LedgerSettings;
  readonly #clocks: LedgerClocks;
  readonly stop: () => void;
  readonly #daemons: ProtectedDaemons;
  readonly orders: OrderBook;
  /** The pods that were made for just one node. */
  readonly #aimed = new PodsByNode(aimOf);
  readonly #timed = new TimedHolds();
  readonly #book: HoldBook;
  readonly #renewed = new Set<(node: string) => void>();
  #applied: LedgerSettings | undefined;
  /** Names of nodes of which all holds are to be looked at again. */
  readonly #dirty = new Set<string>();
  readonly #givenUp = new GivenUp();
  readonly #lessons = new Lessons();
  readonly #partitions: PartitionClocks;

  /** The same settings object means that nothing has changed. */
  constructor(view: ClusterView, settings: () => LedgerSettings, clocks: LedgerClocks) {
    this.#view = view;
    this.#settings = settings;
    this.#clocks = clocks;
    this.#partitions = new PartitionClocks(view.partitions, clocks);
    this.#daemons = new ProtectedDaemons(view);
    this.orders = new OrderBook(view);
    this.#book = new HoldBook(view, (node) => {
      for (const tell of this.#renewed) tell(node);
    });
    for (const pod of view.unboundPods()) this.#aimed.add(pod);
    this.stop = view.subscribe({
      nodes: (before, after) => this.#touch((after ?? before)?.name),
      pods: (before, after) => this.#podChanged(before, after),
      daemonSets: (before, after) => {
        this.#daemons.daemonSetMoved(before, after);
        if (before && after && isRolledOut(before) !== isRolledOut(after)) this.#touchTurns(after);
      },
      namespaces: (before, after) => {
        this.#daemons.namespaceMoved();
        this.orders.namespaceMoved(after ?? before);
      },
      priorityClasses: () => {
        this.#daemons.priorityClassMoved();
        this.orders.priorityClassMoved();
      },
      orders: (before, after) => this.orders.orderMoved(before, after),
      limitRanges: (before, after) => this.#daemons.limitRangeMoved(after ?? before),
      runtimeClasses: (before, after) => this.#daemons.runtimeClassMoved(after ?? before),
    });
  }

  /** Brings everything up to the view of this moment. Call before reading; cheap when nothing has changed. */
  refresh(): void {
    const moment = { time: this.#clocks.time(), settings: this.#settings() };
    const turned = this.#partitions.look(moment.settings.patienceMs);
    const { changed, gone } = this.#daemons.refresh(moment.settings);
    for (const uid of gone) this.#drop(uid);
    const taught = this.#lessons.take(this.#daemons);
    if (moment.settings !== this.#applied) this.#touchAll();
    else for (const daemon of new Set([...changed, ...taught])) this.#renewDaemon(daemon, moment);
    this.#applied = moment.settings;
    const haveOrdersMoved = this.orders.refresh(moment.settings.isSystem, moment.time);
    const haveTurned = turned.size > 0 && this.orders.active.length > 0;
    if (haveOrdersMoved || haveTurned) this.#renewOrders(moment);
    if (this.#partitions.isDue()) this.#touchExpired();
    if (turned.size > 0) this.#touchHoldsOf(turned);
    for (const name of this.#dirty) this.#renewNode(name, moment);
    this.#dirty.clear();
  }

  /** Tells each node whose holds may be others than before. Returns the function that ends it. */
  onRenewed(listener: (node: string) => void): () => void {
    this.#renewed.add(listener);
    return () => void this.#renewed.delete(listener);
  }

  /** Tells each hold whose patience has ended. Returns the function that ends it. */
  onGivenUp(listener: GivenUpListener): () => void {
    return this.#givenUp.subscribe(listener);
  }

  /** Sums by node number. */
  get amounts(): HeldAmounts {
    return this.#book.amounts;
  }

  holdsOn(node: string): readonly ActiveHold[] {
    return this.#book.on(node);
  }

  /** Every node with a hold, for `/state` and the metrics. */
  all(): ReadonlyMap<string, readonly ActiveHold[]> {
    return this.#book.all();
  }

  /** What orders keep, by order and node number. */
  get orderRoom(): OrderRoom {
    return this.#book.orderRoom;
  }

  /** Pods that wait, and were made for just this node. */
  podsAimedAt(node: string): Iterable<SlimPod> {
    return this.#aimed.at(node);
  }

  /** What orders keep on a node, the best of them first. */
  reservationsOn(node: string): readonly Reservation[] {
    return this.#book.reservationsOn(node);
  }

  /** Every node that belongs to an order. */
  reservations(): ReadonlyMap<string, readonly Reservation[]> {
    return this.#book.reservations();
  }

  /** Whose room the pod may use, though an order keeps it. */
  ordersOpenTo(
    pod: SlimPod,
    priority: number,
    isDaemon = this.daemonOf(pod) !== undefined,
  ): readonly CompiledOrder[] {
    const comer = { pod, priority, isDaemon, guards: this.orders.guardedBy(pod) };
    return ordersOpenTo(comer, this.orders.active, this.#settings().isSystem);
  }

  daemons(): Iterable<ProtectedDaemon> {
    return this.#daemons.all();
  }

  /** The protected daemon that a pod belongs to, if it does. */
  daemonOf(pod: SlimPod): ProtectedDaemon | undefined {
    return this.#daemons.of(pod);
  }

  /** Pods may name any node: one that is not there is not remembered, and is looked at when it comes. */
  #touch(name: string | null | undefined): void {
    if (!name) return;
    if (this.#view.node(name) !== undefined || this.#book.has(name)) this.#dirty.add(name);
    else this.#dirty.delete(name);
  }

  #touchAll(): void {
    this.#givenUp.clear();
    for (const { name } of this.#view.nodes()) this.#touch(name);
  }

  #podChanged(before: SlimPod | undefined, after: SlimPod | undefined): void {
    if (claimsChanged(this.orders, before, after)) {
      this.#touch(before?.nodeName);
      this.#touch(after?.nodeName);
    }
    if (before !== undefined && after !== undefined && holdsTheSame(before, after)) return;
    if (before !== undefined) this.#touch(this.#aimed.remove(before));
    if (after !== undefined) this.#touch(this.#aimed.add(after));
    const daemon = this.#daemons.of(after ?? before);
    if (daemon === undefined) return;
    const { uid } = daemon.daemonSet;
    this.#touch(before?.nodeName);
    this.#touch(after?.nodeName);
    if (after?.nodeName && before?.nodeName === '')
      this.#timed.bindings.note(after.nodeName, uid, this.#clocks.now(after.partition));
    this.#lessons.podChanged(daemon, before, after);
    const isReplaced = takesOldAway(daemon, before, after) && this.#view.node(before.nodeName) !== undefined;
    if (isReplaced) this.#progressed(daemon.daemonSet);
  }

  /** Looks again where a rollout is waited for, and where it may turn out not to be over. */
  #touchTurns({ uid, templateGeneration }: SlimDaemonSet): void {
    for (const name of this.#book.nodesOf(uid)) this.#touch(name);
    for (const pod of this.#view.podsOfOwner(uid)) {
      if (pod.templateGeneration !== templateGeneration) this.#touch(pod.nodeName);
    }
  }

  #progressed({ uid, partition }: SlimDaemonSet): void {
    this.#timed.clocks.progressed(uid, this.#clocks.now(partition));
    for (const node of this.#givenUp.take(uid)) this.#touch(node);
  }

  #touchExpired(): void {
    this.#partitions.forgetDue();
    for (const [name, holds] of this.#book.all()) {
      for (const { daemon, until, expired } of holds) {
        if (expired) continue;
        const { partition } = daemon.daemonSet;
        if (until <= this.#partitions.now(partition)) this.#touch(name);
        else this.#partitions.expect(partition, until);
      }
    }
  }

  /** Partitions of which it is now another thing whether their holds stand. */
  #touchHoldsOf(partitions: ReadonlySet<string>): void {
    for (const [name, holds] of this.#book.all()) {
      if (holds.some(({ daemon }) => partitions.has(daemon.daemonSet.partition))) this.#touch(name);
    }
  }

  /** Takes off all that was kept for a DaemonSet. */
  #drop(daemonSetUid: string): void {
    for (const name of this.#book.nodesOf(daemonSetUid)) this.#write(name, daemonSetUid, undefined);
    this.#givenUp.take(daemonSetUid);
    this.#timed.clocks.forget(daemonSetUid);
  }

  /** One DaemonSet, on all nodes: what is kept for others stays as it is. */
  #renewDaemon(daemon: ProtectedDaemon, moment: Moment): void {
    const { daemonSet } = daemon;
    this.#givenUp.take(daemonSet.uid);
    const pods = [...this.#view.podsOfOwner(daemonSet.uid)].filter((pod) => belongsTo(pod, daemonSet));
    const bound = Map.groupBy(pods, ({ nodeName }) => nodeName);
    const aimed = Map.groupBy(pods, aimOf);
    for (const node of this.#view.nodes()) {
      const { name } = node;
      if (this.#dirty.has(name)) continue;
      const hold = this.#holdOf(node, daemon, { bound: bound.get(name), aimed: aimed.get(name) }, moment);
      this.#write(name, daemonSet.uid, hold);
    }
  }

  /** An order came, went or changed, or its time has: what is kept for daemons stays as it is. */
  #renewOrders(moment: Moment): void {
    this.#book.orderRoom.keepOnly(new Set(this.orders.active.map(({ order }) => order.uid)));
    for (const node of this.#view.nodes()) {
      if (this.#dirty.has(node.name)) continue;
      this.#book.reserve(node.name, this.#reservationsOf(node, moment));
      this.#book.put(node.name, this.#book.on(node.name));
    }
  }

  #write(node: string, daemonSetUid: string, hold: ActiveHold | undefined): void {
    if (hold === undefined) this.#timed.clocks.stop(node, daemonSetUid);
    this.#book.replace(node, daemonSetUid, hold);
  }

  /** One node, with all its daemons. */
  #renewNode(name: string, moment: Moment): void {
    const node = this.#view.node(name);
    const holds = node === undefined ? NO_HOLDS : this.#holdsOf(node, moment);
    if (node === undefined) this.#givenUp.nodeGone(name);
    this.#timed.clocks.keepOnly(name, holds);
    this.#book.reserve(name, node === undefined ? NO_RESERVATIONS : this.#reservationsOf(node, moment));
    this.#book.put(name, holds);
  }

  #reservationsOf(node: SlimNode, { settings, time }: Moment): readonly Reservation[] {
    const reservations = this.orders.on(node, time);
    return reservations.flatMap((reservation) => {
      if (this.#partitions.isOver(reservation.order.order.partition)) return [];
      const amounts = only(reservation.amounts, settings.isHeld);
      return amounts === reservation.amounts ? reservation : { ...reservation, amounts };
    });
  }

  #holdsOf(node: SlimNode, moment: Moment): readonly ActiveHold[] {
    const byDaemon = (pods: Iterable<SlimPod>) => Map.groupBy(pods, (pod) => this.#daemons.of(pod));
    const bound = byDaemon(this.#view.podsOnNode(node.name));
    const aimed = byDaemon(this.#aimed.at(node.name));
    return [...this.#daemons.all()].flatMap(
      (daemon) =>
        this.#holdOf(node, daemon, { bound: bound.get(daemon), aimed: aimed.get(daemon) }, moment) ?? [],
    );
  }

  #holdOf(
    node: SlimNode,
    daemon: ProtectedDaemon,
    pods: PodsOfNode,
    { settings }: Moment,
  ): ActiveHold | undefined {
    const { partition } = daemon.daemonSet;
    const time = this.#partitions.timeOf(partition);
    const hold = this.#timed.of(node, daemon, pods, settings, time);
    if (hold === undefined) return undefined;
    if (!hold.expired) this.#partitions.expect(partition, hold.until);
    // Of one that is behind nobody knows whether its daemon has come.
    else if (time.state === 'seen') this.#givenUp.note(node.name, hold, this.#book.on(node.name));
    return hold;
  }
}
