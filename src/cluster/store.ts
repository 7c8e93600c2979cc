/** The cluster as it is now: slim records, their indexes and the nodes' accounts, changed one object at a time. */
import { Accounting } from './accounting.ts';
import { DaemonSetIndex } from './daemon-set-index.ts';
import { KEY_OF, scopedKey } from './object-key.ts';
import type {
  ObjectKind,
  RecordOf,
  SlimDaemonSet,
  SlimNamespace,
  SlimNode,
  SlimPod,
  SlimPriorityClass,
} from './records.ts';
import { OBJECT_KINDS } from './records.ts';
import { daemonSetsTable, mapTable, nodesTable, podsTable, type Tables } from './tables.ts';
import type { ChangeListener, ClusterView, Freshness, ResourceColumn, ViewSource } from './view.ts';

/** A new list of one kind in the making: what it did not name is gone when it is finished. */
export interface Replacement<K extends ObjectKind> {
  add(record: RecordOf[K]): void;
  /** The list names it, and it could not be read: what is known of it stays. */
  keep(key: string): void;
  /** Removes what was not added; the answer is how many. */
  finish(): number;
}

const NEVER_HEARD: Freshness = { resourceVersion: '', heardAt: undefined };

export class ClusterStore implements ClusterView {
  readonly source: ViewSource;
  readonly #accounting = new Accounting();
  readonly #nodes = this.#accounting.nodes;
  readonly #pods = this.#accounting.pods;
  readonly #daemonSets = new DaemonSetIndex();
  readonly #namespaces = new Map<string, SlimNamespace>();
  readonly #priorityClasses = new Map<string, SlimPriorityClass>();
  readonly #tables: Tables = {
    nodes: nodesTable(this.#accounting),
    pods: podsTable(this.#accounting),
    daemonSets: daemonSetsTable(this.#daemonSets),
    namespaces: mapTable(this.#namespaces, KEY_OF.namespaces),
    priorityClasses: mapTable(this.#priorityClasses, KEY_OF.priorityClasses),
  };
  readonly #freshness = new Map<ObjectKind, Freshness>();
  readonly #synced = new Set<ObjectKind>();
  readonly #listeners = new Set<ChangeListener>();
  #revision = 0;

  constructor(source: ViewSource) {
    this.source = source;
  }

  get synced(): boolean {
    return this.#synced.size === OBJECT_KINDS.length;
  }

  get revision(): number {
    return this.#revision;
  }

  counts(): Readonly<Record<ObjectKind, number>> {
    return {
      nodes: this.#nodes.size,
      pods: this.#pods.size,
      daemonSets: this.#daemonSets.size,
      namespaces: this.#namespaces.size,
      priorityClasses: this.#priorityClasses.size,
    };
  }

  freshness(kind: ObjectKind): Freshness {
    return this.#freshness.get(kind) ?? NEVER_HEARD;
  }

  /** Adds an object or replaces the one with its key; the answer is what was there before. */
  put<K extends ObjectKind>(kind: K, record: RecordOf[K]): RecordOf[K] | undefined {
    const before = this.#tables[kind].put(record);
    this.#changed(kind, before, record);
    return before;
  }

  /** Removes by key (`KEY_OF`); the answer is what was there. */
  remove<K extends ObjectKind>(kind: K, key: string): RecordOf[K] | undefined {
    const before = this.#tables[kind].remove(key);
    if (before !== undefined) this.#changed(kind, before, undefined);
    return before;
  }

  /**
   * Begins a new list of one kind, for a first read or after a gap in the watch. Records are put as they are added,
   * page by page, so that a list needs no second copy of the kind; what was not named goes at the end.
   */
  replace<K extends ObjectKind>(kind: K): Replacement<K> {
    const seen = new Set<string>();
    return {
      add: (record) => {
        seen.add(KEY_OF[kind](record));
        this.put(kind, record);
      },
      keep: (key) => void seen.add(key),
      finish: () => {
        const gone = [...this.#tables[kind].keys()].filter((key) => !seen.has(key));
        for (const key of gone) this.remove(kind, key);
        this.markSynced(kind);
        return gone.length;
      },
    };
  }

  /** The source has read all of one kind. */
  markSynced(kind: ObjectKind): void {
    this.#synced.add(kind);
  }

  /** The source heard of one kind: an event, a bookmark or a list. */
  markHeard(kind: ObjectKind, freshness: Freshness): void {
    this.#freshness.set(kind, freshness);
  }

  node(name: string): SlimNode | undefined {
    return this.#nodes.get(name);
  }

  nodes(): Iterable<SlimNode> {
    return this.#nodes.values();
  }

  nodeNumber(name: string): number {
    return this.#nodes.number(name);
  }

  nodeAt(number: number): SlimNode | undefined {
    return this.#nodes.at(number);
  }

  get nodeCapacity(): number {
    return this.#nodes.capacity;
  }

  column(resource: string): ResourceColumn | undefined {
    return this.#nodes.column(resource);
  }

  columns(): Iterable<ResourceColumn> {
    return this.#nodes.columns();
  }

  pod(uid: string): SlimPod | undefined {
    return this.#pods.get(uid);
  }

  findPod(namespace: string, name: string, tenant = ''): SlimPod | undefined {
    for (const pod of this.#pods.values()) {
      if (pod.name === name && pod.namespace === namespace && pod.tenant === tenant) return pod;
    }
    return undefined;
  }

  pods(): Iterable<SlimPod> {
    return this.#pods.values();
  }

  podsOnNode(nodeName: string): Iterable<SlimPod> {
    return this.#pods.onNode(nodeName);
  }

  podsOfOwner(ownerUid: string): Iterable<SlimPod> {
    return this.#pods.ofOwner(ownerUid);
  }

  unboundPods(): Iterable<SlimPod> {
    return this.#pods.unbound();
  }

  daemonSet(namespace: string, name: string, tenant = ''): SlimDaemonSet | undefined {
    return this.#daemonSets.get(scopedKey(tenant, namespace, name));
  }

  daemonSetByUid(uid: string): SlimDaemonSet | undefined {
    return this.#daemonSets.byUid(uid);
  }

  daemonSets(): Iterable<SlimDaemonSet> {
    return this.#daemonSets.values();
  }

  namespace(name: string, tenant = ''): SlimNamespace | undefined {
    return this.#namespaces.get(scopedKey(tenant, '', name));
  }

  namespaces(): Iterable<SlimNamespace> {
    return this.#namespaces.values();
  }

  priorityClass(name: string): SlimPriorityClass | undefined {
    return this.#priorityClasses.get(name);
  }

  priorityClasses(): Iterable<SlimPriorityClass> {
    return this.#priorityClasses.values();
  }

  subscribe(listener: ChangeListener): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  #changed<K extends ObjectKind>(
    kind: K,
    before: RecordOf[K] | undefined,
    after: RecordOf[K] | undefined,
  ): void {
    this.#revision += 1;
    for (const listener of this.#listeners) listener[kind]?.(before, after);
  }
}
