/** One preempt call: judges every candidate, tells what was changed, and remembers where the pod may go. */

import type { ClusterView } from '../../cluster/view.ts';
import type { Account } from '../account/account.ts';
import type { IncomingPod } from '../account/incoming-pod.ts';
import { type NodeNumbers, namesKnownNode } from '../account/named-nodes.ts';
import { roomWithoutHolds } from '../account/room.ts';
import type { SchedulerObserver } from '../observer.ts';
import type { Moment } from '../rules.ts';
import { type Candidate, type CandidateResult, judgeCandidate, type Victims } from './preempt.ts';

export interface PreemptCallParts {
  readonly account: Account;
  readonly observer: SchedulerObserver;
}

export function createPreemptCall({ account, observer }: PreemptCallParts) {
  const { view, ledger } = account;
  return (
    incoming: IncomingPod,
    candidates: readonly Candidate[],
    hasOtherNeeds: () => boolean,
    { rules, now, behind }: Moment,
  ): readonly Victims[] => {
    // The scheduler asks only when it has candidates: whoever has none changes nothing of what is known of that pod.
    if (candidates.length === 0) return [];
    const { pod } = incoming;
    const { headroom, preempt } = rules.settings;
    const waits = ledger.daemonOf(pod) === undefined && account.passingRefusals.take(pod.uid, now);
    const offered = numbersOf(candidates, view);
    const isReal = namesKnownNode(offered);
    // It was let pass once, was not bound, and needs room now.
    if (isReal) account.leave(incoming);
    // The filter refuses nobody unless it enforces the holds, so only then do they count here.
    const room = headroom.mode === 'enforce' ? account.roomFor(incoming) : roomWithoutHolds(incoming, view);
    const preemption = { view, ledger, rules, incoming, room, hasOtherNeeds };
    const results = candidates.map((candidate) => {
      const partition = view.node(candidate.node)?.partition ?? '';
      if (behind?.has(partition)) {
        observer.passedNodes('preempt', partition, 1);
        return { victims: candidate, event: null };
      }
      return waits ? notNow(candidate) : judgeCandidate(candidate, preemption);
    });
    const audited = preempt.mode === 'audit';
    const changed = results.flatMap(({ event }) => event ?? []);
    if (changed.length > 0)
      observer.preempted({ pod, audited, candidates: changed }, () => rules.tenantOf(pod));
    const answer = audited ? candidates : results.flatMap(({ victims }) => victims ?? []);
    if (answer.length > 0) observer.victimsGiven({ pod, candidates: answer });
    // One of these nodes is the pod's as soon as the victims are gone: until it is seen bound, it is on its account. A
    // daemon's room is held anyhow.
    if (isReal && ledger.daemonOf(pod) === undefined) {
      const nodes = numbersOf(answer, view);
      account.enter(incoming, nodes, new Uint8Array(nodes.count).fill(1), now);
      account.inFlight.expectNomination(pod.uid);
    }
    return answer;
  };
}

function numbersOf(candidates: readonly { readonly node: string }[], view: ClusterView): NodeNumbers {
  return { count: candidates.length, numbers: candidates.map(({ node }) => view.nodeNumber(node)) };
}

/** What kept the pod out will be gone when it is asked about again: whoever is evicted now is evicted in vain. */
function notNow({ node }: Candidate): CandidateResult {
  const why = 'the pod was kept out only by pods that are on their way, or by a node that is not known yet';
  return { victims: null, event: { node, code: 'DW504', change: 'dropped', why } };
}
