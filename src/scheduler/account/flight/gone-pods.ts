/** UIDs of pods that have gone: a scheduler may still ask about one, and nobody would ever take it off the account again. */
import type { ClusterView } from '../../../cluster/view.ts';
import { oldestOf } from '../refusals.ts';

/** More than go while a call about one of them is on its way. */
const MOST_GONE = 1_000;

export class GonePods {
  readonly #uids = new Set<string>();
  readonly stop: () => void;

  constructor(view: ClusterView) {
    this.stop = view.subscribe({
      pods: (before, after) => {
        if (before === undefined || after !== undefined) return;
        this.#uids.add(before.uid);
        if (this.#uids.size > MOST_GONE) this.#uids.delete(oldestOf(this.#uids));
      },
    });
  }

  has(uid: string): boolean {
    return this.#uids.has(uid);
  }
}
