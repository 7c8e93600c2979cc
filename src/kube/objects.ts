/**
 * The parts of Kubernetes objects that a decision reads, as schemas and as the types that follow from them: not the whole
 * API, and null wherever Go sends null.
 */

/** Go marshals unset pointers, maps and slices as null or leaves them out: both mean "not set". */
export type Maybe<T> = T | null | undefined;

export type Labels = Readonly<Record<string, string>>;

/** A quantity is text by contract; YAML and old clients also write plain numbers. */
export type ResourceList = Readonly<Record<string, string | number>>;

/** A JSON schema, and as a type what it lets pass. */
interface Schema<T> {
  readonly [keyword: string]: unknown;
  /** Never there: it only carries the type. */
  readonly letsPass?: () => T;
}

type Passed<S> = S extends Schema<infer T> ? T : never;
type Properties = Readonly<Record<string, Schema<unknown>>>;
type ObjectOf<P extends Properties> = { readonly [K in keyof P]?: Passed<P[K]> };

const anything: Schema<unknown> = {};
const word: Schema<string> = { type: 'string' };
const text: Schema<Maybe<string>> = { type: 'string', nullable: true };
const whole: Schema<Maybe<number>> = { type: 'integer', nullable: true };
const yesNo: Schema<Maybe<boolean>> = { type: 'boolean', nullable: true };
/** IntOrString holds 32 bits; the API server does not even decode more. */
const intOrText: Schema<Maybe<number | string>> = {
  type: ['integer', 'string', 'null'],
  minimum: -(2 ** 31),
  maximum: 2 ** 31 - 1,
};
/**
 * Kubernetes has no limit but the size of the object; nobody has hundreds of labels, tolerations or containers. What comes
 * from direct callers is judged entry by entry, some microseconds each, while everybody else waits.
 */
const MOST_ENTRIES = 2_000;
/** Of tolerations, terms, containers and the like a pod has a dozen, and each costs more than a label does. */
const MOST_ELEMENTS = 500;
/** A requirement may list the names of many nodes. */
const MOST_VALUES = 10_000;

const textMap: Schema<Maybe<Labels>> = {
  type: 'object',
  nullable: true,
  maxProperties: MOST_ENTRIES,
  additionalProperties: word,
};
const quantities: Schema<Maybe<ResourceList>> = {
  type: 'object',
  nullable: true,
  maxProperties: MOST_ENTRIES,
  additionalProperties: { type: ['string', 'number'] },
};

function list<T>(items: Schema<T>, maxItems = MOST_ELEMENTS): Schema<Maybe<readonly T[]>> {
  return { type: 'array', nullable: true, maxItems, items };
}

function object<P extends Properties>(properties: P): Schema<Maybe<ObjectOf<P>>> {
  return { type: 'object', nullable: true, properties };
}

/** An element of a list is never null: Go would make an empty one of it, and nobody means that. */
function element<P extends Properties>(properties: P): Schema<ObjectOf<P>> {
  return { type: 'object', properties };
}

export interface SelectorRequirement {
  readonly key: string;
  readonly operator: string;
  readonly values?: Maybe<readonly string[]>;
}

/** A manifest may leave out key and operator: whoever reads them takes that for empty text. */
const requirement: Schema<SelectorRequirement> = {
  type: 'object',
  properties: { key: text, operator: text, values: list(word, MOST_VALUES) },
};
const selector = object({ matchLabels: textMap, matchExpressions: list(requirement) });
const term = element({ matchExpressions: list(requirement), matchFields: list(requirement) });
/** A term names one node at most: who means some nodes has as many terms. */
const nodeSelector = object({ nodeSelectorTerms: list(term, MOST_VALUES) });
const preferredTerm = element({ weight: whole, preference: term });
const nodeAffinity = object({
  requiredDuringSchedulingIgnoredDuringExecution: nodeSelector,
  preferredDuringSchedulingIgnoredDuringExecution: list(preferredTerm),
});
const affinity = object({ nodeAffinity, podAffinity: anything, podAntiAffinity: anything });
const toleration = element({
  key: text,
  operator: text,
  value: text,
  effect: text,
  tolerationSeconds: whole,
});
const resources = object({ requests: quantities, limits: quantities });
const container = element({
  name: text,
  image: text,
  restartPolicy: text,
  resources,
  ports: list(element({ containerPort: whole, hostPort: whole, hostIP: text, protocol: text }), MOST_ENTRIES),
});
const owner = element({ apiVersion: text, kind: text, name: text, uid: text, controller: yesNo });

