/** Which nodes a pod that waits cannot go to, for which daemons, and until when. */
import type { SlimNode, SlimPod } from '../cluster/records.ts';
import { podPriority } from '../kube/priority.ts';
import { quantityText } from '../kube/resources/quantity-text.ts';
import { type IncomingPod, incomingPod } from '../scheduler/account/incoming-pod.ts';
import { namedNodes } from '../scheduler/account/named-nodes.ts';
import { roomWithoutHolds } from '../scheduler/account/room.ts';
import { daemonCheck } from '../scheduler/filter/daemon-check.ts';
import { NO_DOUBTS } from '../scheduler/filter/doubtful-nodes.ts';
import { createFilter } from '../scheduler/filter/filter.ts';
import { type NodeObstacle, nodeObstacles, ROOM_WORDS } from '../scheduler/filter/other-nodes.ts';
import { type HoldState, holdState } from './daemon/hold-state.ts';
import { type ReservationState, reservationState } from './daemon/reservation-state.ts';
import type { Scene } from './scene.ts';

/** `open`: nothing is against the node that the view can tell. The others are those of the filter. */
export const NODE_VERDICTS = [
  'open',
  'held',
  'ordered',
  'taken',
  'others',
  'short',
  'taint',
  'selector',
] as const;
export type NodeVerdict = (typeof NODE_VERDICTS)[number];

/** A node that the filter refuses. */
export interface RefusedNode {
  readonly node: string;
  readonly verdict: Extract<NodeVerdict, 'held' | 'ordered' | 'taken' | 'others'>;
  readonly words: string;
  /** For whom room is kept there from this pod. */
  readonly holds: readonly HoldState[];
  /** What orders keep there from this pod. */
  readonly orders: readonly ReservationState[];
  /** By resource: what is free, what the pod asks for, and what has to become free before it is let in. */
  readonly lacks: readonly NodeLack[];
}

export interface NodeLack {
  readonly resource: string;
  readonly asked: string;
  readonly free: string;
  readonly missing: string;
}

/** A daemon for which nodes are refused, on all of them. */
export interface KeepingDaemon {
  readonly daemonSet: string;
  readonly nodes: number;
  /** When the first and the last of its holds end, at the latest; null where that is not known. */
  readonly soonest: string | null;
  readonly latest: string | null;
}

export interface WaitingPod {
  readonly nodes: number;
  readonly verdicts: Readonly<Record<NodeVerdict, number>>;
  readonly daemons: readonly KeepingDaemon[];
  readonly refused: readonly RefusedNode[];
  readonly refusedShown: number;
}

export function explainWaiting(pod: SlimPod, shown: number, scene: Scene): WaitingPod {
  const { view } = scene;
  const verdictOf = nodeVerdicts(pod, scene);
  const verdicts = { open: 0, held: 0, ordered: 0, taken: 0, others: 0, short: 0, taint: 0, selector: 0 };
  const refused: RefusedNode[] = [];
  const keeping = new Map<string, HoldState[]>();
  let nodes = 0;
  for (const node of view.nodes()) {
    const verdict = verdictOf(node);
    nodes += 1;
    verdicts[verdict] += 1;
    if (!isRefused(verdict)) continue;
    const holds = holdsAgainst(pod, node, scene);
    for (const hold of verdict === 'held' ? holds : []) {
      keeping.set(hold.daemonSet, [...(keeping.get(hold.daemonSet) ?? []), hold]);
    }
    if (refused.length < shown) refused.push(refusedNode(pod, node, verdict, holds, scene));
  }
  return {
    nodes,
    verdicts,
    daemons: Array.from(keeping, ([daemonSet, holds]) => keepingDaemon(daemonSet, holds)),
    refused,
    refusedShown: refused.length,
  };
}

