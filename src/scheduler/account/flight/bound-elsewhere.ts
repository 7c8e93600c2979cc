/**
 * Whether a scheduler that asks has had pods bound that nobody asked us about. While it asks us that means little: a call
 * may have come too late. After a time in which it did not, it has asked another replica, which knows what is on its way.
 */
import type { SlimPod } from '../../../cluster/records.ts';
import type { ClusterView } from '../../../cluster/view.ts';

export class BoundElsewhere {
  readonly stop: () => void;
  /** Partitions of such pods. */
  readonly #some = new Set<string>();

  /** Has to be made before whatever forgets a pod as soon as it is bound. */
  constructor(view: ClusterView, isNews: (pod: SlimPod) => boolean) {
    this.stop = view.subscribe({
      pods: (before, after) => {
        if (before?.nodeName !== '' || after === undefined || after.nodeName === '') return;
        if (!this.#some.has(before.partition) && isNews(before)) this.#some.add(before.partition);
      },
    });
  }

  /** Since the last time that this was asked. */
  take(partition: string): boolean {
    return this.#some.delete(partition);
  }
}
