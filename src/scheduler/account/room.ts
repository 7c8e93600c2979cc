/**
 * Whether a pod still fits on a node once the room of the daemons and of the pods in flight is taken off:
 * free - in flight - held - otherwise taken >= request, for each resource.
 */
import { type ClusterView, NO_NODE, type ReadonlyNumbers } from '../../cluster/view.ts';
import { HeldAmounts, NO_LEVEL } from '../../headroom/held-amounts.ts';
import { NO_ORDER_ROOM, type OrderRoom } from '../../headroom/order-room.ts';
import { type Demand, heldForDaemons, heldFrom, lackOn, nextLacking } from './demand.ts';
import type { InFlightPods } from './flight/in-flight.ts';
import type { IncomingPod } from './incoming-pod.ts';
import type { NodeNumbers } from './named-nodes.ts';

/** How much of each resource has to become free before a pod fits; what is zero or less is there already. */
export type Need = ReadonlyMap<string, number>;

/** Room that is taken and that the view does not show, for one pod or another. */
export interface TakenRoom {
  /** Whether any of it counts for who asks; nearly always none does. */
  countsFor(asking: Asking): boolean;
  on(node: number, resource: string, asking: Asking): number;
}

/** Who asks for room: nobody's own room is in his way, and some is kept only up to a priority. */
export interface Asking {
  readonly pod: Pick<IncomingPod['pod'], 'uid'>;
  readonly priority: number;
}

/** What orders keep, which is in the holds as well, and the uids of those whose room the pod may use. */
export interface OrdersForPod {
  readonly room: Pick<OrderRoom, 'of' | 'all'>;
  readonly open: readonly string[];
}

export const NO_ORDERS: OrdersForPod = { room: NO_ORDER_ROOM, open: [] };

export interface RoomSources {
  readonly view: ClusterView;
  /** For daemons and by orders. */
  readonly held: HeldAmounts;
  readonly orders: OrdersForPod;
  readonly inFlight: Pick<InFlightPods, 'amounts'>;
  /** What else is taken on a node. */
  readonly taken: readonly TakenRoom[];
  /** Other schedulers, of whose pods this one knows nothing, place on the same nodes: what fits is asked of our own view everywhere. */
  readonly shared?: boolean;
}

const NOTHING_HELD = new HeldAmounts();

/** Made for one decision about one pod. */
export class Room {
  readonly incoming: IncomingPod;
  readonly #held: HeldAmounts;
  readonly #level: number;
  /** Taken from the holds once, because every node of a call is asked about. */
  readonly #marks: ReadonlyNumbers;
  readonly #markedFrom: number;
  readonly #demands: readonly Demand[];
  /**
   * A pod is kept out only for resources that daemons ask for: the rest is the scheduler's business, and some of it
   * (resources that it is told to ignore) no node even declares.
   */
  readonly #heldDemands: readonly Demand[];
  readonly #taken: readonly TakenRoom[];
  readonly #isGiven: boolean;
  readonly isShared: boolean;

