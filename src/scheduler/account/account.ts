/** The account of the pods that were let pass, or let grow: all room that is taken, and that the view does not show yet. */
import type { SlimPod } from '../../cluster/records.ts';
import type { ClusterView, ReadonlyNumbers } from '../../cluster/view.ts';
import type { HoldLedger } from '../../headroom/hold-ledger.ts';
import { fitsSomeNode } from './fits-some-node.ts';
import { BoundElsewhere } from './flight/bound-elsewhere.ts';
import { DaemonsInFlight } from './flight/daemons-in-flight.ts';
import { GonePods } from './flight/gone-pods.ts';
import { InFlightPods, type LeftBy } from './flight/in-flight.ts';
import { ResizesInFlight } from './flight/resizes-in-flight.ts';
import { UnaccountedPods } from './flight/unaccounted-pods.ts';
import { UnseenPods } from './flight/unseen-pods.ts';
import { type IncomingPod, incomingPod } from './incoming-pod.ts';
import type { NodeNumbers } from './named-nodes.ts';
import { NominatedPods } from './nominated-pods.ts';
import { areNodesShared } from './own-pods.ts';
import { PassingRefusals, WholeRefusals } from './refusals.ts';
import { type Asking, Room } from './room.ts';
import { schedulerOf, TellingSchedulers } from './telling-schedulers.ts';

const NOBODY = { amounts: () => undefined };

/** Priorities are of 32 bits. */
const LOWEST_PRIORITY = -(2 ** 31);

const LAST_OF_ALL: Asking = { pod: { uid: '' }, priority: LOWEST_PRIORITY };

export interface AccountParts {
  readonly left: (by: LeftBy) => void;
  /** Whether the pod's scheduler is one that asks: what others mean to do is their own business. */
  readonly isAskedAbout: (pod: SlimPod) => boolean;
  readonly clock: () => number;
}

export class Account {
  readonly view: ClusterView;
  readonly ledger: HoldLedger;
  readonly inFlight: InFlightPods;
  readonly daemonsInFlight: DaemonsInFlight;
  readonly resizesInFlight: ResizesInFlight;
  readonly passingRefusals = new PassingRefusals();
  readonly wholeRefusals = new WholeRefusals();
  readonly unaccounted: UnaccountedPods;
  readonly boundElsewhere: BoundElsewhere;
  readonly #nominated: NominatedPods;
  readonly #unseen: UnseenPods;
  readonly #gone: GonePods;
  readonly #telling = new TellingSchedulers();

  readonly #areNodesShared: boolean;

