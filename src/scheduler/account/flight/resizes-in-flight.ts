/**
 * Resizes that were admitted and that the view does not show yet: the API server has still to store them, and the watch to
 * bring them. Without this two that come at once would both find the same room.
 */
import { isTerminal, type SlimPod } from '../../../cluster/records.ts';
import { counted } from '../../../cluster/store/resource-column.ts';
import type { ClusterView } from '../../../cluster/view.ts';
import { PodsByNode } from '../../../headroom/pods-by-node.ts';
import type { Asking, TakenRoom } from '../room.ts';

/**
 * Stored and heard of within milliseconds. Others may still refuse it after us (a quota, another webhook, a conflict), and
 * nobody tells: a tenant must not be able to keep room by resizes that never come to be.
 */
const RESIZE_LIMIT_MS = 5_000;

/** More than an API server stores in that time. */
const MOST_RESIZES = 5_000;

interface Entry {
  /** As it will be. */
  readonly pod: SlimPod;
  readonly since: number;
  /**
   * The view has shown less than that: so when it shows it, this has arrived. Before, it may show what the pod had until a
   * shrink that is on its way too.
   */
  isBehind: boolean;
  /** Another one of the same pod was on its way when it came: which of them the view shows nobody can tell. */
  readonly isOneOfSeveral: boolean;
}

export class ResizesInFlight implements TakenRoom {
  readonly #view: ClusterView;
  readonly #isOnItsWay: (uid: string) => boolean;
  /** By uid, oldest first. */
  readonly #entries = new Map<string, Entry>();
  readonly #byNode = new PodsByNode(({ nodeName }) => nodeName);
  readonly stop: () => void;

  constructor(view: ClusterView, isOnItsWay: (uid: string) => boolean) {
    this.#view = view;
    this.#isOnItsWay = isOnItsWay;
    this.stop = view.subscribe({
      pods: (before, after) => {
        if (this.#entries.size > 0) this.#podChanged((after ?? before)?.uid ?? '', after);
      },
    });
  }

  get size(): number {
    return this.#entries.size;
  }

  countsFor(): boolean {
    return this.#entries.size > 0;
  }

  /** No more can be remembered: until some have left, nobody else may take room where some is held. */
  get isFull(): boolean {
    return this.#entries.size >= MOST_RESIZES;
  }

  /** A pod that grows is on its node, or was on its way there a moment ago: any other was invented. */
  enter(pod: SlimPod, now: number): void {
    const known = this.#view.pod(pod.uid);
    if (known?.nodeName !== pod.nodeName && !this.#isOnItsWay(pod.uid)) return;
    const isOneOfSeveral = this.#entries.has(pod.uid);
    this.#leave(pod.uid);
    if (this.isFull) return;
    const isBehind = known === undefined || !covers(known, pod);
    this.#entries.set(pod.uid, { pod, since: now, isBehind, isOneOfSeveral });
    this.#byNode.add(pod);
  }

  expire(now: number): void {
    for (const [uid, { since }] of this.#entries) {
      if (now - since < RESIZE_LIMIT_MS) return;
      this.#leave(uid);
    }
  }

  /** What pods on the node grow by, beyond what the view shows of them. */
  on(node: number, resource: string, incoming: Asking): number {
    let sum = 0;
    for (const { uid, requests } of this.#byNode.at(this.#view.nodeAt(node)?.name ?? '')) {
      if (uid === incoming.pod.uid) continue;
      const shown = this.#view.pod(uid)?.requests.get(resource) ?? 0n;
      sum += Math.max(0, Number(counted(requests.get(resource) ?? 0n) - counted(shown)));
    }
    return sum;
  }

  #podChanged(uid: string, shown: SlimPod | undefined): void {
    const entry = this.#entries.get(uid);
    if (entry === undefined) return;
    // While the view shows it unbound, it has not come to its node yet, and so not to the resize either.
    const stays = shown !== undefined && !isTerminal(shown) && isOnOrBefore(shown, entry.pod);
    const hasCome = entry.isBehind && !entry.isOneOfSeveral;
    if (!stays || (hasCome && covers(shown, entry.pod))) this.#leave(uid);
    else if (!covers(shown, entry.pod)) entry.isBehind = true;
  }

  #leave(uid: string): void {
    const entry = this.#entries.get(uid);
    if (entry === undefined) return;
    this.#entries.delete(uid);
    this.#byNode.remove(entry.pod);
  }
}

function isOnOrBefore({ nodeName }: SlimPod, bound: SlimPod): boolean {
  return nodeName === bound.nodeName || nodeName === '';
}

/** Whether it takes all that the other one will take. */
function covers(shown: SlimPod, { nodeName, requests }: SlimPod): boolean {
  const isShown = ([resource, amount]: readonly [string, bigint]) =>
    amount <= (shown.requests.get(resource) ?? 0n);
  return shown.nodeName === nodeName && [...requests].every(isShown);
}
