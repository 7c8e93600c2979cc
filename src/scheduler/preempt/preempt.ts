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
import { guardiansOn } from './guardians.ts';
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

export function judgeCandidate(offered: Candidate, preemption: Preemption): CandidateResult {
  // An order may name a class that preempts, and a pod cannot say otherwise.
  if (preemption.ledger.orders.guardedBy(preemption.incoming.pod) !== undefined)
    return dropped(offered.node, 'DW505', 'the guardian of an order takes what is free, and evicts nobody');
  const guardians = guardiansInstead(offered, preemption);
  if (guardians === null) return judgeVictims(offered, preemption);
  const why = 'guardians of orders make enough room, and nobody else has to go';
  const event = { node: offered.node, code: 'DW505', change: 'other victims', why } as const;
  return { victims: guardians, event };
}

function judgeVictims(candidate: Candidate, preemption: Preemption): CandidateResult {
  const { pods } = candidate;
  const guard = guardOf(preemption);
  const guarded = pods.find((victim) => victim !== undefined && guard(victim) !== null);
  if (guarded === undefined) return judgeRoom(candidate, preemption);
  const { node } = candidate;
  const code = guard(guarded) ?? 'DW506';
  const why = whyGuarded(code, guarded, preemption);
  const { partition, namespace, tenant } = guarded;
  const about = { node, code, why, guarded: { partition, namespace, name: guarded.name, tenant } };
  const others = otherVictims(candidate, guard, preemption);
  if (others !== null) {
    return { victims: insteadOf(candidate, others), event: { ...about, change: 'other victims' } };
  }
  return isAmongOwn(candidate, preemption)
    ? judgeRoom(candidate, preemption)
    : { victims: null, event: { ...about, change: 'dropped' } };
}

function whyGuarded(code: 'DW506' | 'DW507', pod: SlimPod, { ledger }: Preemption): string {
  const name = `${pod.namespace}/${pod.name}`;
  if (code === 'DW507') return `${name} belongs to the system tenant`;
  const isGuardian = ledger.orders.guardedBy(pod) !== undefined;
  return isGuardian ? `${name} is the guardian of an order` : `${name} is a protected daemon`;
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
  const areAwaited = ledger.holdsOn(node).some(({ expired }) => !expired);
  if (pods.includes(undefined) && areAwaited && !isDaemonOfSystem(preemption)) {
    return dropped(node, 'DW506', 'a victim is not known yet, and daemons are on their way to this node');
  }
  const gone = countedOn(candidate, view);
  if (isMet(withoutPods(room.needToAdmit(number), gone))) return passes;
  return isMet(withoutPods(room.needBesideDaemons(number), gone))
    ? dropped(node, 'DW505', 'with the victims gone, the room held by an order would still keep the pod out')
    : dropped(node, 'DW504', 'with the victims gone, the room held for daemons would still keep the pod out');
}

/** Guardians as the only victims, where they are enough, beside the holds too; null when they are not, or are the victims already. */
function guardiansInstead(candidate: Candidate, preemption: Preemption): Victims | null {
  const { node, pods } = candidate;
  const { view, room, rules, incoming, ledger } = preemption;
  const pool = guardiansOn(node, incoming, view, ledger);
  if (pool.length === 0 || preemption.hasOtherNeeds()) return null;
  if (pods.every((victim) => victim !== undefined && pool.includes(victim))) return null;
  const need = room.needToFit(view.nodeNumber(node));
  const chosen = isMet(need) ? null : chooseVictims(pool, need, rules.tenantOf);
  return chosen && insteadOf(candidate, chosen.toSorted(byImportance));
}

/** Unprotected pods of the node that make as much room, those that were offered first; null when there are none. */
function otherVictims(candidate: Candidate, guard: Guard, preemption: Preemption): SlimPod[] | null {
  const { node, pods } = candidate;
  const { view, incoming, room, rules } = preemption;
  if (pods.includes(undefined) || preemption.hasOtherNeeds()) return null;
  // It may be the victim itself that keeps the pod away, and not its size.
  if (pods.some((victim) => victim?.repelsPods && guard(victim) !== null)) return null;
  const need = room.needToFit(view.nodeNumber(node));
  // Then it was not for room that the scheduler chose these; or nobody knows the node.
  if (isMet(need)) return null;
  const kept = countedOn(candidate, view).filter((victim) => guard(victim) === null);
  const pool = [...view.podsOnNode(node)].filter(
    (pod) =>
      isEvictable(pod) &&
      // A scheduler evicts pods of its own API server only.
      pod.partition === incoming.pod.partition &&
      podPriority(pod) < incoming.priority &&
      guard(pod) === null &&
      !kept.includes(pod),
  );
  const added = chooseVictims(pool, withoutPods(need, kept), rules.tenantOf);
  return added && [...kept, ...added].toSorted(byImportance);
}

function guardOf({ incoming, ledger, rules: { isSystem } }: Preemption): Guard {
  const forSystem = isSystem(incoming.pod);
  return (victim) => {
    if (ledger.daemonOf(victim) !== undefined) return 'DW506';
    // Guardians give way to those for whom they stand, and to no tenant, whatever its priority.
    if (!forSystem && ledger.orders.guardedBy(victim) !== undefined) return 'DW506';
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

/** Only what the view counts on the node becomes free when it goes: not another's, where an etcd was copied. */
function countedOn({ node, pods }: Candidate, view: ClusterView): SlimPod[] {
  const known = pods.flatMap((pod) => {
    const shown = pod && view.pod(pod.uid);
    return shown?.partition === pod?.partition ? (shown ?? []) : [];
  });
  return [...new Set(known)].filter(({ nodeName }) => nodeName === node);
}
