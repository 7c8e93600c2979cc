/**
 * What a daemon's next pod needs of a node beside what the node has: the questions of the scheduler's NodeResourcesFit and
 * NodePorts, over the columns of the view, so that a node costs some reads of arrays.
 */
import type { SlimPod } from '../../cluster/records.ts';
import { counted } from '../../cluster/store/resource-column.ts';
import { type ClusterView, NO_NODE, type ReadonlyNumbers } from '../../cluster/view.ts';
import type { HeldAmounts } from '../../headroom/held-amounts.ts';
import { podPriority } from '../../kube/priority.ts';
import { weighedResources } from '../../kube/resources/fits.ts';
import { PODS, type Resources } from '../../kube/resources/requests.ts';
import type { OrdersForPod } from '../../scheduler/account/room.ts';
import type { ForecastDaemon } from './forecast-daemon.ts';
import type { OwnHolds } from './own-holds.ts';
import { PortTakers, portText } from './port-takers.ts';
import type { Obstacle } from './verdicts.ts';

interface Demand {
  readonly resource: string;
  readonly request: number;
  /** All three undefined where no node has it, or nothing of it is held. */
  readonly free: ReadonlyNumbers | undefined;
  readonly size: ReadonlyNumbers | undefined;
  readonly held: ReadonlyNumbers | undefined;
  /** The part of it that orders keep, and the parts that are open to the daemon. */
  readonly ordered: ReadonlyNumbers | undefined;
  readonly open: readonly ReadonlyNumbers[];
}

/** What is kept for those that are before the daemon. */
export interface KeptFromDaemon {
  readonly amounts: HeldAmounts;
  readonly level: number;
  /** Of that, what is kept for the daemon itself. */
  readonly own: OwnHolds | undefined;
  readonly orders: OrdersForPod;
}

export class NodeRoom {
  readonly demands: readonly Demand[];
  readonly ports: PortTakers;
  readonly #daemon: ForecastDaemon;
  readonly #own: OwnHolds | undefined;
  /** By node number, who is nominated there and not below the daemon: the scheduler counts them as if they were there. */
  readonly #nominated = new Map<number, SlimPod[]>();
  readonly #amounts = new Map<Resources, Float64Array>();

  /** `held` is undefined where nothing is kept. */
  constructor(daemon: ForecastDaemon, view: ClusterView, held: KeptFromDaemon | undefined) {
    this.#daemon = daemon;
    this.#own = held?.own;
    const { requests, priority, daemonSet } = daemon;
    this.demands = [PODS, ...weighedResources(requests)].flatMap((resource) => {
      const request = Number(counted(requests.get(resource) ?? 0n));
      if (request === 0) return [];
      const column = view.column(resource);
      return {
        resource,
        request,
        free: column?.free,
        size: column?.size,
        held: held?.amounts.held(held.level, resource),
        ordered: held?.orders.room.all(resource),
        open: held === undefined ? NONE_OPEN : openRooms(held.orders, resource),
      };
    });
    const isOwn = (pod: SlimPod) => pod.owner?.uid === daemonSet.uid;
    const nominationOf = (pod: SlimPod) =>
      pod.nodeName !== '' || podPriority(pod) < priority || isOwn(pod) ? '' : pod.nominatedNode;
    const isLeaving = (pod: SlimPod) =>
      !daemon.surges && isOwn(pod) && daemon.running.get(pod.nodeName)?.includes(pod) === true;
    this.ports = new PortTakers(daemonSet.template.hostPorts, view, (pod) =>
      isLeaving(pod) ? '' : pod.nodeName || nominationOf(pod),
    );
    for (const pod of view.unboundPods()) {
      const node = pod.nominatedNode === '' ? NO_NODE : view.nodeNumber(nominationOf(pod));
      if (node !== NO_NODE) this.#nominated.set(node, [...(this.#nominated.get(node) ?? []), pod]);
    }
  }

  /** Of what the node has too little even when it is empty. */
  tooSmall(node: number): Obstacle[] {
    return this.demands.flatMap(({ resource, request, size }) => {
      const has = size?.[node] ?? 0;
      return request > has ? [{ kind: 'resource', resource, wanted: request, free: has }] : [];
    });
  }

  isTooSmall(node: number): boolean {
    for (const { request, size } of this.demands) if (request > (size?.[node] ?? 0)) return true;
    return false;
  }

