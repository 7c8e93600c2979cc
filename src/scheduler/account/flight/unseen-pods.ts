/** Pods in the account that the view does not have: mostly it is a moment behind, or somebody has invented them. */
import type { SlimPod } from '../../../cluster/records.ts';
import type { ClusterView } from '../../../cluster/view.ts';

/**
 * Watches are behind one another by milliseconds, and after a cut by a few seconds. Measured from what was heard and not by
 * the clock alone: while the watch is silent a pod may be as real as any other.
 */
const SHOWN_WITHIN_MS = 10_000;

/** More than the account can have in flight: beyond so many, those that have been missed longest are let go early. */
const MOST_UNSEEN = 20_000;

export class UnseenPods {
  readonly #view: ClusterView;
  /** By partition and uid: when it was first let pass, oldest first. */
  readonly #since = new Map<string, Map<string, number>>();
  readonly stop: () => void;

  constructor(view: ClusterView) {
    this.#view = view;
    this.stop = view.subscribe({
      pods: (before, after) => {
        const pod = after ?? before;
        if (pod !== undefined) this.#since.get(pod.partition)?.delete(pod.uid);
      },
    });
  }

  /** Asking again does not begin anew: who is not there does not stay by being asked about. */
  note({ uid, partition }: Pick<SlimPod, 'uid' | 'partition'>, now: number): void {
    const since = this.#since.get(partition) ?? new Map<string, number>();
    this.#since.set(partition, since);
    if (this.#view.pod(uid) === undefined && !since.has(uid)) since.set(uid, now);
  }

  /** Takes out those that should have been seen by now. A snapshot hears nothing, and so never misses one. */
  overdue(): readonly string[] {
    const found: string[] = [];
    for (const [partition, all] of this.#since) {
      const heard = this.#view.freshness('pods', partition).heardAt ?? Number.NEGATIVE_INFINITY;
      for (const [uid, since] of all) {
        if (heard - since < SHOWN_WITHIN_MS && all.size <= MOST_UNSEEN) break;
        all.delete(uid);
        found.push(uid);
      }
    }
    return found;
  }
}
