/** Pods that wait to be bound, by the node that they are meant for. */
import type { SlimPod } from '../cluster/records.ts';

const NONE: ReadonlySet<SlimPod> = new Set();

export class PodsByNode {
  readonly #byNode = new Map<string, Set<SlimPod>>();
  readonly #nodeOf: (pod: SlimPod) => string | null;

  /** Null stands for pods that are meant for no node in particular, which are left out. */
  constructor(nodeOf: (pod: SlimPod) => string | null) {
    this.#nodeOf = nodeOf;
  }

  get size(): number {
    return this.#byNode.size;
  }

  at(node: string): ReadonlySet<SlimPod> {
    return this.#byNode.get(node) ?? NONE;
  }

  /** The node whose pods have changed by this, or null. */
  add(pod: SlimPod): string | null {
    const node = this.#nodeOf(pod);
    if (node !== null) this.#byNode.set(node, (this.#byNode.get(node) ?? new Set()).add(pod));
    return node;
  }

  remove(pod: SlimPod): string | null {
    const node = this.#nodeOf(pod);
    const others = node === null ? undefined : this.#byNode.get(node);
    if (node === null || others === undefined) return null;
    others.delete(pod);
    if (others.size === 0) this.#byNode.delete(node);
    return node;
  }
}
