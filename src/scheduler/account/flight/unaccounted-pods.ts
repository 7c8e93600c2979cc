/**
 * Pods that a scheduler may have placed while nobody kept the account: before this process started, while its view could
 * not be relied on, or while the mode was off. Its client sends 50 bindings a second unless told otherwise, so hundreds may
 * still be on their way, to nobody knows where. Until they have arrived, room that is kept for daemons is given to nobody.
 */
import type { ClusterView } from '../../../cluster/view.ts';
import type { HoldLedger } from '../../../headroom/hold-ledger.ts';

/** While bindings come, they come every few milliseconds: after so long without one, whoever waits was not placed. */
const SILENCE_MS = 3_000;

/** Whatever comes, tenants are not kept waiting for longer. */
const LONGEST_MS = 60_000;

export class UnaccountedPods {
  readonly #view: ClusterView;
  readonly #ledger: HoldLedger;
  readonly stop: () => void;
  readonly #uids = new Set<string>();
  #began = Number.NEGATIVE_INFINITY;
  #lastBound = Number.NEGATIVE_INFINITY;
  #isProgress = false;

  constructor(view: ClusterView, ledger: HoldLedger) {
    this.#view = view;
    this.#ledger = ledger;
    this.stop = view.subscribe({
      pods: (before, after) => {
        if (this.#uids.size === 0 || (after !== undefined && after.nodeName === '')) return;
        if (this.#uids.delete((after ?? before)?.uid ?? '') && after !== undefined) this.#isProgress = true;
      },
    });
  }

  /**
   * The account is kept from now on. The room of daemons is held anyway; in a snapshot nobody is ever bound. A nominated pod
   * counts where it was meant to go, and may have gone elsewhere. Those of other partitions stay as they are.
   */
  begin(now: number, partition = ''): void {
    for (const uid of this.#uids) {
      if ((this.#view.pod(uid)?.partition ?? partition) === partition) this.#uids.delete(uid);
    }
    this.#isProgress = false;
    if (this.#view.source.kind === 'snapshot') return;
    for (const pod of this.#view.unboundPods()) {
      if (pod.partition === partition && this.#ledger.daemonOf(pod) === undefined) this.#uids.add(pod.uid);
    }
    this.#began = now;
    this.#lastBound = now;
  }

  has(uid: string): boolean {
    return this.#uids.has(uid);
  }

  /** The pod has been asked about, or its node was told: it is accounted for. */
  account(uid: string): void {
    this.#uids.delete(uid);
  }

  /** Some may be on their way. */
  areExpected(now: number): boolean {
    if (this.#uids.size === 0) return false;
    if (this.#isProgress) this.#lastBound = now;
    this.#isProgress = false;
    if (now - this.#lastBound < SILENCE_MS && now - this.#began < LONGEST_MS) return true;
    this.#uids.clear();
    return false;
  }
}
