/** Who may be evicted: candidates without protected victims pass, others get better victims or are dropped. */
import type { SlimPod } from '../cluster/records.ts';
import { type ClusterView, NO_NODE } from '../cluster/view.ts';
import type { HoldLedger } from '../daemons/hold-ledger.ts';
import type { SchedulingCode } from '../policy/reasons.ts';
import { type Asking, againstHolds, asNumbers } from './asking.ts';
import type { InFlightPods } from './in-flight.ts';
import type { CandidateEvent } from './observer.ts';
import type { Victims, VictimsOfNode } from './preemption-wire.ts';
import type { Taken } from './room.ts';
import type { SchedulingAtWork } from './settings.ts';
import {
  byImportance,
  chooseVictims,
  isEvictable,
  isMet,
  type Need,
  priorityOf,
  withoutPods,
} from './victims.ts';

export interface Preemption {
  readonly view: ClusterView;
  readonly ledger: HoldLedger;
  readonly inFlight: InFlightPods;
  readonly taken: readonly Taken[];
  readonly atWork: SchedulingAtWork;
  /** The pod that wants room. */
  readonly asking: Asking;
  /** Something else than room may have kept it out. */
  hasOtherNeeds(): boolean;
  /** A victim by its place in the list, or undefined when nobody knows it yet. */
  victimAt(candidate: VictimsOfNode, index: number): SlimPod | undefined;
}

export interface Ruling {
  /** Null: the node is no candidate. */
  readonly victims: Victims | null;
  readonly event: CandidateEvent | null;
}

type Guard = (victim: SlimPod) => 'DW506' | 'DW507' | null;

export function ruleOnCandidate(candidate: VictimsOfNode, preemption: Preemption): Ruling {
  const guard = guardOf(preemption);
  const offered = candidate.uids.map((_, index) => preemption.victimAt(candidate, index));
  const guarded = offered.find((victim) => victim !== undefined && guard(victim) !== null);
  if (guarded === undefined) return ruleOnRoom(candidate, offered, preemption);
  const { node, pdbViolations } = candidate;
  const code = guard(guarded) ?? 'DW506';
  const name = `${guarded.namespace}/${guarded.name}`;
  const why = code === 'DW506' ? `${name} is a protected daemon` : `${name} belongs to the system tenant`;
  const others = otherVictims(node, offered, guard, preemption);
  if (others !== null) {
    const uids = others.map(({ uid }) => uid);
    return {
      victims: { node, uids, pdbViolations: withUnweighed(pdbViolations, uids, candidate) },
      event: { node, code, change: 'other victims', why },
    };
  }
  // Among the daemons themselves priority decides, where nobody else can make room.
  const amongDaemons =
    isDaemon(preemption) && offered.every((victim) => !victim || guard(victim) !== 'DW507');
  return amongDaemons ? { victims: candidate, event: null } : dropped(node, code, why);
}

/** The scheduler has not weighed the budgets of other victims: each may break one, so that other nodes come first. */
function withUnweighed(violations: string, uids: readonly string[], offered: VictimsOfNode): string {
  const added = uids.filter((uid) => !offered.uids.includes(uid)).length;
  return String(BigInt.asIntN(INT64_BITS, BigInt(violations) + BigInt(added)));
}

/** Go reads it into so many. */
const INT64_BITS = 64;

