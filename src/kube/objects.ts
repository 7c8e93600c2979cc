/** The parts of Kubernetes objects that a decision reads: not the whole API, and null wherever Go sends null. */

/** Go marshals unset pointers, maps and slices as null or leaves them out: both mean "not set". */
export type Maybe<T> = T | null | undefined;

export type Labels = Readonly<Record<string, string>>;

/** A quantity is text by contract; YAML and old clients also write plain numbers. */
export type ResourceList = Readonly<Record<string, string | number>>;

export interface SelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: Maybe<readonly string[]>;
}

export interface LabelSelector {
  readonly matchLabels?: Maybe<Labels>;
  readonly matchExpressions?: Maybe<readonly SelectorRequirement[]>;
}

export interface NodeSelectorTerm {
  readonly matchExpressions?: Maybe<readonly SelectorRequirement[]>;
  readonly matchFields?: Maybe<readonly SelectorRequirement[]>;
}

export interface NodeSelector {
  readonly nodeSelectorTerms?: Maybe<readonly NodeSelectorTerm[]>;
}

export interface PreferredSchedulingTerm {
  readonly weight?: Maybe<number>;
  readonly preference?: Maybe<NodeSelectorTerm>;
}

export interface NodeAffinity {
  readonly requiredDuringSchedulingIgnoredDuringExecution?: Maybe<NodeSelector>;
  readonly preferredDuringSchedulingIgnoredDuringExecution?: Maybe<readonly PreferredSchedulingTerm[]>;
}

export interface Affinity {
  readonly nodeAffinity?: Maybe<NodeAffinity>;
  readonly podAffinity?: unknown;
  readonly podAntiAffinity?: unknown;
}

export interface Toleration {
  readonly key?: Maybe<string>;
  readonly operator?: Maybe<string>;
  readonly value?: Maybe<string>;
  readonly effect?: Maybe<string>;
  readonly tolerationSeconds?: Maybe<number>;
}

export interface Taint {
  readonly key: string;
  readonly value?: Maybe<string>;
  readonly effect: string;
}

export interface ResourceRequirements {
  readonly requests?: Maybe<ResourceList>;
  readonly limits?: Maybe<ResourceList>;
}

export interface ContainerPort {
  readonly containerPort?: Maybe<number>;
  readonly hostPort?: Maybe<number>;
  readonly protocol?: Maybe<string>;
}

export interface Container {
  readonly name?: Maybe<string>;
  readonly image?: Maybe<string>;
  readonly resources?: Maybe<ResourceRequirements>;
  readonly restartPolicy?: Maybe<string>;
  readonly ports?: Maybe<readonly ContainerPort[]>;
}

export interface PodSpec {
  readonly nodeName?: Maybe<string>;
  readonly nodeSelector?: Maybe<Labels>;
  readonly affinity?: Maybe<Affinity>;
  readonly tolerations?: Maybe<readonly Toleration[]>;
  readonly hostNetwork?: Maybe<boolean>;
  readonly schedulerName?: Maybe<string>;
  readonly priorityClassName?: Maybe<string>;
  readonly priority?: Maybe<number>;
  readonly preemptionPolicy?: Maybe<string>;
  readonly restartPolicy?: Maybe<string>;
  readonly activeDeadlineSeconds?: Maybe<number>;
  readonly containers?: Maybe<readonly Container[]>;
  readonly initContainers?: Maybe<readonly Container[]>;
  readonly ephemeralContainers?: Maybe<readonly Container[]>;
  readonly overhead?: Maybe<ResourceList>;
  readonly resources?: Maybe<ResourceRequirements>;
}

export interface OwnerReference {
  readonly apiVersion?: Maybe<string>;
  readonly kind?: Maybe<string>;
  readonly name?: Maybe<string>;
  readonly uid?: Maybe<string>;
  readonly controller?: Maybe<boolean>;
}

export interface ObjectMeta {
  readonly name?: Maybe<string>;
  readonly generateName?: Maybe<string>;
  readonly namespace?: Maybe<string>;
  /** Arktos only. */
  readonly tenant?: Maybe<string>;
  readonly uid?: Maybe<string>;
  readonly resourceVersion?: Maybe<string>;
  readonly generation?: Maybe<number>;
  readonly creationTimestamp?: Maybe<string>;
  readonly deletionTimestamp?: Maybe<string>;
  readonly labels?: Maybe<Labels>;
  readonly annotations?: Maybe<Labels>;
  readonly ownerReferences?: Maybe<readonly OwnerReference[]>;
}

export interface PodTemplate {
  readonly metadata?: Maybe<ObjectMeta>;
  readonly spec?: Maybe<PodSpec>;
}

export interface DaemonSetSpec {
  readonly selector?: Maybe<LabelSelector>;
  readonly template?: Maybe<PodTemplate>;
  readonly updateStrategy?: Maybe<{
    readonly type?: Maybe<string>;
    readonly rollingUpdate?: Maybe<{
      readonly maxUnavailable?: Maybe<number | string>;
      readonly maxSurge?: Maybe<number | string>;
    }>;
  }>;
  readonly minReadySeconds?: Maybe<number>;
  readonly revisionHistoryLimit?: Maybe<number>;
}

export interface DaemonSet {
  readonly apiVersion?: Maybe<string>;
  readonly kind?: Maybe<string>;
  readonly metadata?: Maybe<ObjectMeta>;
  readonly spec?: Maybe<DaemonSetSpec>;
  readonly status?: unknown;
}
