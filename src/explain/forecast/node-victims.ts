/** Who would be evicted on a node that is full, as the scheduler chooses (DefaultPreemption, SelectVictimsOnNode). */
import { isTerminal, type SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { podPriority } from '../../kube/priority.ts';
import type { ForecastDaemon } from './forecast-daemon.ts';
import type { NodeRoom } from './node-room.ts';

/** What a full node has to offer. */
export type Offer =
  /** There is room once those have gone that are on their way out. */
  | { readonly kind: 'soon' }
  | { readonly kind: 'victims'; readonly pods: readonly SlimPod[] }
  | { readonly kind: 'nothing' };

const SOON: Offer = { kind: 'soon' };
const NOTHING: Offer = { kind: 'nothing' };

export class NodeVictims {
  readonly #daemon: ForecastDaemon;
  readonly #view: ClusterView;
  readonly #room: NodeRoom;

  constructor(daemon: ForecastDaemon, view: ClusterView, room: NodeRoom) {
    this.#daemon = daemon;
    this.#view = view;
    this.#room = room;
  }

  /** The node's pods are read once: there are thirty of them on each of thousands of nodes. */
  offerOf(node: number, name: string): Offer {
    const { daemonSet, priority, preempts, surges, running } = this.#daemon;
    const own = surges ? undefined : running.get(name);
    const lower: SlimPod[] = [];
    const leaving: SlimPod[] = [];
    for (const pod of this.#view.podsOnNode(name)) {
      if (isTerminal(pod) || own?.includes(pod)) continue;
      // A scheduler evicts pods of its own API server only.
      if (podPriority(pod) < priority && pod.partition === daemonSet.partition) lower.push(pod);
      if (pod.terminating) leaving.push(pod);
    }
    if (leaving.length > 0 && this.#fitsWithout(leaving, node, name)) return SOON;
    const victims = preempts && lower.length > 0 ? this.#choose(lower, node, name) : null;
    return victims === null ? NOTHING : { kind: 'victims', pods: victims };
  }

  #fitsWithout(leaving: readonly SlimPod[], node: number, name: string): boolean {
    const spare = this.#room.spare(node, name);
    for (const pod of leaving) this.#room.give(spare, pod);
    return isEnough(spare) && this.#room.ports.on(node).every(({ terminating }) => terminating);
  }

  /**
   * All pods of lower priority are taken off; if the daemon fits then, they are put back one by one, the most important
   * first, and whoever cannot be is a victim. Null when even all of them are not enough. Which of them a PodDisruptionBudget
   * covers is not known: the scheduler tries to put those back first.
   */
  #choose(lower: SlimPod[], node: number, name: string): SlimPod[] | null {
    const { priority } = this.#daemon;
    const { ports } = this.#room;
    if (ports.on(node).some((pod) => podPriority(pod) >= priority)) return null;
    const spare = this.#room.spare(node, name);
    for (const pod of lower) this.#room.give(spare, pod);
    if (!isEnough(spare)) return null;
    const victims: SlimPod[] = [];
    for (const pod of lower.sort(byImportance)) {
      this.#room.take(spare, pod);
      if (isEnough(spare) && ports.clashOf(pod) === undefined) continue;
      this.#room.give(spare, pod);
      victims.push(pod);
    }
    return victims;
  }
}

function isEnough(spare: Float64Array): boolean {
  for (let index = 0; index < spare.length; index += 1) if ((spare[index] ?? 0) < 0) return false;
  return true;
}

/** Higher priority first, then who started earlier (MoreImportantPod). */
function byImportance(a: SlimPod, b: SlimPod): number {
  return podPriority(b) - podPriority(a) || startOf(a) - startOf(b);
}

/** Who has not started is the youngest of all. */
function startOf({ startedAt }: SlimPod): number {
  return startedAt ?? Number.MAX_SAFE_INTEGER;
}
