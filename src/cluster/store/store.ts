/** The cluster as it is now: slim records, their indexes and the nodes' accounts, changed one object at a time. */
import { KEY_OF } from '../object-key.ts';
import { kindsOf, type Partition, WHOLE } from '../partitions.ts';
import { OBJECT_KINDS, type ObjectKind, type RecordOf } from '../records.ts';
import type {
  ChangeListener,
  ClusterView,
  Failure,
  Freshness,
  PartitionView,
  Rival,
  ViewSource,
} from '../view.ts';
import { LimitRangeTable } from './limit-range-table.ts';
import { NodeTable } from './node-table.ts';
import { partitionView } from './partition-view.ts';
import { PodTable } from './pod-table.ts';
import { MapTable, type Table } from './table.ts';
import { UidTable } from './uid-table.ts';
import { WaitingRivals } from './waiting-rivals.ts';

/** A new list of one kind in the making: what it did not name is gone when it is finished. */
export interface Replacement<K extends ObjectKind> {
  add(record: RecordOf[K]): void;
  /** The list names it, and it could not be read: what is known of it stays. */
  keep(key: string): void;
  /** Removes what was not added; the answer is how many. */
  finish(): number;
}

const nobody = () => undefined;

/** What each partition has for itself, whatever the others have. */
const UNCONTESTED = {
  namespaces: nobody,
  priorityClasses: nobody,
  limitRanges: nobody,
  runtimeClasses: nobody,
};

const NEVER_HEARD: Freshness = { resourceVersion: '', heardAt: undefined };