/** What the scheduler says by itself first, and then what the extender says when it is asked about that node. */
export function nodeVerdicts(pod: SlimPod, scene: Scene): (node: SlimNode) => NodeVerdict {
  const { view, account, rules, now, behind } = scene;
  const incoming = incomingPod(pod);
  const obstacleOf = nodeObstacles(incoming, roomWithoutHolds(incoming, view), view);
  const refuses = rules.settings.headroom.mode !== 'off' && rules.isAskedAbout(pod);
  const isBoundToOne = daemonCheck(pod, view, rules) !== null;
  const room = account.roomFor(incoming);
  const filter = createFilter({ account, doubtfulNodes: NO_DOUBTS });
  return (node) => {
    if (behind?.has(node.partition)) return 'open';
    const number = view.nodeNumber(node.name);
    const obstacle: NodeObstacle | null = obstacleOf(node, number);
    if (obstacle?.kind === 'others' && !refuses) return 'open';
    if (obstacle !== null) return obstacle.kind;
    if (!refuses || !(isBoundToOne || room.isMarked(number))) return 'open';
    // It has been let in there, and what it takes is its own.
    if (account.inFlight.isOnItsWay(pod.uid, node.name)) return 'open';
    const result = filter(incoming, namedNodes([node.name], view), { rules, now });
    return result.passes[0] === 1 ? 'open' : verdictOf(result.reasonOf(0));
  };
}

/** What is neither for room is that the pod was made for another node. */
function verdictOf(reason: string): NodeVerdict {
  if (reason === ROOM_WORDS.held) return 'held';
  if (reason === ROOM_WORDS.ordered) return 'ordered';
  if (reason === ROOM_WORDS.others) return 'others';
  return reason === ROOM_WORDS.taken ? 'taken' : 'selector';
}

function isRefused(verdict: NodeVerdict): verdict is RefusedNode['verdict'] {
  return verdict === 'held' || verdict === 'ordered' || verdict === 'taken' || verdict === 'others';
}

/** Only daemons whose priority is at least the pod's keep room from it. */
function holdsAgainst(pod: SlimPod, { name }: SlimNode, scene: Scene): HoldState[] {
  return scene.ledger
    .holdsOn(name)
    .filter(({ expired, daemon }) => !expired && daemon.priority >= podPriority(pod))
    .map((hold) => holdState(hold, scene));
}

function refusedNode(
  pod: SlimPod,
  { name }: SlimNode,
  verdict: RefusedNode['verdict'],
  holds: readonly HoldState[],
  scene: Scene,
): RefusedNode {
  const incoming = incomingPod(pod);
  const open = scene.ledger.ordersOpenTo(pod, incoming.priority);
  const orders = scene.ledger
    .reservationsOn(name)
    .filter(({ order, amounts }) => amounts.size > 0 && !open.includes(order))
    .map(reservationState);
  const lacks = lacksOn(name, incoming, scene);
  return { node: name, verdict, words: ROOM_WORDS[verdict], holds, orders, lacks };
}

function lacksOn(name: string, incoming: IncomingPod, { view, account }: Scene): NodeLack[] {
  const number = view.nodeNumber(name);
  const need = account.roomFor(incoming).needToAdmit(number);
  return [...need].flatMap(([resource, missing]) => {
    if (missing <= 0 || !Number.isFinite(missing)) return [];
    const text = (amount: number) => quantityText(resource, BigInt(amount));
    const free = view.column(resource)?.free[number] ?? 0;
    return {
      resource,
      asked: text(incoming.requests.get(resource) ?? 0),
      free: text(free),
      missing: text(missing),
    };
  });
}

function keepingDaemon(daemonSet: string, holds: readonly HoldState[]): KeepingDaemon {
  const ends = holds.flatMap(({ until }) => until ?? []).toSorted();
  const isKnown = ends.length === holds.length;
  return {
    daemonSet,
    nodes: holds.length,
    soonest: ends[0] ?? null,
    latest: (isKnown ? ends.at(-1) : null) ?? null,
  };
}
