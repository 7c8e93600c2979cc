/** Of a pod with gates: whose they are, and when ours comes off. */
import type { SlimPod } from '../cluster/records.ts';
import type { TurnPlace } from '../fairness/turn-place.ts';
import type { WaitingBook } from '../fairness/waiting-book.ts';
import type { Gates } from '../kube/scheduling-gates.ts';

/** Who takes our gates off. */
export interface TurnTaking {
  readonly book: Pick<WaitingBook, 'placeOf'>;
  /** Why nobody does; null where somebody does, or that cannot be told. */
  readonly problem: string | null;
}

export interface PodTurn {
  readonly gates: Exclude<Gates, 'none'>;
  /** Null where only others have gates on it, or nobody knows the queue. */
  readonly place: TurnPlace | null;
  /** Why our gate stays on it; null where nothing is wrong. */
  readonly problem: string | null;
}

const NOBODY = 'this Daemonward writes nothing to the cluster, and takes no gates off';

/** Null for a pod without gates. `taking`: null where nobody takes gates off. */
export function podTurn(pod: SlimPod, taking: TurnTaking | null): PodTurn | null {
  const { gates = 'none' } = pod.queueing ?? {};
  if (gates === 'none') return null;
  if (gates === 'others') return { gates, place: null, problem: null };
  if (taking === null) return { gates, place: null, problem: NOBODY };
  return { gates, place: taking.book.placeOf(pod) ?? null, problem: taking.problem };
}

export function turnRemedy({ gates, problem }: PodTurn): string {
  if (gates === 'others') return 'ask whoever has put the gate there';
  return problem === null
    ? 'wait for its turn; fairness.weights gives tenants more of them'
    : 'daemonward release --all takes all gates off by hand, and daemonward doctor says more';
}
