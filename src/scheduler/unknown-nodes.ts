/**
 * Nodes that the scheduler names and the view does not have. A new node is exactly where daemons lose the race, so for
 * a moment the answer is "not now"; a node that the view never learns of must not stay shut.
 */
import type { ClusterView } from '../cluster/view.ts';

/** Watches are behind one another by milliseconds; when a watch has to be opened anew, by seconds. */
const DOUBT_MS = 5_000;

/** Nobody has so many nodes that we do not know; beyond, they pass. */
const MOST_NAMES = 10_000;

export class UnknownNodes {
  readonly #view: ClusterView;
  readonly #unsubscribe: () => void;
  /** When each was first asked about. */
  readonly #since = new Map<string, number>();

  constructor(view: ClusterView) {
    this.#view = view;
    this.#unsubscribe = view.subscribe({
      nodes: (_before, after) => {
        if (after !== undefined && this.#since.size > 0) this.#since.delete(after.name);
      },
    });
  }

  stop(): void {
    this.#unsubscribe();
  }

  /** A snapshot does not learn: what is not in it passes at once. */
  isDoubtful(name: string, now: number): boolean {
    if (this.#view.source.kind === 'snapshot') return false;
    const since = this.#since.get(name);
    if (since !== undefined) return now - since < DOUBT_MS;
    if (this.#since.size >= MOST_NAMES) return false;
    this.#since.set(name, now);
    return true;
  }
}
