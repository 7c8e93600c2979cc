/** The read side of the cluster: all that a decision may see of it, wherever it comes from. */
import type { SlimOrder } from './order-record.ts';
import type { Partition } from './partitions.ts';
import type {
  ObjectKind,
  RecordOf,
  SlimDaemonSet,
  SlimLimitRange,
  SlimNamespace,
  SlimNode,
  SlimPod,
  SlimPriorityClass,
  SlimRuntimeClass,
} from './records.ts';

/** Where the view comes from, for `/state` and the log: `{kind: 'snapshot', detail: 'examples/cluster.yaml'}`. */
export interface ViewSource {
  readonly kind: 'snapshot' | 'watch';
  readonly detail: string;
}

/** A list or a watch that does not succeed, while it does not. */
export interface Failure {
  /** When the first attempt of those in a row failed, in ms since 1970. */
  readonly since: number;
  readonly times: number;
  readonly doing: 'list' | 'watch';
  /** What was wrong the last time. */
  readonly message: string;
}

/** How new the view of one kind is. */
export interface Freshness {
  /** The newest resource version seen; empty when the source has none. */
  readonly resourceVersion: string;
  /** When the source last heard of this kind, in ms since 1970; undefined for a snapshot. */
  readonly heardAt: number | undefined;
  /** Why the source gives nothing of this kind, of which a cluster may well have none: what is known of it stays. */
  readonly withheld?: string;
  /** Since the source was last heard: why nothing comes. */
  readonly failing?: Failure;
}

/** A typed array that readers may index and not write. */
export type ReadonlyNumbers = ArrayLike<number>;

/**
 * One resource on all nodes, indexed by node number. cpu is in millicores, everything else in units; the
 * resource `pods` counts pods. An amount above 2^52, which no node has, counts as 2^52, on a node and in a pod. The
 * arrays grow by replacement: take them anew for each decision.
 */
export interface ResourceColumn {
  readonly resource: string;
  readonly allocatable: ArrayLike<bigint>;
  /** The same as plain numbers, for where a big one would cost an allocation. */
  readonly size: ReadonlyNumbers;
  /** The sum over the node's pods, saturated at 2^63 - 1. */
  readonly requested: ArrayLike<bigint>;
  /** allocatable - requested: at most 2^52, exact down to -2^53 and saturated there. Negative when over-committed. */
  readonly free: ReadonlyNumbers;
}

/** Told of each object that came (no `before`), changed (both) or went (no `after`), for the kinds it names. */
export type ChangeListener = {
  readonly [K in ObjectKind]?: (before: RecordOf[K] | undefined, after: RecordOf[K] | undefined) => void;
};

/** What `nodeNumber` says of a name that no node has. */
export const NO_NODE = -1;

/** What gives the objects of one partition their standing. Each has its own, under the same names as others. */
export interface PartitionView {
  /** Every kind has been read at least once, or is withheld: so "not there" means it does not exist, or nobody tells. */
  readonly synced: boolean;
  namespace(name: string, tenant?: string): SlimNamespace | undefined;
  priorityClass(name: string): SlimPriorityClass | undefined;
  priorityClasses(): Iterable<SlimPriorityClass>;
  limitRangesIn(namespace: string, tenant?: string): Iterable<SlimLimitRange>;
  runtimeClass(name: string): SlimRuntimeClass | undefined;
}

/** Objects of two partitions that have one name or uid, of which one counts. */
export interface Rival {
  readonly kind: ObjectKind;
  /** Its name with its namespace, if it has one. */
  readonly name: string;
  /** Whose does not count, and whose does. */
  readonly partition: string;
  readonly counts: string;
}

export interface ClusterView {
  readonly source: ViewSource;
  /** In the order of the configuration; mostly one, which has no name. */
  readonly partitions: readonly Partition[];
  /** One of them, as its own objects see it. Of one that is not there everything is missing. */
  within(partition: string): PartitionView;
  /** Nothing is ever silently merged: who was left out. */
  rivals(): readonly Rival[];
  /** So it is within every partition. */
  readonly synced: boolean;
  /** Grows with every change of any object. */
  readonly revision: number;
  counts(): Readonly<Record<ObjectKind, number>>;
  freshness(kind: ObjectKind, partition?: string): Freshness;

  node(name: string): SlimNode | undefined;
  nodes(): Iterable<SlimNode>;
  /** The dense number of a node: the same while the node lives, given to another afterwards. */
  nodeNumber(name: string): number;
  nodeAt(number: number): SlimNode | undefined;
  /** All node numbers are below this. */
  readonly nodeCapacity: number;
  /** Undefined when no node has that resource (then every node has none of it). */
  column(resource: string): ResourceColumn | undefined;
  columns(): Iterable<ResourceColumn>;

  pod(uid: string): SlimPod | undefined;
  pods(): Iterable<SlimPod>;
  /** Bound to that node, ended ones too, also when the node itself is not known (yet). */
  podsOnNode(nodeName: string): Iterable<SlimPod>;
  podsOfOwner(ownerUid: string): Iterable<SlimPod>;
  unboundPods(): Iterable<SlimPod>;
  /** Those that take ports of their node, or will once they have one. */
  podsWithHostPorts(): Iterable<SlimPod>;

  daemonSetByUid(uid: string): SlimDaemonSet | undefined;
  daemonSets(): Iterable<SlimDaemonSet>;
  namespaces(): Iterable<SlimNamespace>;
  priorityClasses(): Iterable<SlimPriorityClass>;
  limitRanges(): Iterable<SlimLimitRange>;
  runtimeClasses(): Iterable<SlimRuntimeClass>;
  orders(): Iterable<SlimOrder>;

  /** Called after each change, once the view shows it. Returns the function that ends it. */
  subscribe(listener: ChangeListener): () => void;
}