  constructor(view: ClusterView, ledger: HoldLedger, { left, isAskedAbout, clock }: AccountParts) {
    this.view = view;
    this.ledger = ledger;
    this.#areNodesShared = areNodesShared(view);
    this.boundElsewhere = new BoundElsewhere(
      view,
      (pod) =>
        isAskedAbout(pod) &&
        !this.inFlight.has(pod.uid) &&
        !this.unaccounted.has(pod.uid) &&
        ledger.daemonOf(pod) === undefined,
    );
    this.inFlight = new InFlightPods(view, left);
    this.daemonsInFlight = new DaemonsInFlight(view, ledger);
    this.unaccounted = new UnaccountedPods(view, ledger);
    this.resizesInFlight = new ResizesInFlight(view, (uid) => this.inFlight.has(uid));
    this.#nominated = new NominatedPods(view, {
      now: clock,
      isAskedAbout,
      // Those in flight are counted there, and daemons by their holds.
      isCountedElsewhere: (pod) => this.inFlight.has(pod.uid) || ledger.daemonOf(pod) !== undefined,
    });
    this.#unseen = new UnseenPods(view);
    this.#gone = new GonePods(view);
  }

  stop(): void {
    this.inFlight.stop();
    this.daemonsInFlight.stop();
    this.unaccounted.stop();
    this.boundElsewhere.stop();
    this.resizesInFlight.stop();
    this.#nominated.stop();
    this.#unseen.stop();
    this.#gone.stop();
  }

  /**
   * Somebody of the partition could be let in who is not remembered: his room would be given away twice. Each has a place of its
   * own: of one that is behind nobody sees the pods arrive, and the others go on.
   */
  isFullFor({ partition }: Pick<SlimPod, 'partition'>): boolean {
    const { inFlight, daemonsInFlight, resizesInFlight } = this;
    return inFlight.isFullFor(partition) || daemonsInFlight.isFullFor(partition) || resizesInFlight.isFull;
  }

  /** Forgets those that have been waited for too long, and those that are not there. */
  expire(now: number): void {
    this.inFlight.expire(now);
    this.daemonsInFlight.expire(now);
    this.#nominated.expire(now);
    this.resizesInFlight.expire(now);
    for (const uid of this.#unseen.overdue()) {
      this.inFlight.leave(uid, 'unseen');
      this.daemonsInFlight.leave(uid);
    }
  }

  /** The pod was let pass where `passes` is 1. One that is seen bound, or gone, is on its way to nowhere. */
  enter(incoming: IncomingPod, nodes: NodeNumbers, passes: ReadonlyNumbers, now: number): void {
    const { uid } = incoming.pod;
    const isOver = this.#gone.has(uid) || Boolean(this.view.pod(uid)?.nodeName);
    if (isOver || !fitsSomeNode(incoming, this.view)) return;
    this.#unseen.note(incoming.pod, now);
    const daemon = this.ledger.daemonOf(incoming.pod);
    if (daemon === undefined) this.inFlight.enter(incoming, nodes, passes, now);
    else this.daemonsInFlight.enter(incoming, daemon, nodes, passes, now);
  }

  /** The pod is asked about again, so that what was said of it before counts no more. */
  leave({ pod }: IncomingPod): void {
    this.unaccounted.account(pod.uid);
    this.inFlight.leave(pod.uid, 'again');
    this.daemonsInFlight.leave(pod.uid);
  }

  /**
   * The scheduler has chosen this node for the pod, and binds it next. False when the pod was not in flight: then it was
   * placed while nobody kept the account, and is on it from now on. One that was not let pass there, or that nobody knows
   * to wait, is not believed.
   */
  witness(uid: string, node: string, now: number): boolean {
    const isInFlight = this.inFlight.has(uid);
    const pod = this.view.pod(uid);
    const isBelieved = isInFlight ? this.inFlight.isOnItsWay(uid, node) : pod?.nodeName === '';
    if (!isBelieved) return false;
    this.#telling.note(pod?.schedulerName ? schedulerOf(pod) : this.inFlight.schedulerOf(uid), now);
    this.unaccounted.account(uid);
    if (isInFlight) return this.inFlight.choose(uid, node);
    if (pod !== undefined) {
      const nodes = { count: 1, numbers: Int32Array.of(this.view.nodeNumber(node)) };
      this.enter(incomingPod(pod), nodes, Uint8Array.of(1), now);
    }
    return false;
  }

  /** Its scheduler tells which node it has chosen, so that a pod that was passed on many soon counts on one. */
  isWitnessed(pod: SlimPod, now: number): boolean {
    return this.#telling.has(schedulerOf(pod), now);
  }

  /** Nothing is held anywhere, and nobody else's pods are in the way: then nothing need be reckoned. */
  get isOpen(): boolean {
    return this.ledger.amounts.markedNodes === 0 && !this.#areNodesShared;
  }

  /** What is taken on a node, and the view does not show yet, from the pod that is asked about last of all. */
  takenOn(node: number, resource: string): number {
    const inFlight = this.inFlight.amounts(resource)?.[node] ?? 0;
    return [this.daemonsInFlight, this.#nominated, this.resizesInFlight].reduce(
      (sum, taken) => sum + taken.on(node, resource, LAST_OF_ALL),
      inFlight,
    );
  }

  /**
   * A protected daemon's own room is what is held: only daemons above it are before it. Tenants' pods in flight or
   * nominated, or that grow, never keep it out: where one of them really went, the scheduler knows. A guardian is behind all
   * daemons, as its order is: the priority of its class is there for schedulers that do not ask.
   */
  roomFor(incoming: IncomingPod): Room {
    const own = this.ledger.daemonOf(incoming.pod);
    const guarded = this.ledger.orders.guardedBy(incoming.pod);
    const priority = own ? Math.max(incoming.priority, own.priority) + 1 : guarded && LOWEST_PRIORITY;
    const open = this.ledger.ordersOpenTo(incoming.pod, incoming.priority);
    return new Room(priority === undefined ? incoming : { ...incoming, priority }, {
      view: this.view,
      held: this.ledger.amounts,
      orders: { room: this.ledger.orderRoom, open: open.map(({ order }) => order.uid) },
      inFlight: own === undefined ? this.inFlight : NOBODY,
      taken:
        own === undefined
          ? [this.daemonsInFlight, this.#nominated, this.resizesInFlight]
          : [this.daemonsInFlight],
      // What is a daemon's own room nobody else's pods keep it out of.
      shared: this.#areNodesShared && own === undefined,
    });
  }
}
