/** The slim records of the cluster view: of each Kubernetes object only what a decision reads. */
import type { HostPort } from '../kube/host-ports.ts';
import type { Labels, ResourceList, Taint } from '../kube/objects.ts';
import type { PodResources, Resources } from '../kube/resources/requests.ts';
import type { Gates } from '../kube/scheduling-gates.ts';
import type { SlimOrder } from './order-record.ts';
import type { Placement, SlimSelector } from './placement.ts';

export type { Placement, SlimSelector } from './placement.ts';

/** The kinds that the view holds, by the names that `/state`, metrics and the slim format use. */
export const OBJECT_KINDS = [
  'nodes',
  'pods',
  'daemonSets',
  'namespaces',
  'priorityClasses',
  'limitRanges',
  'runtimeClasses',
  'orders',
] as const;
export type ObjectKind = (typeof OBJECT_KINDS)[number];

/** Where an object is from, when the cluster has several API servers; empty when it has one. */
export interface OfPartition {
  readonly partition: string;
}

export interface SlimNode extends OfPartition {
  readonly name: string;
  readonly uid: string;
  readonly labels: Labels;
  readonly taints: readonly Taint[];
  readonly allocatable: Resources;
  /** Its kubelet says that it can take pods. The taint that follows from it comes later, or never in files. */
  readonly ready: boolean;
  /** Cordoned. */
  readonly unschedulable: boolean;
}

/** The owner reference with `controller: true`. */
export interface SlimOwner {
  /** The API group without its version: the kind alone does not tell a DaemonSet from another project's. */
  readonly group: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
}

export interface SlimPod extends OfPartition {
  /** An object without a uid (written by hand) gets `tenant/namespace/name`, which no real uid looks like. */
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  /** Arktos only; otherwise empty. */
  readonly tenant: string;
  /** The node it is bound to; empty while it waits for one. */
  readonly nodeName: string;
  readonly phase: string;
  /** Condition `Ready` is `True`. No decision about room reads it: people do. */
  readonly ready: boolean;
  /** Has a deletion timestamp: still counts on its node until it is gone. */
  readonly terminating: boolean;
  /** Undefined only in objects that no API server has seen. */
  readonly priority: number | undefined;
  readonly owner: SlimOwner | undefined;
  /** Who may use the room of an order can be said by these. Pods of one template share them in memory. */
  readonly labels: Labels;
  /** What the scheduler counts: of a bound pod also what its node has granted to it and not taken back yet. */
  readonly requests: Resources;
  /** Bound, resized to more than its node has granted to it, and not told that this can never be. */
  readonly waitsToGrow: boolean;
  /** The ports that it takes of its node, of which no other pod there can take the same. */
  readonly hostPorts: readonly HostPort[];
  /** Label `controller-revision-hash`, or empty. */
  readonly revisionHash: string;
  /** Label `pod-template-generation`, or empty. */
  readonly templateGeneration: string;
  /** Kept only while the pod is unbound: afterwards no decision reads it. */
  readonly placement: Placement | undefined;
  /** Kept only while the pod is unbound: then it tells whether a scheduler asks about just this state of it. */
  readonly resourceVersion: string;
  /** Has a required anti-affinity to other pods: what it keeps out may not be kept out for want of room. */
  readonly repelsPods: boolean;
  /** `status.nominatedNodeName` of an unbound pod: where a scheduler means to put it; or empty. */
  readonly nominatedNode: string;
  /** Which scheduler is to place it; kept only while the pod is unbound. */
  readonly schedulerName: string;
  /**
   * Unbound, and claims volumes or devices: between choosing its node and saying so, its scheduler may wait for them for
   * minutes (PreBind of VolumeBinding and DynamicResources, which the extender's bind comes after).
   */
  readonly waitsBeforeBinding: boolean;
  /** Annotation `daemonward.dev/target-node` of an unbound pod, or empty: also when it is too long to name a node. */
  readonly targetAnnotation: string;
  /** Kept only while the pod is unbound: how it stands with its scheduler. */
  readonly queueing: SlimQueueing | undefined;
  /** Seconds since 1970; undefined when the object does not say. */
  readonly startedAt: number | undefined;
}

export interface SlimQueueing {
  /** Whose gates keep it from its scheduler. */
  readonly gates: Gates;
  /** A scheduler has looked at it: it found no place, or has one in mind. */
  readonly tried: boolean;
  /** Seconds since 1970; 0 when the object does not say. */
  readonly createdAt: number;
  /** Of its namespace: with which pods it is to start; or empty. */
  readonly group: string;
}

export interface SlimPodTemplate {
  readonly labels: Labels;
  readonly placement: Placement;
  /**
   * Container by container, with limits in place of missing requests: how much a pod asks for in the end depends on the
   * LimitRanges of its namespace and on its RuntimeClass as well.
   */
  readonly resources: PodResources;
  readonly hostPorts: readonly HostPort[];
  readonly runtimeClassName: string;
  readonly priorityClassName: string;
  readonly priority: number | undefined;
}

/** With the API's own defaults filled in; percentages stay text, because their base is a count. */
export interface SlimUpdateStrategy {
  readonly type: string;
  readonly maxSurge: number | string;
}

export interface SlimDaemonSet extends OfPartition {
  readonly uid: string;
  readonly namespace: string;
  readonly name: string;
  readonly tenant: string;
  readonly selector: SlimSelector;
  readonly template: SlimPodTemplate;
  /** What its up-to-date pods carry in `pod-template-generation`, or empty. */
  readonly templateGeneration: string;
  readonly updateStrategy: SlimUpdateStrategy;
  readonly terminating: boolean;
  readonly generation: number;
  readonly status: SlimDaemonSetStatus;
}

export interface SlimDaemonSetStatus {
  readonly observedGeneration: number;
  readonly desired: number;
  readonly updated: number;
}

export interface SlimNamespace extends OfPartition {
  readonly name: string;
  /** Arktos only; otherwise empty. */
  readonly tenant: string;
  readonly labels: Labels;
  readonly annotations: Labels;
}

export interface SlimPriorityClass extends OfPartition {
  readonly name: string;
  readonly value: number;
  readonly globalDefault: boolean;
  readonly preemptionPolicy: string;
}

export interface SlimLimitRange extends OfPartition {
  readonly namespace: string;
  readonly name: string;
  /** Arktos only; otherwise empty. */
  readonly tenant: string;
  /** What it makes a container ask for that does not say how much. */
  readonly defaultRequests: ResourceList;
}

/** Its tolerations are not kept: a daemon's pod is made only where its template tolerates everything already. */
export interface SlimRuntimeClass extends OfPartition {
  readonly name: string;
  /** What every pod of it takes beside its containers. */
  readonly overhead: ResourceList | undefined;
  /** The labels of the nodes that have such a runtime. */
  readonly nodeSelector: Labels;
}

/** Which record belongs to which kind. */
export interface RecordOf {
  readonly nodes: SlimNode;
  readonly pods: SlimPod;
  readonly daemonSets: SlimDaemonSet;
  readonly namespaces: SlimNamespace;
  readonly priorityClasses: SlimPriorityClass;
  readonly limitRanges: SlimLimitRange;
  readonly runtimeClasses: SlimRuntimeClass;
  readonly orders: SlimOrder;
}

/** A pod that has ended holds no room on its node. */
export function isTerminal(pod: SlimPod): boolean {
  return pod.phase === 'Succeeded' || pod.phase === 'Failed';
}
