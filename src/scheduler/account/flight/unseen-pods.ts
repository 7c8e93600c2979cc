/** Pods in the account that the view does not have: mostly it is a moment behind, or somebody has invented them. */
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
  /** By uid: when it was first let pass, oldest first. */
  readonly #since = new Map<string, number>();
  readonly stop: () => void;

  constructor(view: ClusterView) {
    this.#view = view;
    this.stop = view.subscribe({
      pods: (before, after) => {
        if (this.#since.size > 0) this.#since.delete((after ?? before)?.uid ?? '');
      },
    });
  }

  /** Asking again does not begin anew: who is not there does not stay by being asked about. */
  note(uid: string, now: number): void {
    if (this.#view.pod(uid) === undefined && !this.#since.has(uid)) this.#since.set(uid, now);
  }

  /** Takes out those that should have been seen by now. A snapshot hears nothing, and so never misses one. */
  overdue(): readonly string[] {
    const heard = this.#view.freshness('pods').heardAt ?? Number.NEGATIVE_INFINITY;
    const found: string[] = [];
    for (const [uid, since] of this.#since) {
      const left = this.#since.size - found.length;
      if (heard - since < SHOWN_WITHIN_MS && left <= MOST_UNSEEN) break;
      found.push(uid);
    }
    for (const uid of found) this.#since.delete(uid);
    return found;
  }
}
