/** Who may be evicted: candidates without protected victims pass, others get better victims or are dropped. */
import type { SlimPod } from '../../cluster/records.ts';
import { type ClusterView, NO_NODE } from '../../cluster/view.ts';
import type { HoldLedger } from '../../headroom/hold-ledger.ts';
import { podPriority } from '../../kube/priority.ts';
import type { SchedulingCode } from '../../policy/reasons.ts';
import type { IncomingPod } from '../account/incoming-pod.ts';
import type { Room } from '../account/room.ts';
import type { CandidateEvent } from '../observer.ts';
import type { SchedulingRules } from '../rules.ts';
import { byImportance, chooseVictims, isEvictable, isMet, withoutPods } from './victims.ts';

/** Who is evicted on one node. */
export interface Victims {
  readonly node: string;
  readonly uids: readonly string[];
  readonly pdbViolations: bigint;
}

export interface Candidate extends Victims {
  /** Whose the UIDs are; undefined where nobody knows the pod yet. */
  readonly pods: readonly (SlimPod | undefined)[];
}

export interface Preemption {
  readonly view: ClusterView;
  readonly ledger: HoldLedger;
  readonly rules: SchedulingRules;
  /** The pod that wants room, and what is left for it. */
  readonly incoming: IncomingPod;
  readonly room: Room;
  /** Something else than room may have kept it out. */
  hasOtherNeeds(): boolean;
}

export interface CandidateResult {
  /** Null: the node is no candidate. */
  readonly victims: Victims | null;
  /** Null: nothing was changed. */
  readonly event: CandidateEvent | null;
}

/** The code that speaks for a victim, if one does. */
type Guard = (victim: SlimPod) => 'DW506' | 'DW507' | null;

export function judgeCandidate(candidate: Candidate, preemption: Preemption): CandidateResult {
  const { pods } = candidate;
  const guard = guardOf(preemption);
  const guarded = pods.find((victim) => victim !== undefined && guard(victim) !== null);
  if (guarded === undefined) return judgeRoom(candidate, preemption);
  const { node } = candidate;
  const code = guard(guarded) ?? 'DW506';
  const name = `${guarded.namespace}/${guarded.name}`;
  const why = code === 'DW506' ? `${name} is a protected daemon` : `${name} belongs to the system tenant`;
  const { namespace, tenant } = guarded;
  const about = { node, code, why, guarded: { namespace, name: guarded.name, tenant } };
  const others = otherVictims(candidate, guard, preemption);
  if (others !== null) {
    return { victims: insteadOf(candidate, others), event: { ...about, change: 'other victims' } };
  }
  return isAmongOwn(candidate, preemption)
    ? judgeRoom(candidate, preemption)
    : { victims: null, event: { ...about, change: 'dropped' } };
}

/**
 * Among the system's own, CoreDNS against a daemon of priority 0, priority decides where nobody else can make room. A daemon
 * of a tenant that is protected is a tenant all the same.
 */
function isAmongOwn({ pods }: Candidate, { incoming, rules }: Preemption): boolean {
  const isLower = (victim: SlimPod | undefined) => !victim || podPriority(victim) < incoming.priority;
  return rules.isSystem(incoming.pod) && pods.every(isLower);
}

/** The scheduler has not weighed the budgets of other victims: each may break one, so that other nodes come first. */
function insteadOf({ node, uids, pdbViolations }: Candidate, others: readonly SlimPod[]): Victims {
  const unweighed = others.filter(({ uid }) => !uids.includes(uid)).length;
  return {
    node,
    uids: others.map(({ uid }) => uid),
    pdbViolations: pdbViolations + BigInt(unweighed),
  };
}

/** All victims may be evicted: but would the filter then let the pod in? */
function judgeRoom(candidate: Candidate, preemption: Preemption): CandidateResult {
  const { node, pods } = candidate;
  const { ledger, view, room } = preemption;
  const passes: CandidateResult = { victims: candidate, event: null };
  const number = view.nodeNumber(node);
  if (number === NO_NODE) return passes;
  // On a node whose daemons are on their way, a pod that we have not seen yet may well be one of them.
  const isMarked = ledger.amounts.isMarked(ledger.amounts.lowestLevel, number);
  if (pods.includes(undefined) && isMarked && !isDaemonOfSystem(preemption)) {
    return dropped(node, 'DW506', 'a victim is not known yet, and daemons are on their way to this node');
  }
  return isMet(withoutPods(room.needToAdmit(number), countedOn(candidate, view)))
    ? passes
    : dropped(node, 'DW504', 'with the victims gone, the room held for daemons would still keep the pod out');
}

/** Unprotected pods of the node that make as much room, those that were offered first; null when there are none. */
function otherVictims(candidate: Candidate, guard: Guard, preemption: Preemption): SlimPod[] | null {
  const { node, pods } = candidate;
  const { view, incoming, room, rules } = preemption;
  const number = view.nodeNumber(node);
  if (number === NO_NODE || pods.includes(undefined) || preemption.hasOtherNeeds()) return null;
  // It may be the victim itself that keeps the pod away, and not its size.
  if (pods.some((victim) => victim?.repelsPods && guard(victim) !== null)) return null;
  const need = room.needToFit(number);
  // Then it was not for room that the scheduler chose these.
  if (isMet(need)) return null;
  const kept = countedOn(candidate, view).filter((victim) => guard(victim) === null);
  const pool = [...view.podsOnNode(node)].filter(
    (pod) =>
      isEvictable(pod) && podPriority(pod) < incoming.priority && guard(pod) === null && !kept.includes(pod),
  );
  const added = chooseVictims(pool, withoutPods(need, kept), rules.tenantOf);
  if (added === null || kept.length + added.length === 0) return null;
  return [...kept, ...added].toSorted(byImportance);
}

function guardOf({ incoming, ledger, rules: { isSystem } }: Preemption): Guard {
  const forSystem = isSystem(incoming.pod);
  return (victim) => {
    if (ledger.daemonOf(victim) !== undefined) return 'DW506';
    return !forSystem && isSystem(victim) ? 'DW507' : null;
  };
}

/** It may evict whoever is below it. */
function isDaemonOfSystem({ ledger, rules, incoming }: Preemption): boolean {
  return ledger.daemonOf(incoming.pod) !== undefined && rules.isSystem(incoming.pod);
}

function dropped(node: string, code: SchedulingCode, why: string): CandidateResult {
  return { victims: null, event: { node, code, change: 'dropped', why } };
}

/** Only what the view counts on the node becomes free when it goes. */
function countedOn({ node, pods }: Candidate, view: ClusterView): SlimPod[] {
  const known = pods.flatMap((pod) => (pod && view.pod(pod.uid)) ?? []);
  return [...new Set(known)].filter(({ nodeName }) => nodeName === node);
}
