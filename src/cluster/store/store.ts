/** The cluster as it is now: slim records, their indexes and the nodes' accounts, changed one object at a time. */
import { KEY_OF, scopedKey } from '../object-key.ts';
import type { ObjectKind, RecordOf, SlimLimitRange, SlimNamespace } from '../records.ts';
import { OBJECT_KINDS } from '../records.ts';
import type { ChangeListener, ClusterView, Failure, Freshness, ViewSource } from '../view.ts';
import { DaemonSetTable } from './daemon-set-table.ts';
import { LimitRangeTable } from './limit-range-table.ts';
import { NodeTable } from './node-table.ts';
import { PodTable } from './pod-table.ts';
import { MapTable, type Table } from './table.ts';

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
  readonly #pods: PodTable = new PodTable((before, after) => this.#nodes.recount(before, after));
  readonly #nodes: NodeTable = new NodeTable(this.#pods);
  readonly #daemonSets = new DaemonSetTable();
  readonly #namespaces = new MapTable(KEY_OF.namespaces);
  readonly #priorityClasses = new MapTable(KEY_OF.priorityClasses);
  readonly #limitRanges = new LimitRangeTable();
  readonly #runtimeClasses = new MapTable(KEY_OF.runtimeClasses);
  readonly #orders = new MapTable(KEY_OF.orders);
  readonly #tables: { readonly [K in ObjectKind]: Table<RecordOf[K]> } = {
    nodes: this.#nodes,
    pods: this.#pods,
    daemonSets: this.#daemonSets,
    namespaces: this.#namespaces,
    priorityClasses: this.#priorityClasses,
    limitRanges: this.#limitRanges,
    runtimeClasses: this.#runtimeClasses,
    orders: this.#orders,
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
      limitRanges: this.#limitRanges.size,
      runtimeClasses: this.#runtimeClasses.size,
      orders: this.#orders.size,
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

  /** The source could not be heard of one kind, at this time. */
  markFailing(kind: ObjectKind, at: number, { doing, message }: Pick<Failure, 'doing' | 'message'>): void {
    const before = this.freshness(kind);
    const { since = at, times = 0 } = before.failing ?? {};
    this.markHeard(kind, { ...before, failing: { since, times: times + 1, doing, message } });
  }

  /** The source does not give one kind, and is not waited for: what was known of it stays, and grows no older. */
  markWithheld(kind: ObjectKind, why: string): void {
    this.markSynced(kind);
    this.markHeard(kind, { ...NEVER_HEARD, withheld: why });
  }

  readonly nodes: ClusterView['nodes'] = () => this.#nodes.values();
  readonly node: ClusterView['node'] = (name) => this.#nodes.get(name);
  readonly nodeNumber: ClusterView['nodeNumber'] = (name) => this.#nodes.number(name);
  readonly nodeAt: ClusterView['nodeAt'] = (number) => this.#nodes.at(number);
  readonly column: ClusterView['column'] = (resource) => this.#nodes.column(resource);
  readonly columns: ClusterView['columns'] = () => this.#nodes.columns();

  readonly pods: ClusterView['pods'] = () => this.#pods.values();
  readonly pod: ClusterView['pod'] = (uid) => this.#pods.get(uid);
  readonly podsOnNode: ClusterView['podsOnNode'] = (nodeName) => this.#pods.onNode(nodeName);
  readonly podsOfOwner: ClusterView['podsOfOwner'] = (uid) => this.#pods.ofOwner(uid);
  readonly podsWithHostPorts: ClusterView['podsWithHostPorts'] = () => this.#pods.withHostPorts();
  readonly unboundPods: ClusterView['unboundPods'] = () => this.#pods.unbound();

  readonly daemonSets: ClusterView['daemonSets'] = () => this.#daemonSets.values();
  readonly daemonSetByUid: ClusterView['daemonSetByUid'] = (uid) => this.#daemonSets.byUid(uid);
  readonly namespaces: ClusterView['namespaces'] = () => this.#namespaces.values();
  readonly priorityClasses: ClusterView['priorityClasses'] = () => this.#priorityClasses.values();
  readonly priorityClass: ClusterView['priorityClass'] = (name) => this.#priorityClasses.get(name);

  readonly limitRanges: ClusterView['limitRanges'] = () => this.#limitRanges.values();
  readonly runtimeClasses: ClusterView['runtimeClasses'] = () => this.#runtimeClasses.values();
  readonly runtimeClass: ClusterView['runtimeClass'] = (name) => this.#runtimeClasses.get(name);

  readonly orders: ClusterView['orders'] = () => this.#orders.values();

  get nodeCapacity(): number {
    return this.#nodes.capacity;
  }

  namespace(name: string, tenant = ''): SlimNamespace | undefined {
    return this.#namespaces.get(scopedKey(tenant, '', name));
  }

  limitRangesIn(namespace: string, tenant = ''): Iterable<SlimLimitRange> {
    return this.#limitRanges.in(namespace, tenant);
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
