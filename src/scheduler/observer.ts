/** What the extender tells of its decisions; somebody else counts and logs. */
import type { SlimPod } from '../cluster/records.ts';
import type { SchedulingCode } from '../policy/reasons.ts';
import type { LeftBy } from './account/flight/in-flight.ts';

/** What is asked: by a scheduler, and `resize` by the API server. */
export type Verb = 'filter' | 'prioritize' | 'preempt' | 'resize';

/** Why everything was passed through undecided. */
export type PassedThrough = 'unsynced' | 'stale';

/** Nodes refused, or that would have been, in one filter call. */
export interface FilterEvent {
  readonly pod: SlimPod;
  readonly audited: boolean;
  readonly nodes: ReadonlyMap<SchedulingCode, number>;
  /** The words for one of them. */
  readonly example: string;
}

/** One candidate of a preemption that was, or would have been, dropped or given other victims. */
export interface CandidateEvent {
  readonly node: string;
  readonly code: SchedulingCode;
  readonly change: 'dropped' | 'other victims';
  readonly why: string;
  /** The pod that is not evicted, where it is for its sake. */
  readonly guarded?: PodName;
}

export type PodName = Pick<SlimPod, 'partition' | 'namespace' | 'name' | 'tenant'>;

export interface PreemptEvent {
  readonly pod: SlimPod;
  readonly audited: boolean;
  readonly candidates: readonly CandidateEvent[];
}

/** What a scheduler was answered: on one of these nodes it evicts these pods, and puts the pod there. */
export interface VictimsEvent {
  readonly pod: SlimPod;
  readonly candidates: readonly { readonly node: string; readonly uids: readonly string[] }[];
}

export interface SchedulerObserver {
  /** A scheduler's call that could be read: how many nodes, or candidates, it names. */
  asked(verb: Exclude<Verb, 'resize'>, nodes: number): void;
  passedThrough(verb: Verb, reason: PassedThrough): void;
  /** `tenant` says whose the pod is: asked only when it is to be told, which is seldom. */
  filtered(event: FilterEvent, tenant: () => string): void;
  preempted(event: PreemptEvent, tenant: () => string): void;
  /** Some candidates are left, changed or not. */
  victimsGiven(event: VictimsEvent): void;
  doubtfulNodes(outcome: 'refused' | 'passed', count: number): void;
  /** Nodes, or candidates, of a resource partition that is behind were let pass undecided. */
  passedNodes(verb: 'filter' | 'preempt', partition: string, count: number): void;
  leftFlight(by: LeftBy): void;
  /** A scheduler told the node of a pod that was in flight, or of another. */
  witnessed(inFlight: boolean): void;
}

/** Where nobody counts: no scheduler calls, or too often for anything to be kept. */
export const UNOBSERVED: SchedulerObserver = {
  asked: () => {},
  passedThrough: () => {},
  filtered: () => {},
  preempted: () => {},
  victimsGiven: () => {},
  doubtfulNodes: () => {},
  passedNodes: () => {},
  leftFlight: () => {},
  witnessed: () => {},
};