  /** Quick: whether nothing stands in the way now. */
  fits(node: number, name: string): boolean {
    if (this.#isCrowded(node, name)) return this.lacks(node, name).length === 0;
    for (const { request, free } of this.demands) if (request > (free?.[node] ?? 0)) return false;
    return this.ports.on(node).length === 0;
  }

  /** Of what there is too little now, and who has the ports. */
  lacks(node: number, name: string): Obstacle[] {
    const spare = this.spare(node, name);
    const short = this.demands.flatMap(({ resource, request }, index): Obstacle[] => {
      const left = spare[index] ?? 0;
      return left < 0 ? [{ kind: 'resource', resource, wanted: request, free: request + left }] : [];
    });
    const byPort = Map.groupBy(this.ports.on(node), (pod) => this.ports.clashOf(pod));
    const taken = Array.from(byPort, ([port, pods]): Obstacle | undefined =>
      port === undefined ? undefined : { kind: 'port', port: portText(port), pods },
    );
    return [...short, ...taken.filter((obstacle) => obstacle !== undefined)];
  }

  /** The first resource of which there is enough, but not beside what is held for daemons before this one, or by orders. */
  heldBack(node: number, name: string): Obstacle | undefined {
    if (this.demands.every((demand) => heldFrom(demand, node) === 0)) return undefined;
    const spare = this.spare(node, name);
    const own = (resource: string) => this.#own?.(name, resource) ?? 0;
    const index = this.demands.findIndex(
      (demand, at) => (spare[at] ?? 0) < heldFrom(demand, node) - own(demand.resource),
    );
    const demand = this.demands[index];
    if (demand === undefined) return undefined;
    const { resource, held, ordered } = demand;
    const forDaemons = (held?.[node] ?? 0) - (ordered?.[node] ?? 0) - own(resource);
    return { kind: 'held', resource, byOrder: (spare[index] ?? 0) >= forDaemons };
  }

  /** What is left of each resource once the pod is there; below zero, what is missing. In the order of `demands`. */
  spare(node: number, name: string): Float64Array {
    const spare = new Float64Array(this.demands.length);
    for (const [index, { request, free }] of this.demands.entries()) {
      spare[index] = (free?.[node] ?? 0) - request;
    }
    for (const pod of this.#nominated.get(node) ?? []) this.take(spare, pod);
    if (!this.#daemon.surges) for (const pod of this.#daemon.running.get(name) ?? []) this.give(spare, pod);
    return spare;
  }

  /** A pod comes. */
  take(spare: Float64Array, { requests }: SlimPod): void {
    const amounts = this.#amountsOf(requests);
    for (let index = 0; index < spare.length; index += 1) {
      spare[index] = (spare[index] ?? 0) - (amounts[index] ?? 0);
    }
  }

  /** A pod goes. */
  give(spare: Float64Array, { requests }: SlimPod): void {
    const amounts = this.#amountsOf(requests);
    for (let index = 0; index < spare.length; index += 1) {
      spare[index] = (spare[index] ?? 0) + (amounts[index] ?? 0);
    }
  }

  /** The view's own columns do not tell all of it. */
  #isCrowded(node: number, name: string): boolean {
    return this.#nominated.has(node) || (this.#daemon.running.has(name) && !this.#daemon.surges);
  }

  /** Of the resources that the daemon asks for. Pods of one shape share their requests. */
  #amountsOf(requests: Resources): Float64Array {
    const known = this.#amounts.get(requests);
    if (known !== undefined) return known;
    const amounts = Float64Array.from(this.demands, ({ resource }) =>
      resource === PODS ? 1 : Number(counted(requests.get(resource) ?? 0n)),
    );
    this.#amounts.set(requests, amounts);
    return amounts;
  }
}

const NONE_OPEN: readonly ReadonlyNumbers[] = [];

function openRooms({ open, room }: OrdersForPod, resource: string): readonly ReadonlyNumbers[] {
  if (open.length === 0) return NONE_OPEN;
  return open.map((uid) => room.of(uid, resource)).filter((amounts) => amounts !== undefined);
}

/** Without what is open to the daemon. */
function heldFrom({ held, open }: Demand, node: number): number {
  let amount = held?.[node] ?? 0;
  for (const room of open) amount -= room[node] ?? 0;
  return amount;
}
