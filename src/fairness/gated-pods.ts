/** The gated pods of one tenant, in the order in which they go: priority before age, and those of a group together. */
import type { SlimPod } from '../cluster/records.ts';
import { podPriority } from '../kube/priority.ts';

interface Place {
  readonly pod: SlimPod;
  /** In which order they were seen: the API server knows no finer time than a second. */
  readonly number: number;
}

/** A heap of places, of which those that have left are dropped when they come up. */
export class GatedPods {
  readonly #places = new Map<string, Place>();
  readonly #groups = new Map<string, Set<string>>();
  #heap: Place[] = [];
  #number = 0;

  get size(): number {
    return this.#places.size;
  }

  /** `again`: it comes back to where it was, before all others of its age. */
  add(pod: SlimPod, again = false): void {
    this.remove(pod.uid);
    this.#number += 1;
    const place = { pod, number: again ? this.#number - BEFORE_ALL : this.#number };
    this.#places.set(pod.uid, place);
    const group = groupKey(pod);
    if (group !== '') this.#groups.set(group, (this.#groups.get(group) ?? new Set()).add(pod.uid));
    this.#push(place);
  }

  remove(uid: string): void {
    const place = this.#places.get(uid);
    if (place === undefined) return;
    this.#places.delete(uid);
    const group = groupKey(place.pod);
    const members = this.#groups.get(group);
    members?.delete(uid);
    if (members?.size === 0) this.#groups.delete(group);
    // Those that leave from the middle must not stay in memory as long as those before them.
    if (this.#heap.length > 2 * this.#places.size + HEAP_SLACK) this.#rebuild();
  }

  hasGroup(group: string): boolean {
    return this.#groups.has(group);
  }

  /** The first of them, and with it those of its group that are there, up to a number. */
  first(most: number): SlimPod[] {
    const pod = this.#top();
    if (pod === undefined) return [];
    const members = this.#groups.get(groupKey(pod));
    if (members === undefined) return [pod];
    const others = [...members].filter((uid) => uid !== pod.uid).slice(0, most - 1);
    return [pod, ...others.flatMap((uid) => this.#places.get(uid)?.pod ?? [])];
  }

  /** How many go before it, and itself; undefined when it is none of them. Pods of its group that are later come with it. */
  placeOf(uid: string): number | undefined {
    const own = this.#places.get(uid);
    if (own === undefined) return undefined;
    let place = 1;
    for (const other of this.#places.values()) if (isBefore(other, own)) place += 1;
    return place;
  }

  /** When the oldest of them was made, in seconds since 1970; undefined when there is none. */
  oldest(): number | undefined {
    let oldest: number | undefined;
    for (const { pod } of this.#places.values()) {
      const at = pod.queueing?.createdAt ?? 0;
      if (at > 0 && (oldest === undefined || at < oldest)) oldest = at;
    }
    return oldest;
  }

  #top(): SlimPod | undefined {
    for (;;) {
      const [top] = this.#heap;
      if (top === undefined) return undefined;
      if (this.#places.get(top.pod.uid) === top) return top.pod;
      this.#pop();
    }
  }

  #push(place: Place): void {
    const heap = this.#heap;
    let index = heap.push(place) - 1;
    while (index > 0) {
      const parent = (index - 1) >> 1;
      if (!this.#swapIfBefore(index, parent)) return;
      index = parent;
    }
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    heap[0] = last;
    let index = 0;
    for (;;) {
      const left = 2 * index + 1;
      const right = left + 1;
      const [one, other] = [heap[left], heap[right]];
      if (one === undefined) return;
      const child = other !== undefined && isBefore(other, one) ? right : left;
      if (!this.#swapIfBefore(child, index)) return;
      index = child;
    }
  }

  #swapIfBefore(index: number, other: number): boolean {
    const heap = this.#heap;
    const [one, two] = [heap[index], heap[other]];
    if (one === undefined || two === undefined || !isBefore(one, two)) return false;
    heap[index] = two;
    heap[other] = one;
    return true;
  }

  #rebuild(): void {
    // Sorted, every parent comes before its children.
    this.#heap = [...this.#places.values()].toSorted((one, other) => (isBefore(one, other) ? -1 : 1));
  }
}

/** More than there are ever pods: those that come back are before all others, and among themselves as they came. */
const BEFORE_ALL = Number.MAX_SAFE_INTEGER;

/** Of places that have left, as many as nobody minds. */
const HEAP_SLACK = 64;

function isBefore(one: Place, other: Place): boolean {
  const [priority, otherPriority] = [podPriority(one.pod), podPriority(other.pod)];
  if (priority !== otherPriority) return priority > otherPriority;
  const [age, otherAge] = [one.pod.queueing?.createdAt ?? 0, other.pod.queueing?.createdAt ?? 0];
  return age === otherAge ? one.number < other.number : age < otherAge;
}

/** Empty for a pod of no group. A group is one namespace's. */
export function groupKey({ namespace, queueing }: Pick<SlimPod, 'namespace' | 'queueing'>): string {
  return queueing === undefined || queueing.group === '' ? '' : `${namespace}/${queueing.group}`;
}
