/** Where a DaemonSet was waited for in vain: told once, and looked at again when its rollout goes on. */
import type { ActiveHold } from './hold-book.ts';

export type GivenUpListener = (node: string, hold: ActiveHold) => void;

const NOWHERE: ReadonlySet<string> = new Set();

export class GivenUp {
  /** By DaemonSet, the names of the nodes. */
  readonly #nodes = new Map<string, Set<string>>();
  readonly #listeners = new Set<GivenUpListener>();

  /** Returns the function that ends it. */
  subscribe(listener: GivenUpListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** The same hold is looked at again and again after its end: `before` is what was known of the node. */
  note(node: string, hold: ActiveHold, before: readonly ActiveHold[]): void {
    const { uid } = hold.daemon.daemonSet;
    this.#nodes.set(uid, (this.#nodes.get(uid) ?? new Set()).add(node));
    const known = before.find(({ daemon }) => daemon.daemonSet.uid === uid);
    // Nobody waited for a daemon that is only settling.
    if (known?.expired || hold.kind === 'settling') return;
    for (const tell of this.#listeners) tell(node, hold);
  }

  /** The nodes of a DaemonSet, which are then as if it had never been waited for. */
  take(daemonSetUid: string): ReadonlySet<string> {
    const nodes = this.#nodes.get(daemonSetUid) ?? NOWHERE;
    this.#nodes.delete(daemonSetUid);
    return nodes;
  }

  nodeGone(node: string): void {
    for (const nodes of this.#nodes.values()) nodes.delete(node);
  }

  clear(): void {
    this.#nodes.clear();
  }
}
