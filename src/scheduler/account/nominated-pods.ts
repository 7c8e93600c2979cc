/** Pods for which a scheduler has made room on a node, by eviction, and which it has not bound there yet. */
import type { ClusterView } from '../../cluster/view.ts';
import type { HoldLedger } from '../../headroom/hold-ledger.ts';
import { PodsByNode } from '../../headroom/pods-by-node.ts';
import type { InFlightPods } from './in-flight.ts';
import { type IncomingPod, incomingPod } from './incoming-pod.ts';
import type { TakenRoom } from './room.ts';

/** The scheduler keeps that room free for them from pods of at most their priority: so do the holds. */
export class NominatedPods implements TakenRoom {
  readonly #view: ClusterView;
  readonly #ledger: HoldLedger;
  readonly #inFlight: InFlightPods;
  readonly #byNode = new PodsByNode(({ nominatedNode }) => nominatedNode || null);
  readonly stop: () => void;

  constructor(view: ClusterView, ledger: HoldLedger, inFlight: InFlightPods) {
    this.#view = view;
    this.#ledger = ledger;
    this.#inFlight = inFlight;
    for (const pod of view.unboundPods()) this.#byNode.add(pod);
    this.stop = view.subscribe({
      pods: (before, after) => {
        if (before !== undefined) this.#byNode.remove(before);
        if (after !== undefined) this.#byNode.add(after);
      },
    });
  }

  get size(): number {
    return this.#byNode.size;
  }

  /** Those in flight are counted there, and daemons by their holds. */
  on(node: number, resource: string, incoming: IncomingPod): number {
    let sum = 0;
    for (const pod of this.#byNode.at(this.#view.nodeAt(node)?.name ?? '')) {
      const { priority, requests } = incomingPod(pod);
      if (pod.uid === incoming.pod.uid || priority < incoming.priority) continue;
      if (this.#inFlight.has(pod.uid) || this.#ledger.daemonOf(pod) !== undefined) continue;
      sum += requests.get(resource) ?? 0;
    }
    return sum;
  }
}
