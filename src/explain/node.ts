/** What a node has, what is kept of it and for whom, and how its daemons stand. */
import { isTerminal, type SlimDaemonSet, type SlimNode } from '../cluster/records.ts';
import type { ClusterView } from '../cluster/view.ts';
import { shortOn } from '../headroom/order-states.ts';
import { belongsTo } from '../headroom/protected/protected-daemon.ts';
import { taintText } from '../kube/matching/taints.ts';
import { quantityText } from '../kube/resources/quantity-text.ts';
import { OPERATORS } from './audience.ts';
import { type DaemonCell, daemonCells } from './daemon/daemon-cell.ts';
import { podsByOwner, podsHere } from './daemon/daemons-pods.ts';
import { daemonName, type HoldState, holdState } from './daemon/hold-state.ts';
import { type ReservationState, reservationState } from './daemon/reservation-state.ts';
import { compiledDaemon } from './daemonset.ts';
import type { Scene } from './scene.ts';

/** One resource of a node, as people write amounts. */
export interface NodeResource {
  readonly resource: string;
  readonly allocatable: string;
  /** By the pods that are there. */
  readonly requested: string;
  readonly free: string;
  /** For daemons, and by orders. */
  readonly held: string;
  /** By pods that were let in or nominated, or that grow, and are not seen there yet. */
  readonly onTheWay: string;
  /** Free beside all that. */
  readonly left: string;
}

export interface NodeExplanation {
  readonly kind: 'Node';
  readonly name: string;
  readonly ready: boolean;
  readonly cordoned: boolean;
  readonly taints: readonly string[];
  /** Without those that have ended. */
  readonly pods: number;
  readonly headroomMode: string;
  readonly room: readonly NodeResource[];
  readonly holds: readonly HoldState[];
  /** The best order first; `short` is why its room is not there, empty where it is. */
  readonly orders: readonly (ReservationState & { readonly short: string })[];
  /** Those that are here or should be; the others are counted. */
  readonly daemons: readonly (DaemonCell & { readonly daemonSet: string })[];
  readonly daemonSetsNotEligible: number;
  readonly problem: string | null;
}

export function explainNode(node: SlimNode, shown: number, scene: Scene): NodeExplanation {
  const { view, ledger, rules } = scene;
  const cells = cellsOf(node, scene);
  const short = shortOn(node.name, ledger, view);
  const here = cells.filter(({ state }) => state !== 'not-eligible');
  return {
    kind: 'Node',
    name: node.name,
    ready: node.ready,
    cordoned: node.unschedulable,
    taints: node.taints.map(taintText),
    pods: [...view.podsOnNode(node.name)].filter((pod) => !isTerminal(pod)).length,
    headroomMode: rules.settings.headroom.mode,
    room: roomOfNode(node, scene),
    holds: ledger.holdsOn(node.name).map((hold) => holdState(hold, scene)),
    orders: ledger
      .reservationsOn(node.name)
      .map((reservation, index) => ({ ...reservationState(reservation), short: short[index] ?? '' })),
    daemons: here.slice(0, shown),
    daemonSetsNotEligible: cells.length - here.length,
    problem: scene.problem,
  };
}

function cellsOf(node: SlimNode, scene: Scene): NodeExplanation['daemons'] {
  const pods = podsByOwner(node.name, scene.view);
  const cellOf = (daemonSet: SlimDaemonSet) => {
    const own = (pods.get(daemonSet.uid) ?? []).filter((pod) => belongsTo(pod, daemonSet));
    const cell = daemonCells(compiledDaemon(daemonSet, scene), scene, OPERATORS)(node, podsHere(own));
    return { daemonSet: daemonName(daemonSet), ...cell };
  };
  return Array.from(scene.view.daemonSets(), cellOf);
}

function roomOfNode({ name }: SlimNode, { view, ledger, account }: Scene): NodeResource[] {
  const number = view.nodeNumber(name);
  const { amounts } = ledger;
  return declaredOn(number, view).map(({ resource, allocatable, requested, free }) => {
    const held = amounts.held(amounts.lowestLevel, resource)?.[number] ?? 0;
    const onTheWay = account.takenOn(number, resource);
    const text = (amount: number) => numberText(resource, amount);
    return {
      resource,
      allocatable: quantityText(resource, allocatable[number] ?? 0n),
      requested: quantityText(resource, requested[number] ?? 0n),
      free: text(free[number] ?? 0),
      held: text(held),
      onTheWay: text(onTheWay),
      left: text((free[number] ?? 0) - held - onTheWay),
    };
  });
}

function declaredOn(number: number, view: ClusterView) {
  return [...view.columns()].filter(
    ({ allocatable, requested }) => (allocatable[number] ?? 0n) > 0n || (requested[number] ?? 0n) > 0n,
  );
}

/** A node that more pods are nominated on than are counted is as good as full. */
function numberText(resource: string, amount: number): string {
  return Number.isFinite(amount) ? quantityText(resource, BigInt(amount)) : amount > 0 ? 'all' : 'none';
}
