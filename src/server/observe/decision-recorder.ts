/** Keeps the latest decisions of both doors for people who ask later. */
import type { AdmissionEvent } from '../../admission/door.ts';
import { shownName } from '../../admission/shown-findings.ts';
import type { SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { fullName } from '../../explain/audience.ts';
import type { DecidedCandidate, DecisionObject } from '../../explain/decisions/decision.ts';
import { DecisionRing, MOST_CANDIDATES, MOST_VICTIMS } from '../../explain/decisions/decision-ring.ts';
import { clipped } from '../../json/clipped.ts';
import { type Finding, findingText } from '../../policy/finding.ts';
import type { CandidateEvent, PodName, SchedulerObserver, VictimsEvent } from '../../scheduler/observer.ts';

/** Of all findings of a review: the first say what is wrong, and the log has the rest. */
const FINDINGS_SHOWN = 3;
const LONGEST_WORDS = 600;

/**
 * Pods that were given victims, until they are nominated. A scheduler does that within a second; one that does not, and one
 * beyond so many, evicts nobody as far as we know.
 */
const MOST_AWAITED = 500;

interface Awaited {
  readonly pod: SlimPod;
  readonly victims: ReadonlyMap<string, readonly SlimPod[]>;
}

export type DecisionObserver = Pick<SchedulerObserver, 'filtered' | 'preempted' | 'victimsGiven'>;

export class DecisionRecorder implements DecisionObserver {
  readonly ring = new DecisionRing();
  readonly #view: ClusterView;
  readonly #now: () => number;
  /** By uid of the pod that wants room, oldest first. */
  readonly #awaited = new Map<string, Awaited>();
  readonly stop: () => void;

  constructor(view: ClusterView, now: () => number) {
    this.#view = view;
    this.#now = now;
    this.stop = view.subscribe({
      pods: (before, after) => {
        if (this.#awaited.size > 0) this.#podChanged(before, after);
      },
    });
  }

  readonly filtered: SchedulerObserver['filtered'] = ({ pod, audited, nodes, example }) => {
    this.ring.add(
      {
        key: pod.uid,
        kind: 'filter',
        outcome: audited ? 'audited' : 'refused',
        object: podObject(pod),
        codes: Object.fromEntries(nodes),
        words: example,
      },
      this.#now(),
    );
  };

  readonly preempted: SchedulerObserver['preempted'] = ({ pod, audited, candidates }) => {
    const codes = Map.groupBy(candidates, ({ code }) => code);
    this.ring.add(
      {
        key: pod.uid,
        kind: 'preempt',
        outcome: audited ? 'audited' : 'changed',
        object: podObject(pod),
        codes: Object.fromEntries(Array.from(codes, ([code, of]) => [code, of.length])),
        words: candidates[0]?.why ?? '',
        candidates: candidates.slice(0, MOST_CANDIDATES).map(decidedCandidate),
      },
      this.#now(),
    );
  };

  readonly victimsGiven: SchedulerObserver['victimsGiven'] = ({ pod, candidates }: VictimsEvent) => {
    const victims = new Map(
      candidates.map(({ node, uids }) => [node, uids.flatMap((uid) => this.#view.pod(uid) ?? [])]),
    );
    this.#awaited.delete(pod.uid);
    this.#awaited.set(pod.uid, { pod, victims });
    if (this.#awaited.size > MOST_AWAITED) this.#awaited.delete(this.#awaited.keys().next().value ?? '');
  };

  /** What a review found; those that found nothing, and those that change nothing, are not remembered. */
  reviewed({ decision, dryRun, subject, kind, tenant, operation, uid, partition }: AdmissionEvent): void {
    const { denied, warned, audited } = decision;
    if (dryRun || denied.length + warned.length + audited.length === 0) return;
    const outcomes = { refused: denied, warned, audited };
    const [outcome, findings = []] = Object.entries(outcomes).find(([, found]) => found.length > 0) ?? [''];
    const object = {
      kind: shownName(kind.kind),
      namespace: shownName(subject.namespace),
      name: shownName(subject.name),
      tenant: tenant.by === 'object' ? shownName(tenant.name) : '',
      partition,
    };
    const words = findings.slice(0, FINDINGS_SHOWN).map(findingText).join('; ');
    this.ring.add(
      {
        // A pod that is still to get its name is not the same as the next one.
        key: object.name === '' ? uid : `${operation} ${object.kind} ${fullName(object)}`,
        kind: 'admission',
        outcome,
        object,
        codes: countsOf(findings),
        words: clipped(words, LONGEST_WORDS),
      },
      this.#now(),
    );
  }

  #podChanged(before: SlimPod | undefined, after: SlimPod | undefined): void {
    const uid = (after ?? before)?.uid ?? '';
    const awaited = this.#awaited.get(uid);
    if (awaited === undefined) return;
    const node = after?.nominatedNode ?? '';
    const isOver = after === undefined || after.nodeName !== '';
    if (node !== '' && node !== before?.nominatedNode) this.#evicted(awaited, node);
    else if (!isOver) return;
    this.#awaited.delete(uid);
  }

  #evicted({ pod, victims }: Awaited, node: string): void {
    const gone = victims.get(node) ?? [];
    if (gone.length === 0) return;
    const name = `${pod.namespace}/${pod.name}`;
    this.ring.add(
      {
        key: `${pod.uid} ${node}`,
        kind: 'victims',
        outcome: 'evicted',
        object: podObject(pod),
        codes: {},
        words: `the scheduler makes room on ${node} for ${name}, of priority ${pod.priority ?? 0}`,
        node,
        victims: gone.slice(0, MOST_VICTIMS).map(podObject),
      },
      this.#now(),
    );
  }
}

function podObject({ namespace, name, tenant, partition }: PodName): DecisionObject {
  return { kind: 'Pod', namespace, name, tenant, partition };
}

function decidedCandidate({ node, code, change, guarded }: CandidateEvent): DecidedCandidate {
  return { node, code, change, protected: guarded === undefined ? null : podObject(guarded) };
}

function countsOf(findings: readonly Finding[]): Record<string, number> {
  const byCode = Map.groupBy(findings, ({ code }) => code);
  return Object.fromEntries(Array.from(byCode, ([code, of]) => [code, of.length]));
}
