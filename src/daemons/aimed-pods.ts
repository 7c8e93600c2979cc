/** The pods that wait for a node and were made for just that one, by that node. */
import type { SlimPod } from '../cluster/records.ts';
import { targetNode } from './target-node.ts';

const NONE: ReadonlySet<SlimPod> = new Set();

export class AimedPods {
  readonly #byNode = new Map<string, Set<SlimPod>>();

  /** The node whose pods have changed by this, or null. */
  add(pod: SlimPod): string | null {
    const target = aimOf(pod);
    if (target === null) return null;
    const others = this.#byNode.get(target);
    if (others) others.add(pod);
    else this.#byNode.set(target, new Set([pod]));
    return target;
  }

  remove(pod: SlimPod): string | null {
    const target = aimOf(pod);
    const others = target === null ? undefined : this.#byNode.get(target);
    if (target === null || others === undefined) return null;
    others.delete(pod);
    if (others.size === 0) this.#byNode.delete(target);
    return target;
  }

  at(node: string): ReadonlySet<SlimPod> {
    return this.#byNode.get(node) ?? NONE;
  }
}

function aimOf({ nodeName, owner, placement }: SlimPod): string | null {
  return nodeName === '' && owner !== undefined && placement ? targetNode(placement) : null;
}
