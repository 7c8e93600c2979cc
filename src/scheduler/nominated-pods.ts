/** Pods for which a scheduler has made room on a node, by eviction, and which it has not bound there yet. */
import type { SlimPod } from '../cluster/records.ts';
import type { ClusterView } from '../cluster/view.ts';
import type { HoldLedger } from '../daemons/hold-ledger.ts';
import { type Asking, askingOf, asNumbers } from './asking.ts';
import type { InFlightPods } from './in-flight.ts';
import type { Taken } from './room.ts';

interface Nominated {
  readonly priority: number;
  readonly requests: ReadonlyMap<string, number>;
}

/** The scheduler keeps that room free for them from pods of at most their priority: so do the holds. */
export class NominatedPods implements Taken {
  readonly #view: ClusterView;
  readonly #ledger: HoldLedger;
  readonly #inFlight: InFlightPods;
  readonly #unsubscribe: () => void;
  /** What each asks for is worked out once: it is asked for again and again, on every node with a hold. */
  readonly #byNode = new Map<string, Map<SlimPod, Nominated>>();

  constructor(view: ClusterView, ledger: HoldLedger, inFlight: InFlightPods) {
    this.#view = view;
    this.#ledger = ledger;
    this.#inFlight = inFlight;
    for (const pod of view.unboundPods()) this.#add(pod);
    this.#unsubscribe = view.subscribe({
      pods: (before, after) => {
        if (before !== undefined) this.#remove(before);
        if (after !== undefined) this.#add(after);
      },
    });
  }

  stop(): void {
    this.#unsubscribe();
  }

  get size(): number {
    return this.#byNode.size;
  }

  /** Those in flight are counted there, and daemons by their holds. */
  beside(node: number, resource: string, asking: Asking): number {
    const pods = this.#byNode.get(this.#view.nodeAt(node)?.name ?? '');
    let sum = 0;
    for (const [pod, { priority, requests }] of pods ?? []) {
      if (pod.uid === asking.pod.uid || priority < asking.priority) continue;
      if (this.#inFlight.has(pod.uid) || this.#ledger.daemonOf(pod) !== undefined) continue;
      sum += requests.get(resource) ?? 0;
    }
    return sum;
  }

  #add(pod: SlimPod): void {
    if (pod.nominatedNode === '') return;
    const { priority, requests } = askingOf(pod);
    const others = this.#byNode.get(pod.nominatedNode) ?? new Map<SlimPod, Nominated>();
    others.set(pod, { priority, requests: new Map(asNumbers(requests)) });
    this.#byNode.set(pod.nominatedNode, others);
  }

  #remove(pod: SlimPod): void {
    const others = this.#byNode.get(pod.nominatedNode);
    others?.delete(pod);
    if (others?.size === 0) this.#byNode.delete(pod.nominatedNode);
  }
}