/** All victims may be evicted: but would the filter then let the pod in? */
function ruleOnRoom(
  candidate: VictimsOfNode,
  offered: readonly (SlimPod | undefined)[],
  preemption: Preemption,
): Ruling {
  const { node } = candidate;
  const { asking, ledger, view, atWork } = preemption;
  const { amounts } = ledger;
  const number = view.nodeNumber(node);
  const passes: Ruling = { victims: candidate, event: null };
  if (number === NO_NODE) return passes;
  // On a node whose daemons are on their way, a pod that we have not seen yet may well be one of them.
  const isMarked = amounts.isMarked(amounts.lowestLevel, number);
  if (offered.includes(undefined) && isMarked && !isDaemon(preemption)) {
    return dropped(node, 'DW506', 'a victim is not known yet, and daemons are on their way to this node');
  }
  const level = amounts.levelFor(againstHolds(asking, ledger).priority);
  if (atWork.settings.headroom.mode !== 'enforce' || !amounts.isMarked(level, number)) return passes;
  const need = [...needOn(number, preemption)].filter(([resource]) => amounts.held(level, resource));
  return isMet(withoutPods(new Map(need), countedOn(node, offered, view)))
    ? passes
    : dropped(node, 'DW504', 'with the victims gone, the room held for daemons would still keep the pod out');
}

/** Unprotected pods of the node that make as much room, those that were offered first; null when there are none. */
function otherVictims(
  node: string,
  offered: readonly (SlimPod | undefined)[],
  guard: Guard,
  preemption: Preemption,
): SlimPod[] | null {
  const { view, asking } = preemption;
  const number = view.nodeNumber(node);
  if (number === NO_NODE || offered.includes(undefined) || preemption.hasOtherNeeds()) return null;
  // It may be the victim itself that keeps the pod away, and not its size.
  if (offered.some((victim) => victim?.repelsPods && guard(victim) !== null)) return null;
  const need = needOn(number, preemption);
  // Then it was not for room that the scheduler chose these.
  if (isMet(need)) return null;
  const kept = countedOn(node, offered, view).filter((victim) => guard(victim) === null);
  const pool = [...view.podsOnNode(node)].filter(
    (pod) =>
      isEvictable(pod) && priorityOf(pod) < asking.priority && guard(pod) === null && !kept.includes(pod),
  );
  const added = chooseVictims(pool, withoutPods(need, kept));
  if (added === null || kept.length + added.length === 0) return null;
  return [...kept, ...added].toSorted(byImportance);
}

/** Which code speaks for a victim. */
function guardOf({ asking: { pod }, ledger, atWork: { isSystem } }: Preemption): Guard {
  const forSystem = isSystem(pod);
  return (victim) => {
    if (ledger.daemonOf(victim) !== undefined) return 'DW506';
    return !forSystem && isSystem(victim) ? 'DW507' : null;
  };
}

/** A daemon of those that are protected. */
function isDaemon({ ledger, asking: { pod } }: Preemption): boolean {
  return ledger.daemonOf(pod) !== undefined;
}

function dropped(node: string, code: SchedulingCode, why: string): Ruling {
  return { victims: null, event: { node, code, change: 'dropped', why } };
}

/** Only what the view counts on the node becomes free when it goes. */
function countedOn(node: string, pods: readonly (SlimPod | undefined)[], view: ClusterView): SlimPod[] {
  const known = pods.flatMap((pod) => (pod && view.pod(pod.uid)) ?? []);
  return [...new Set(known)].filter(({ nodeName }) => nodeName === node);
}

/** What has to become free before the filter lets the pod in. What no node declares, the scheduler does not count. */
function needOn(node: number, preemption: Preemption): Need {
  const { view, inFlight, atWork } = preemption;
  const { amounts } = preemption.ledger;
  const asking = againstHolds(preemption.asking, preemption.ledger);
  const level = amounts.levelFor(asking.priority);
  const keepsOut = atWork.settings.headroom.mode === 'enforce';
  return new Map(
    asNumbers(asking.requests).flatMap(([resource, request]) => {
      const free = view.column(resource)?.free[node];
      if (free === undefined) return [];
      const held = keepsOut ? (amounts.held(level, resource)?.[node] ?? 0) : 0;
      const passed = keepsOut ? (inFlight.amounts(resource)?.[node] ?? 0) : 0;
      const taken = keepsOut ? preemption.taken.map((other) => other.beside(node, resource, asking)) : [];
      const beside = taken.reduce((sum, amount) => sum + amount, 0);
      return [[resource, request + held + passed + beside - free] as const];
    }),
  );
}
