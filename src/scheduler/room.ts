/** Whether a pod still fits on a node once the room of the daemons and of the pods in flight is taken off. */
import type { ClusterView, ReadonlyNumbers } from '../cluster/view.ts';
import { type HeldAmounts, NO_LEVEL } from '../daemons/held-amounts.ts';
import { PODS } from '../kube/requests.ts';
import { type Asking, asNumbers } from './asking.ts';
import type { InFlightPods } from './in-flight.ts';

interface Demand {
  readonly resource: string;
  readonly request: number;
  readonly held: ReadonlyNumbers;
  /** Undefined when no node has the resource at all. */
  readonly free: ReadonlyNumbers | undefined;
  readonly inFlight: ReadonlyNumbers | undefined;
}

export interface RoomSources {
  readonly view: ClusterView;
  readonly held: HeldAmounts;
  readonly inFlight: InFlightPods;
  /** What else is taken on a node. */
  readonly taken: readonly Taken[];
}

/** Room that is taken and that the view does not show, for one pod or another. */
export interface Taken {
  /** None at all, as nearly always, when it is zero. */
  readonly size: number;
  beside(node: number, resource: string, asking: Asking): number;
}

/**
 * Made for one decision about one pod. Only resources that daemons ask for are looked at: the rest is the scheduler's
 * business, and some of it (resources that it is told to ignore) no node even declares.
 */
export class Room {
  readonly #held: HeldAmounts;
  readonly #level: number;
  readonly #demands: readonly Demand[];
  readonly #asking: Asking;
  readonly #taken: readonly Taken[];

  constructor(asking: Asking, { view, held, inFlight, taken }: RoomSources) {
    const { priority, requests } = asking;
    this.#asking = asking;
    this.#held = held;
    this.#taken = taken.filter(({ size }) => size > 0);
    this.#level = held.levelFor(priority);
    this.#demands = asNumbers(requests).flatMap(([resource, request]) => {
      const amounts = held.held(this.#level, resource);
      const free = view.column(resource)?.free;
      return amounts === undefined
        ? []
        : [{ resource, request, held: amounts, free, inFlight: inFlight.amounts(resource) }];
    });
  }

  /** Some node may have to be refused. */
  get isScarce(): boolean {
    return this.#level !== NO_LEVEL && this.#held.markedNodes > 0 && this.#demands.length > 0;
  }

  /** A node without a hold needs no test: the scheduler itself knows what fits. */
  admits(node: number): boolean {
    if (!this.#held.isMarked(this.#level, node)) return true;
    for (const demand of this.#demands) if (this.#lack(demand, node) > 0) return false;
    return true;
  }

  /** Of all that it asks for only a place among the pods is missing. */
  lacksPlacesOnly(node: number): boolean {
    return this.#demands.every((demand) => demand.resource === PODS || this.#lack(demand, node) <= 0);
  }

  #lack(demand: Demand, node: number): number {
    const { request, held, free, inFlight } = demand;
    const lack = request + (held[node] ?? 0) + (inFlight?.[node] ?? 0) - (free?.[node] ?? 0);
    return this.#taken.length === 0 ? lack : lack + this.#beside(demand, node);
  }

  #beside({ resource }: Demand, node: number): number {
    return this.#taken.reduce((sum, taken) => sum + taken.beside(node, resource, this.#asking), 0);
  }
}
