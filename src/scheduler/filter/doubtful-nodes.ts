/**
 * Nodes of which the scheduler knows more than the view: it names one that the view does not have, or offers one that by
 * the view repels the pod. A node that is new or has just started is exactly where daemons lose the race, so for a moment
 * the answer is "not now"; but a node of which the view never learns must not stay shut.
 */
import type { SlimNode, SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { REPELLING_EFFECTS, untoleratedTaint } from '../../kube/matching/taints.ts';

/** Watches are behind one another by milliseconds; when a watch has to be opened anew, by seconds. */
const DOUBT_MS = 5_000;

/** A name that was not asked about for so long begins anew: its node may have gone and come back. */
const FORGOTTEN_MS = 60_000;

/** Nobody has so many nodes that we do not know; beyond, they pass. */
const MOST_NAMES = 10_000;

interface Doubt {
  readonly since: number;
  /** When it was last asked about. */
  last: number;
}

export class DoubtfulNodes {
  readonly #view: ClusterView;
  readonly stop: () => void;
  readonly #doubts = new Map<string, Doubt>();
  /** 1 where some taint keeps pods away, by node number: most nodes have none, and need no second look. */
  #tainted = new Uint8Array(0);

  constructor(view: ClusterView) {
    this.#view = view;
    for (const node of view.nodes()) this.#note(node);
    this.stop = view.subscribe({
      nodes: (before, after) => {
        if (after !== undefined) this.#note(after);
        if (this.#doubts.size > 0) this.#doubts.delete((after ?? before)?.name ?? '');
      },
    });
  }

  /** A snapshot does not learn: what is not in it passes at once. */
  isInDoubt(name: string, now: number): boolean {
    if (this.#view.source.kind === 'snapshot') return false;
    const known = this.#doubts.get(name);
    if (known !== undefined && now - known.last < FORGOTTEN_MS) {
      known.last = now;
      return now - known.since < DOUBT_MS;
    }
    if (this.#doubts.size >= MOST_NAMES) this.#forget(now);
    if (this.#doubts.size >= MOST_NAMES) return false;
    this.#doubts.set(name, { since: now, last: now });
    return true;
  }

  /** By the view the node repels the pod. The scheduler would not offer it, were the taint not gone by now. */
  isBehind(number: number, { placement }: SlimPod): boolean {
    if (this.#tainted[number] !== 1) return false;
    const taints = this.#view.nodeAt(number)?.taints;
    return untoleratedTaint(taints, placement?.tolerations, REPELLING_EFFECTS) !== null;
  }

  #forget(now: number): void {
    for (const [name, { last }] of this.#doubts) if (now - last >= FORGOTTEN_MS) this.#doubts.delete(name);
  }

  #note({ name, taints }: SlimNode): void {
    const number = this.#view.nodeNumber(name);
    if (number >= this.#tainted.length) {
      const grown = new Uint8Array(this.#view.nodeCapacity);
      grown.set(this.#tainted);
      this.#tainted = grown;
    }
    this.#tainted[number] = untoleratedTaint(taints, [], REPELLING_EFFECTS) === null ? 0 : 1;
  }
}
