/**
 * Nodes of which the scheduler knows more than the view: it names one that the view does not have, or offers one that by
 * the view repels the pod or has not the device that it asks for. A node that is new, has just started or has just got its
 * devices is exactly where daemons lose the race, so for a moment the answer is "not now"; but a node of which the view
 * never learns must not stay shut.
 */
import type { SlimNode, SlimPod } from '../../cluster/records.ts';
import { isStanding } from '../../cluster/store/resource-column.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { REPELLING_EFFECTS, untoleratedTaint } from '../../kube/matching/taints.ts';
import type { Resources } from '../../kube/resources/requests.ts';
import type { IncomingPod } from '../account/incoming-pod.ts';
import { oldestOf } from '../account/refusals.ts';

/** Watches are behind one another by milliseconds; when a watch has to be opened anew, by seconds. */
const DOUBT_MS = 5_000;

/** A name that was not asked about for so long begins anew: its node may have gone and come back. */
const FORGOTTEN_MS = 60_000;

/**
 * Nobody has so many nodes that we do not know. Beyond, the one that has been in doubt longest is dropped: it was invented,
 * or the view never learns of it. So names that somebody invents never let a real one pass early; asked about again, what
 * was dropped is doubted anew, and who pays for the flood is a node that the view does not have, for as long as it lasts.
 */
const MOST_NAMES = 10_000;

/** What the filter asks of them. */
export type Doubts = Pick<DoubtfulNodes, 'learns' | 'isInDoubt' | 'behindFor'>;

/** For whom room is kept on nodes: daemons, or orders. */
type Keepers = Iterable<{ readonly requests: Resources }>;

/** For who asks about nodes as the view has them, and tells nothing of what a scheduler knows. */
export const NO_DOUBTS: Doubts = {
  learns: false,
  isInDoubt: () => false,
  behindFor: () => () => false,
};

interface Doubt {
  readonly since: number;
  /** When it was last asked about. */
  last: number;
}

export class DoubtfulNodes {
  readonly #view: ClusterView;
  readonly stop: () => void;
  /** By name, those in doubt longest first. */
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
  get learns(): boolean {
    return this.#view.source.kind !== 'snapshot';
  }

  /**
   * `isUnread`: there are nodes that nobody could have read, of a partition that has never answered. Schedulers go round
   * thousands of them, and the view does not learn: so what was in doubt once is not doubted anew, and what cannot be
   * remembered is not doubted at all.
   */
  isInDoubt(name: string, now: number, isUnread = false): boolean {
    if (!this.learns) return false;
    const known = this.#doubts.get(name);
    if (known !== undefined && (isUnread || now - known.last < FORGOTTEN_MS)) {
      known.last = now;
      return now - known.since < DOUBT_MS;
    }
    this.#doubts.delete(name);
    if (isUnread && this.#doubts.size >= MOST_NAMES) return false;
    if (this.#doubts.size >= MOST_NAMES) this.#doubts.delete(oldestOf(this.#doubts));
    this.#doubts.set(name, { since: now, last: now });
    return true;
  }

  /**
   * The nodes that the scheduler would not offer to the pod, were they still as the view has them. Of devices only those
   * that daemons ask for or orders keep too: there may be others, which the scheduler is told to ignore and which no node
   * declares.
   */
  behindFor({ pod, requests }: IncomingPod, ...keepers: readonly Keepers[]): (node: number) => boolean {
    const devices = [...requests].filter(([resource]) => !isStanding(resource));
    const wanted =
      devices.length === 0
        ? devices
        : devices.filter(([resource]) => keepers.some((some) => isAskedBy(some, resource)));
    const columns = wanted.map(([resource, request]) => ({
      request,
      size: this.#view.column(resource)?.size,
    }));
    const repels = (node: number) => this.#tainted[node] === 1 && this.#repels(node, pod);
    if (columns.length === 0) return repels;
    return (node) => columns.some(({ request, size }) => request > (size?.[node] ?? 0)) || repels(node);
  }

  #repels(node: number, { placement }: SlimPod): boolean {
    const taints = this.#view.nodeAt(node)?.taints;
    return untoleratedTaint(taints, placement?.tolerations, REPELLING_EFFECTS) !== null;
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

function isAskedBy(keepers: Keepers, resource: string): boolean {
  for (const { requests } of keepers) if (requests.has(resource)) return true;
  return false;
}
