/** A decision that was made, as it is remembered for people. */

const DECISION_KINDS = ['filter', 'preempt', 'victims', 'admission'] as const;

/**
 * `filter`: nodes were refused to a pod. `preempt`: candidates were dropped, or given other victims. `victims`: pods that a
 * scheduler evicts for another. `admission`: an object was refused, or warned of.
 */
export type DecisionKind = (typeof DECISION_KINDS)[number];

export interface DecisionObject {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  /** Arktos only; otherwise empty. */
  readonly tenant: string;
  /** Where the cluster has several API servers; otherwise empty. */
  readonly partition: string;
}

/** One candidate of a preemption. */
export interface DecidedCandidate {
  readonly node: string;
  readonly code: string;
  readonly change: string;
  /** The pod that was not evicted. */
  readonly protected: DecisionObject | null;
}

export interface Decision {
  /** Grows by one with each news; a decision that is made again gets a new one. */
  readonly sequence: number;
  /** ISO 8601. */
  readonly first: string;
  readonly last: string;
  readonly times: number;
  readonly kind: DecisionKind;
  /** `refused`, `audited`, `warned`, `evicted`, … */
  readonly outcome: string;
  /** Whom it is about. */
  readonly object: DecisionObject;
  /** By code, how many nodes, candidates or findings the last time. */
  readonly codes: Readonly<Record<string, number>>;
  readonly words: string;
  readonly candidates: readonly DecidedCandidate[];
  /** Where it is about one node. */
  readonly node: string | null;
  /** Of `victims`: who is evicted. */
  readonly victims: readonly DecisionObject[];
}

/** All that it names. */
export function objectsOf({ object, victims, candidates }: Decision): readonly DecisionObject[] {
  return [object, ...victims, ...candidates.flatMap((candidate) => candidate.protected ?? [])];
}

export function isAbout(
  decision: Decision,
  { kind, namespace, name, tenant, partition }: DecisionObject,
): boolean {
  return objectsOf(decision).some(
    (object) =>
      object.kind === kind &&
      object.name === name &&
      object.namespace === namespace &&
      object.tenant === tenant &&
      object.partition === partition,
  );
}