  constructor(incoming: IncomingPod, { view, held, orders, inFlight, taken, shared = false }: RoomSources) {
    this.incoming = incoming;
    this.isShared = shared;
    this.#held = held;
    this.#taken = taken.filter((room) => room.countsFor(incoming));
    this.#level = held.levelFor(incoming.priority);
    this.#marks = held.marks;
    this.#markedFrom = held.markAt(this.#level);
    this.#demands = Array.from(incoming.requests, ([resource, request]) => ({
      resource,
      request,
      held: held.held(this.#level, resource),
      ordered: orders.room.all(resource),
      given: orders.open.map((uid) => orders.room.of(uid, resource)).filter((own) => own !== undefined),
      free: view.column(resource)?.free,
      inFlight: inFlight.amounts(resource),
    }));
    this.#heldDemands = this.#demands.filter(
      ({ held: kept, free }) => kept !== undefined || (shared && free !== undefined),
    );
    this.#isGiven = this.#demands.some(({ given }) => given.length > 0);
  }

  /** Some node may have to be refused. */
  get isScarce(): boolean {
    const isSomeHeld = this.#level !== NO_LEVEL && this.#held.markedNodes > 0;
    return (this.isShared || isSomeHeld) && this.#heldDemands.length > 0;
  }

  /** A node without a hold needs no test: the scheduler itself knows what fits. */
  admits(node: number): boolean {
    return !this.isMarked(node) || this.#heldDemands.every((demand) => this.#lack(demand, node) <= 0);
  }

  /** 1 at the index of each node of a call that is not admitted; null when all are. */
  shortOn(nodes: NodeNumbers): Uint8Array | null {
    const { count, numbers } = nodes;
    let short: Uint8Array | null = null;
    for (const demand of this.#heldDemands) {
      let index = this.#nextShort(demand, nodes, 0);
      while (index < count) {
        short ??= new Uint8Array(count);
        if (this.isMarked(numbers[index] ?? NO_NODE)) short[index] = 1;
        index = this.#nextShort(demand, nodes, index + 1);
      }
    }
    return short;
  }

  /** A node that may have to be refused. */
  isMarked(node: number): boolean {
    return this.isShared || this.hasHold(node);
  }

  /** Something is held there, be it nothing of what the pod asks for. */
  hasHold(node: number): boolean {
    if ((this.#marks[node] ?? Number.NEGATIVE_INFINITY) < this.#markedFrom) return false;
    // Where all that is kept is its own, there is nothing to keep it from.
    return !this.#isGiven || this.isKeptAt(node);
  }

  /** Something of what the pod asks for is kept from it. */
  isKeptAt(node: number): boolean {
    return this.#heldDemands.some((demand) => heldFrom(demand, node) > 0);
  }

  /** What is free would do, were it not held: as long as the hold lasts, so does the refusal. */
  isHeldAt(node: number): boolean {
    return this.#heldDemands.some(
      (demand) => demand.request + heldFrom(demand, node) > (demand.free?.[node] ?? 0),
    );
  }

  /** The same, were there no orders: what is kept for daemons is enough to keep the pod out. */
  isHeldForDaemonsAt(node: number): boolean {
    return this.#heldDemands.some(
      (demand) => demand.request + heldForDaemons(demand, node) > (demand.free?.[node] ?? 0),
    );
  }

  /** The first resource of which there is too little even without holds, or null. */
  shortAt(node: number): string | null {
    const short = this.#demands.find(
      ({ request, free }) => free !== undefined && request > (free[node] ?? 0),
    );
    return short?.resource ?? null;
  }

  /** What has to become free before the filter admits the pod. */
  needToAdmit(node: number): Need {
    return this.isMarked(node) ? this.#need(this.#heldDemands, node) : new Map();
  }

  /** The same, were there no orders. */
  needBesideDaemons(node: number): Need {
    const need = this.needToAdmit(node);
    const byOrders = (resource: string) => {
      const demand = this.#heldDemands.find((each) => each.resource === resource);
      return demand === undefined ? 0 : heldFrom(demand, node) - heldForDaemons(demand, node);
    };
    return new Map(Array.from(need, ([resource, lack]) => [resource, lack - byOrders(resource)]));
  }

  /** What has to become free before the pod fits, for the scheduler and for the holds. */
  needToFit(node: number): Need {
    return this.#need(this.#demands, node);
  }

  /** What no node declares, the scheduler does not count. */
  #need(demands: readonly Demand[], node: number): Need {
    const declared = demands.filter(({ free }) => free?.[node] !== undefined);
    return new Map(declared.map((demand) => [demand.resource, this.#lack(demand, node)]));
  }

  #nextShort(demand: Demand, nodes: NodeNumbers, from: number): number {
    if (this.#taken.length === 0 && demand.given.length === 0) return nextLacking(demand, nodes, from);
    const { count, numbers } = nodes;
    let index = from;
    while (index < count && this.#lack(demand, numbers[index] ?? NO_NODE) <= 0) index += 1;
    return index;
  }

  #lack(demand: Demand, node: number): number {
    const lack = lackOn(demand, node);
    return this.#taken.length === 0 ? lack : lack + this.#takenOn(demand, node);
  }

  #takenOn({ resource }: Demand, node: number): number {
    let sum = 0;
    for (const taken of this.#taken) sum += taken.on(node, resource, this.incoming);
    return sum;
  }
}

/** As the view alone shows it: nothing is held, and nobody in flight. */
export function roomWithoutHolds(incoming: IncomingPod, view: ClusterView): Room {
  const inFlight = { amounts: () => undefined };
  return new Room(incoming, { view, held: NOTHING_HELD, orders: NO_ORDERS, inFlight, taken: [] });
}
