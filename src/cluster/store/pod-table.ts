/** The pods, found by uid, by node, by owner, and those that wait for a node or take ports of one. */
import { KEY_OF } from '../object-key.ts';
import type { SlimPod } from '../records.ts';
import { MapTable } from './table.ts';

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

type PodChange = (before: SlimPod | undefined, after: SlimPod | undefined) => void;

export class PodTable extends MapTable<SlimPod> {
  readonly #count: PodChange;
  readonly #byNode = new Map<string, Bucket>();
  readonly #byOwner = new Map<string, Bucket>();
  readonly #unbound = new Set<SlimPod>();
  /** Hardly any pod does. */
  readonly #withHostPorts = new Set<SlimPod>();

  /** `count` is told of every pod, to keep the accounts of the nodes. */
  constructor(count: PodChange) {
    super(KEY_OF.pods);
    this.#count = count;
  }

  /** How many entries the indexes hold: what must not grow when pods come and go. */
  get entries(): number {
    return this.size + this.#byNode.size + this.#byOwner.size + this.#unbound.size + this.#withHostPorts.size;
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

  withHostPorts(): Iterable<SlimPod> {
    return this.#withHostPorts.values();
  }

  protected override changed(before: SlimPod | undefined, after: SlimPod | undefined): void {
    if (before !== undefined) this.#unlink(before);
    if (after !== undefined) this.#link(after);
    this.#count(before, after);
  }

  #link(pod: SlimPod): void {
    if (pod.nodeName === '') this.#unbound.add(pod);
    else put(this.#byNode, pod.nodeName, pod);
    if (pod.owner !== undefined) put(this.#byOwner, pod.owner.uid, pod);
    if (pod.hostPorts.length > 0) this.#withHostPorts.add(pod);
  }

  #unlink(pod: SlimPod): void {
    if (pod.nodeName === '') this.#unbound.delete(pod);
    else take(this.#byNode, pod.nodeName, pod);
    if (pod.owner !== undefined) take(this.#byOwner, pod.owner.uid, pod);
    if (pod.hostPorts.length > 0) this.#withHostPorts.delete(pod);
  }
}
