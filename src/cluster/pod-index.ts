/** The pods, found by uid, by node, by owner, and those that wait for a node. */
import type { SlimPod } from './records.ts';

/** Most owners have one or two pods: a Set for each would cost more than the pods. */
type Bucket = SlimPod | Set<SlimPod>;

function put(buckets: Map<string, Bucket>, key: string, pod: SlimPod): void {
  const bucket = buckets.get(key);
  if (bucket === undefined) buckets.set(key, pod);
  else if (bucket instanceof Set) bucket.add(pod);
  else buckets.set(key, new Set([bucket, pod]));
}

function take(buckets: Map<string, Bucket>, key: string, pod: SlimPod): void {
  const bucket = buckets.get(key);
  if (bucket === pod) buckets.delete(key);
  if (!(bucket instanceof Set)) return;
  bucket.delete(pod);
  if (bucket.size === 0) buckets.delete(key);
}

function* read(bucket: Bucket | undefined): Generator<SlimPod> {
  if (bucket instanceof Set) yield* bucket;
  else if (bucket !== undefined) yield bucket;
}

export class PodIndex {
  readonly #byUid = new Map<string, SlimPod>();
  readonly #byNode = new Map<string, Bucket>();
  readonly #byOwner = new Map<string, Bucket>();
  readonly #unbound = new Set<SlimPod>();

  get size(): number {
    return this.#byUid.size;
  }

  /** How many entries the indexes hold: what must not grow when pods come and go. */
  get entries(): number {
    return this.#byUid.size + this.#byNode.size + this.#byOwner.size + this.#unbound.size;
  }

  get(uid: string): SlimPod | undefined {
    return this.#byUid.get(uid);
  }

  uids(): Iterable<string> {
    return this.#byUid.keys();
  }

  values(): Iterable<SlimPod> {
    return this.#byUid.values();
  }

  onNode(nodeName: string): Iterable<SlimPod> {
    return read(this.#byNode.get(nodeName));
  }

  ofOwner(ownerUid: string): Iterable<SlimPod> {
    return read(this.#byOwner.get(ownerUid));
  }

  unbound(): Iterable<SlimPod> {
    return this.#unbound.values();
  }

  /** Adds a pod or replaces the one with its uid, which is the answer. */
  put(pod: SlimPod): SlimPod | undefined {
    const before = this.#byUid.get(pod.uid);
    if (before !== undefined) this.#unlink(before);
    this.#byUid.set(pod.uid, pod);
    if (pod.nodeName === '') this.#unbound.add(pod);
    else put(this.#byNode, pod.nodeName, pod);
    if (pod.owner !== undefined) put(this.#byOwner, pod.owner.uid, pod);
    return before;
  }

  remove(uid: string): SlimPod | undefined {
    const pod = this.#byUid.get(uid);
    if (pod === undefined) return undefined;
    this.#byUid.delete(uid);
    this.#unlink(pod);
    return pod;
  }

  #unlink(pod: SlimPod): void {
    if (pod.nodeName === '') this.#unbound.delete(pod);
    else take(this.#byNode, pod.nodeName, pod);
    if (pod.owner !== undefined) take(this.#byOwner, pod.owner.uid, pod);
  }
}
