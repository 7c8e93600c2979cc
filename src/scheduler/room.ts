/** Whether a pod still fits on a node once the room of the daemons and of the pods in flight is taken off. */
import type { ClusterView, ReadonlyNumbers } from '../cluster/view.ts';
import { type HeldAmounts, NO_LEVEL } from '../daemons/held-amounts.ts';
import { PODS } from '../daemons/protected-daemon.ts';
import { type Asking, asNumbers } from './asking.ts';
import type { DaemonsInFlight } from './daemons-in-flight.ts';
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
  readonly daemonsInFlight: DaemonsInFlight;
}

/**
 * Made for one decision about one pod. Only resources that daemons ask for are looked at: the rest is the scheduler's
 * business, and some of it (resources that it is told to ignore) no node even declares.
 */
export class Room {
  readonly #held: HeldAmounts;
  readonly #level: number;
  readonly #demands: readonly Demand[];
  readonly #priority: number;
  /** Undefined when there are none, as nearly always. */
  readonly #daemons: DaemonsInFlight | undefined;

  constructor({ priority, requests }: Asking, { view, held, inFlight, daemonsInFlight }: RoomSources) {
    this.#held = held;
    this.#priority = priority;
    this.#daemons = daemonsInFlight.size > 0 ? daemonsInFlight : undefined;
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

  #lack({ resource, request, held, free, inFlight }: Demand, node: number): number {
    const daemons = this.#daemons?.beside(node, resource, this.#priority) ?? 0;
    return request + (held[node] ?? 0) + (inFlight?.[node] ?? 0) + daemons - (free?.[node] ?? 0);
  }
}
