/** Pods for which a scheduler has made room on a node, by eviction, and which it has not bound there yet. */
import { grownTo } from '../../cluster/by-node-number.ts';
import type { SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { fitsEmptyNode } from './fits-empty-node.ts';
import { IN_FLIGHT_LIMIT_MS } from './flight/in-flight.ts';
import { type IncomingPod, incomingPod } from './incoming-pod.ts';
import type { Asking, TakenRoom } from './room.ts';

/**
 * As long as a pod may be in flight. Victims are gone by then, and the pod was tried again, at the latest after the five
 * minutes that it may lie among the unschedulable: whoever has not come has no use for the room.
 */
export const NOMINATION_LIMIT_MS = IN_FLIGHT_LIMIT_MS;

/** Of one node. No kubelet runs so many pods, so that beyond them the node is as good as full. */
const MOST_ON_NODE = 1_000;

const NOBODY_HERE = Number.NEGATIVE_INFINITY;
const CROWDED = Number.POSITIVE_INFINITY;

interface Nomination {
  readonly pod: SlimPod;
  /** When the view first showed it. */
  readonly since: number;
}

/** Who of the nominated has to be counted. */
export interface NominationRules {
  /** What a scheduler that does not ask here has written, and perhaps left behind, means nothing. */
  isAskedAbout(pod: SlimPod): boolean;
  isCountedElsewhere(pod: SlimPod): boolean;
  now(): number;
}

/** The scheduler keeps that room free for them from pods of at most their priority: so do the holds. */
export class NominatedPods implements TakenRoom {
  readonly #view: ClusterView;
  readonly #rules: NominationRules;
  /** By uid, oldest first; without those that were waited for too long. */
  readonly #nominations = new Map<string, Nomination>();
  readonly #byNode = new Map<string, Map<string, SlimPod>>();
  /** By node number, the highest priority of a pod that is nominated there: most nodes have none, and cost nothing. */
  #highest: Float64Array = new Float64Array(0);
  /** By node number, those that the node is large enough for; not for nodes that are crowded. */
  readonly #fitting = new Map<number, readonly IncomingPod[]>();
  readonly stop: () => void;

  constructor(view: ClusterView, rules: NominationRules) {
    this.#view = view;
    this.#rules = rules;
    for (const pod of view.unboundPods()) this.#podChanged(undefined, pod);
    this.stop = view.subscribe({
      pods: (before, after) => this.#podChanged(before, after),
      // The number of a node that went may be given to one that comes.
      nodes: (_, after) => {
        if (after !== undefined) this.#look(after.name);
      },
    });
  }

  countsFor(): boolean {
    return this.#nominations.size > 0;
  }

  expire(now: number): void {
    for (const { pod, since } of this.#nominations.values()) {
      if (now - since < NOMINATION_LIMIT_MS) return;
      this.#remove(pod);
    }
  }

  on(node: number, resource: string, incoming: Asking): number {
    if (incoming.priority > (this.#highest[node] ?? NOBODY_HERE)) return 0;
    const pods = this.#fitting.get(node);
    if (pods === undefined) return Number.POSITIVE_INFINITY;
    let sum = 0;
    for (const { pod, priority, requests } of pods) {
      if (pod.uid === incoming.pod.uid || priority < incoming.priority) continue;
      if (!this.#rules.isAskedAbout(pod) || this.#rules.isCountedElsewhere(pod)) continue;
      sum += requests.get(resource) ?? 0;
    }
    return sum;
  }

  #podChanged(before: SlimPod | undefined, after: SlimPod | undefined): void {
    const was = before?.nominatedNode ?? '';
    const is = after?.nominatedNode ?? '';
    if (before !== undefined && was !== is) this.#remove(before);
    if (after === undefined || is === '') return;
    if (was !== is) this.#nominations.set(after.uid, { pod: after, since: this.#rules.now() });
    // One that was waited for too long stays out, whatever else changes.
    const nomination = this.#nominations.get(after.uid);
    if (nomination === undefined) return;
    this.#nominations.set(after.uid, { ...nomination, pod: after });
    this.#byNode.set(is, (this.#byNode.get(is) ?? new Map()).set(after.uid, after));
    this.#look(is);
  }

  #remove({ uid, nominatedNode }: SlimPod): void {
    this.#nominations.delete(uid);
    const others = this.#byNode.get(nominatedNode);
    if (others === undefined) return;
    others.delete(uid);
    if (others.size === 0) this.#byNode.delete(nominatedNode);
    this.#look(nominatedNode);
  }

  #look(name: string): void {
    const number = this.#view.nodeNumber(name);
    const node = this.#view.node(name);
    if (node === undefined) return;
    const pods = this.#byNode.get(name);
    this.#highest = grownTo(this.#highest, this.#view.nodeCapacity, NOBODY_HERE);
    this.#highest[number] = NOBODY_HERE;
    this.#fitting.delete(number);
    if (pods === undefined) return;
    const all = [...pods.values()];
    if (all.filter((pod) => this.#rules.isAskedAbout(pod)).length > MOST_ON_NODE) {
      this.#highest[number] = CROWDED;
      return;
    }
    const fitting = all.filter((pod) => fitsEmptyNode(pod, node)).map(incomingPod);
    this.#fitting.set(number, fitting);
    for (const { priority } of fitting) {
      this.#highest[number] = Math.max(this.#highest[number] ?? NOBODY_HERE, priority);
    }
  }
}
