/** The orders of a cluster, compiled once and kept in step with the view, the settings and the clock. */
import type { SlimOrder } from '../cluster/order-record.ts';
import type { SlimNamespace, SlimNode, SlimPod } from '../cluster/records.ts';
import type { ClusterView } from '../cluster/view.ts';
import { byRank, type CompiledOrder, compileOrder, type IsSystem } from './compiled-order.ts';
import { type Reservation, reservationsOn } from './reservation.ts';

export class OrderBook {
  readonly #view: ClusterView;
  readonly #byUid = new Map<string, CompiledOrder>();
  /** Those that reserve something, now or later, best first. */
  #active: readonly CompiledOrder[] = [];
  /** Where those live that have to do with an order: of all other pods nothing is asked. */
  #namespaces: ReadonlySet<string> = new Set();
  #isSystem: IsSystem | undefined;
  #moved = true;
  /** Between these two nothing changes by itself. */
  #lookedAt = Number.POSITIVE_INFINITY;
  #until = Number.NEGATIVE_INFINITY;

  constructor(view: ClusterView) {
    this.#view = view;
  }

  /** A status that was written changes nothing. */
  orderMoved(before: SlimOrder | undefined, after: SlimOrder | undefined): void {
    if (before === undefined || after === undefined || !isSame(before, after)) this.#moved = true;
  }

  /** Priorities are read from the classes. */
  priorityClassMoved(): void {
    if (this.#byUid.size > 0) this.#moveAll();
  }

  /** Its labels say whose it is. */
  namespaceMoved(namespace: SlimNamespace | undefined): void {
    if (namespace !== undefined && this.#namespaces.has(namespace.name)) this.#moveAll();
  }

  /** True when what is reserved may be another than before, on any node. Cheap when nothing has changed. */
  refresh(isSystem: IsSystem, now: number): boolean {
    if (isSystem !== this.#isSystem) this.#moveAll();
    this.#isSystem = isSystem;
    const hasMoved = this.#moved;
    if (hasMoved) this.#compile(isSystem, now);
    const isSameTime = now >= this.#lookedAt && now < this.#until;
    if (!hasMoved && isSameTime) return false;
    this.#lookedAt = now;
    this.#until = this.#active.reduce(
      (first, order) => Math.min(first, order.times(now).until),
      Number.POSITIVE_INFINITY,
    );
    // An order that is not there changes nothing by the passing of time.
    return hasMoved || this.#active.length > 0;
  }

  /** All of them, best first; those that reserve nothing too. */
  all(): CompiledOrder[] {
    return [...this.#byUid.values()].toSorted(byRank);
  }

  get(uid: string): CompiledOrder | undefined {
    return this.#byUid.get(uid);
  }

  /** Those that reserve something, now or later, best first. */
  get active(): readonly CompiledOrder[] {
    return this.#active;
  }

  /** Whether an order asks how the pod is. */
  concerns(pod: SlimPod | undefined): boolean {
    if (pod === undefined || !this.#namespaces.has(pod.namespace)) return false;
    return this.#active.some((order) => order.isClaimant(pod) || order.isGuardian(pod));
  }

  /** The guardian's order, if the pod is one. */
  guardedBy(pod: SlimPod): CompiledOrder | undefined {
    const order = this.#byUid.get(pod.owner?.uid ?? '');
    return order?.isGuardian(pod) ? order : undefined;
  }

  on(node: SlimNode, now: number): readonly Reservation[] {
    if (this.#active.length === 0) return [];
    return reservationsOn(node, this.#active, this.#concerned(node), now);
  }

  *#concerned({ name }: SlimNode): Generator<SlimPod> {
    for (const pod of this.#view.podsOnNode(name)) if (this.#namespaces.has(pod.namespace)) yield pod;
  }

  #moveAll(): void {
    this.#byUid.clear();
    this.#moved = true;
  }

  #compile(isSystem: IsSystem, now: number): void {
    const before = new Map(this.#byUid);
    this.#byUid.clear();
    for (const order of this.#view.orders()) {
      const known = before.get(order.uid);
      const stays = known !== undefined && isSame(known.order, order);
      this.#byUid.set(order.uid, stays ? known : compileOrder(order, this.#view, isSystem, now));
    }
    this.#active = this.all().filter(({ isIdle }) => !isIdle);
    this.#namespaces = new Set(
      [...this.#byUid.values()].flatMap(({ order: { namespace, owners } }) => [
        namespace,
        ...owners.map((owner) => owner.namespace),
      ]),
    );
    this.#moved = false;
  }
}

/** Its spec is as old as its generation. */
function isSame(before: SlimOrder, after: SlimOrder): boolean {
  return (
    before.uid === after.uid &&
    // After an etcd was copied, all the rest may be the same.
    before.partition === after.partition &&
    before.generation === after.generation &&
    before.terminating === after.terminating
  );
}