export class ClusterStore implements ClusterView {
  readonly source: ViewSource;
  readonly partitions: readonly Partition[];
  readonly #pods: PodTable = new PodTable((before, after) => this.#nodes.recount(before, after));
  readonly #nodes: NodeTable = new NodeTable(this.#pods);
  readonly #daemonSets = new UidTable(KEY_OF.daemonSets);
  readonly #namespaces = new MapTable(KEY_OF.namespaces);
  readonly #priorityClasses = new MapTable(KEY_OF.priorityClasses);
  readonly #limitRanges = new LimitRangeTable();
  readonly #runtimeClasses = new MapTable(KEY_OF.runtimeClasses);
  readonly #orders = new UidTable(KEY_OF.orders);
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
  /** Who waits, and who counts instead. */
  readonly #waiting: { readonly [K in ObjectKind]: WaitingRivals<RecordOf[K]> };
  readonly #counting: { readonly [K in ObjectKind]: (record: RecordOf[K]) => RecordOf[K] | undefined } = {
    ...UNCONTESTED,
    nodes: ({ name }) => this.#nodes.get(name),
    pods: ({ uid }) => this.#pods.get(uid),
    daemonSets: ({ uid }) => this.#daemonSets.byUid(uid),
    orders: ({ uid }) => this.#orders.byUid(uid),
  };
  readonly #freshness = new Map<string, Map<ObjectKind, Freshness>>();
  readonly #synced = new Map<string, Set<ObjectKind>>();
  readonly #views: ReadonlyMap<string, PartitionView>;
  readonly #listeners = new Set<ChangeListener>();
  #revision = 0;

  constructor(source: ViewSource, partitions: readonly Partition[] = [{ ...WHOLE, detail: source.detail }]) {
    this.source = source;
    this.partitions = partitions;
    this.#waiting = waitingRivals(partitions);
    const viewOf = (partition: Partition) =>
      partitionView(partition.name, {
        namespaces: this.#namespaces,
        priorityClasses: this.#priorityClasses,
        limitRanges: this.#limitRanges,
        runtimeClasses: this.#runtimeClasses,
        isSynced: () => this.#synced.get(partition.name)?.size === kindsOf(partition).length,
      });
    this.#views = new Map(partitions.map((partition) => [partition.name, viewOf(partition)]));
  }

  get synced(): boolean {
    return this.partitions.every(({ name }) => this.within(name).synced);
  }

  within(partition: string): PartitionView {
    const view = this.#views.get(partition);
    if (view === undefined) throw new Error(`there is no partition ${partition}`);
    return view;
  }

  rivals(): readonly Rival[] {
    return OBJECT_KINDS.flatMap((kind) => this.#rivalsOf(kind));
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

  freshness(kind: ObjectKind, partition = ''): Freshness {
    return this.#freshness.get(partition)?.get(kind) ?? NEVER_HEARD;
  }

  /**
   * Adds an object or replaces the one with its key; the answer is what was there before. One that says to be what an object
   * of an earlier partition is waits until that is gone; one of an earlier partition takes the place.
   */
  put<K extends ObjectKind>(kind: K, record: RecordOf[K]): RecordOf[K] | undefined {
    if (record.partition !== '' && this.#hasToWait(kind, record)) return undefined;
    const before = this.#tables[kind].put(record);
    this.#changed(kind, before, record);
    return before;
  }

  #hasToWait<K extends ObjectKind>(kind: K, record: RecordOf[K]): boolean {
    const waiting = this.#waiting[kind];
    const namesake = this.#tables[kind].get(KEY_OF[kind](record));
    // Made anew under its name, and nobody has told that the first is gone: who waited for that one to go comes in.
    if (namesake?.partition === record.partition && !waiting.areRivals(namesake, record))
      this.remove(kind, KEY_OF[kind](record), record.partition);
    const rival = this.#counting[kind](record);
    if (rival !== undefined && rival.partition !== record.partition) {
      if (!waiting.isBefore(record, rival)) {
        waiting.put(record);
        return true;
      }
      this.#takeOut(kind, KEY_OF[kind](rival));
      waiting.put(rival);
    }
    waiting.drop(record);
    return false;
  }

  /** Removes by key (`KEY_OF`) what is of the partition; the answer is what was there. */
  remove<K extends ObjectKind>(kind: K, key: string, partition = ''): RecordOf[K] | undefined {
    const waiting = this.#waiting[kind];
    if (this.#tables[kind].get(key)?.partition !== partition) {
      const rival = waiting.find(partition, key);
      if (rival !== undefined) waiting.drop(rival);
      return undefined;
    }
    const before = this.#takeOut(kind, key);
    const next = before === undefined || waiting.size === 0 ? undefined : waiting.next(before);
    if (next !== undefined) this.put(kind, next);
    return before;
  }

  #takeOut<K extends ObjectKind>(kind: K, key: string): RecordOf[K] | undefined {
    const before = this.#tables[kind].remove(key);
    if (before !== undefined) this.#changed(kind, before, undefined);
    return before;
  }

  #rivalsOf<K extends ObjectKind>(kind: K): Rival[] {
    return Array.from(this.#waiting[kind].values(), (record) => ({
      kind,
      name: shownName(record),
      partition: record.partition,
      counts: this.#counting[kind](record)?.partition ?? '',
    }));
  }

  /**
   * Begins a new list of one kind, for a first read or after a gap in the watch. Records are put as they are added,
   * page by page, so that a list needs no second copy of the kind; what was not named goes at the end. What others have of it
   * stays.
   */
  replace<K extends ObjectKind>(kind: K, partition = ''): Replacement<K> {
    const seen = new Set<string>();
    return {
      add: (record) => {
        seen.add(KEY_OF[kind](record));
        this.put(kind, record);
      },
      keep: (key) => void seen.add(key),
      finish: () => {
        const gone = [...this.#tables[kind].values(), ...this.#waiting[kind].values()]
          .filter((record) => record.partition === partition)
          .map(KEY_OF[kind])
          .filter((key) => !seen.has(key));
        for (const key of gone) this.remove(kind, key, partition);
        this.markSynced(kind, partition);
        return gone.length;
      },
    };
  }

  /** The source has read all of one kind. */
  markSynced(kind: ObjectKind, partition = ''): void {
    this.#synced.set(partition, (this.#synced.get(partition) ?? new Set()).add(kind));
  }

  /** The source heard of one kind: an event, a bookmark or a list. */
  markHeard(kind: ObjectKind, freshness: Freshness, partition = ''): void {
    this.#freshness.set(partition, (this.#freshness.get(partition) ?? new Map()).set(kind, freshness));
  }

  /** The source could not be heard of one kind, at this time. */
  markFailing(
    kind: ObjectKind,
    at: number,
    { doing, message }: Pick<Failure, 'doing' | 'message'>,
    partition = '',
  ): void {
    const before = this.freshness(kind, partition);
    const { since = at, times = 0 } = before.failing ?? {};
    this.markHeard(kind, { ...before, failing: { since, times: times + 1, doing, message } }, partition);
  }

  /** The source does not give one kind, and is not waited for: what was known of it stays, and grows no older. */
  markWithheld(kind: ObjectKind, why: string, partition = ''): void {
    this.markSynced(kind, partition);
    this.markHeard(kind, { ...NEVER_HEARD, withheld: why }, partition);
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

  readonly limitRanges: ClusterView['limitRanges'] = () => this.#limitRanges.values();
  readonly runtimeClasses: ClusterView['runtimeClasses'] = () => this.#runtimeClasses.values();

  readonly orders: ClusterView['orders'] = () => this.#orders.values();

  get nodeCapacity(): number {
    return this.#nodes.capacity;
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

function waitingRivals(partitions: readonly Partition[]) {
  const rankOf = (partition: string) => partitions.findIndex(({ name }) => name === partition);
  const uidOf = ({ uid }: { readonly uid: string }) => uid;
  const waiting = <K extends ObjectKind>(kind: K, identityOf = KEY_OF[kind]): WaitingRivals<RecordOf[K]> =>
    new WaitingRivals({ identityOf, keyOf: KEY_OF[kind], rankOf });
  return {
    nodes: waiting('nodes'),
    pods: waiting('pods'),
    daemonSets: waiting('daemonSets', uidOf),
    namespaces: waiting('namespaces'),
    priorityClasses: waiting('priorityClasses'),
    limitRanges: waiting('limitRanges'),
    runtimeClasses: waiting('runtimeClasses'),
    orders: waiting('orders', uidOf),
  };
}

function shownName({ namespace, name }: { readonly namespace?: string; readonly name: string }): string {
  return namespace === undefined ? name : `${namespace}/${name}`;
}