const metadata = object({
  name: text,
  generateName: text,
  namespace: text,
  /** Arktos only. */
  tenant: text,
  uid: text,
  resourceVersion: text,
  generation: whole,
  creationTimestamp: text,
  deletionTimestamp: text,
  labels: textMap,
  annotations: textMap,
  ownerReferences: list(owner),
});

const podSpec = object({
  nodeName: text,
  nodeSelector: textMap,
  affinity,
  tolerations: list(toleration),
  hostNetwork: yesNo,
  schedulerName: text,
  schedulingGates: list(element({ name: text })),
  /** Of Kubernetes 1.36, and of 1.35. */
  schedulingGroup: anything,
  workloadRef: anything,
  priorityClassName: text,
  priority: whole,
  preemptionPolicy: text,
  restartPolicy: text,
  activeDeadlineSeconds: whole,
  containers: list(container),
  initContainers: list(container),
  ephemeralContainers: list(container),
  overhead: quantities,
  resources,
  /** Arktos only: a machine instead of containers, and the parts of either in one form. */
  virtualMachine: object({ resources }),
  workloadInfo: list(element({ resources })),
});

const template = object({ metadata, spec: podSpec });
const daemonSetSpec = object({
  selector,
  template,
  updateStrategy: object({
    type: text,
    rollingUpdate: object({ maxUnavailable: intOrText, maxSurge: intOrText }),
  }),
  minReadySeconds: whole,
  revisionHistoryLimit: whole,
});

export const daemonSetSchema = element({
  apiVersion: text,
  kind: text,
  metadata,
  spec: daemonSetSpec,
  status: anything,
});
export const podSchema = element({ apiVersion: text, kind: text, metadata, spec: podSpec });
/** The fields of an Order that a rule reads; all of them are in the schema of its definition. */
const orderOwner = element({ namespace: text, apiVersion: text, kind: text, name: text, selector });
const orderSpec = object({
  daemonSet: yesNo,
  paused: yesNo,
  enforcement: text,
  strategy: object({ type: text, schedule: text, timeZone: text, refreshPolicy: text }),
  owners: list(orderOwner),
  template: object({ spec: object({ duration: text, priorityClassName: text }) }),
});
export const orderSchema = element({
  apiVersion: text,
  kind: text,
  metadata,
  spec: orderSpec,
  status: anything,
});
/** Gives a pod its node: the pod has the same name, or is the one of the URL. */
export const bindingSchema = element({
  apiVersion: text,
  kind: text,
  metadata,
  target: object({ kind: text, name: text }),
});

export type LabelSelector = NonNullable<Passed<typeof selector>>;
export type NodeSelectorTerm = Passed<typeof term>;
export type PreferredTerm = Passed<typeof preferredTerm>;
export type NodeSelector = NonNullable<Passed<typeof nodeSelector>>;
export type NodeAffinity = NonNullable<Passed<typeof nodeAffinity>>;
export type Affinity = NonNullable<Passed<typeof affinity>>;
export type Toleration = Passed<typeof toleration>;
export type Container = Passed<typeof container>;
export type PodSpec = NonNullable<Passed<typeof podSpec>>;
export type OwnerReference = Passed<typeof owner>;
export type ObjectMeta = NonNullable<Passed<typeof metadata>>;
export type PodTemplate = NonNullable<Passed<typeof template>>;
export type DaemonSetSpec = NonNullable<Passed<typeof daemonSetSpec>>;
export type DaemonSet = Passed<typeof daemonSetSchema>;
export type Pod = Passed<typeof podSchema>;
export type Order = Passed<typeof orderSchema>;
export type Binding = Passed<typeof bindingSchema>;

/** What the kubelet says of a container; `resources` only where it can resize one. */
export interface ContainerStatus {
  readonly name?: Maybe<string>;
  readonly resources?: Maybe<{ readonly requests?: Maybe<ResourceList> }>;
  readonly allocatedResources?: Maybe<ResourceList>;
}

export interface PodCondition {
  readonly type?: Maybe<string>;
  readonly reason?: Maybe<string>;
}

export interface PodStatus {
  readonly conditions?: Maybe<readonly PodCondition[]>;
  readonly containerStatuses?: Maybe<readonly ContainerStatus[]>;
  readonly initContainerStatuses?: Maybe<readonly ContainerStatus[]>;
  /** Of the pod as a whole, as the two fields of a container are of a container. */
  readonly resources?: ContainerStatus['resources'];
  readonly allocatedResources?: ContainerStatus['allocatedResources'];
}

export interface Taint {
  readonly key: string;
  readonly value?: Maybe<string>;
  readonly effect: string;
}
