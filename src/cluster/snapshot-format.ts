/** Daemonward's own snapshot: each object in Kubernetes' own form, with only the fields that decisions read. */
import type { Resources } from '../kube/requests.ts';
import { timeText } from './fields.ts';
import type {
  SlimDaemonSet,
  SlimNamespace,
  SlimNode,
  SlimOwner,
  SlimPod,
  SlimPodTemplate,
  SlimPriorityClass,
} from './records.ts';
import { OBJECT_KINDS, type ObjectKind, type RecordOf } from './records.ts';
import { TEMPLATE_GENERATION_ANNOTATION } from './slim-daemon-set.ts';
import { DEFAULT_PREEMPTION_POLICY, DEFAULT_SCHEDULER, TARGET_NODE_ANNOTATION } from './slim-pod.ts';
import type { ClusterView } from './view.ts';

export const SNAPSHOT_API_VERSION = 'daemonward.dev/v1alpha1';
export const SNAPSHOT_KIND = 'Snapshot';

export function isSnapshotKind(apiVersion: string, kind: string): boolean {
  return apiVersion === SNAPSHOT_API_VERSION && kind === SNAPSHOT_KIND;
}

/** Leaves out what is empty or the default: the reader fills it in again. */
function orNothing<T>(value: T, nothing: T): T | undefined {
  return value === nothing ? undefined : value;
}

function filled<T extends object>(value: T): T | undefined {
  return Object.values(value).some((part) => part !== undefined) ? value : undefined;
}

function quantities(resources: Resources): Record<string, string> {
  const texts: [string, string][] = [];
  for (const [name, amount] of resources) texts.push([name, name === 'cpu' ? `${amount}m` : `${amount}`]);
  return Object.fromEntries(texts);
}

/** One container that asks for what all of them ask for together. */
function containers(requests: Resources, usesHostPort = false): object[] | undefined {
  if (requests.size === 0 && !usesHostPort) return undefined;
  return [
    { resources: { requests: quantities(requests) }, ports: usesHostPort ? [{ hostPort: 1 }] : undefined },
  ];
}

function owners(owner: SlimOwner | undefined): object[] | undefined {
  if (owner === undefined) return undefined;
  const { group, kind, name, uid } = owner;
  return [{ apiVersion: group === '' ? 'v1' : `${group}/v1`, kind, name, uid, controller: true }];
}

/** When it will be gone is not kept, only that it will. */
const TERMINATING = '1970-01-01T00:00:00Z';

function node(record: SlimNode): object {
  return {
    metadata: {
      name: record.name,
      uid: record.uid,
      labels: filled(record.labels),
      creationTimestamp: timeText(record.createdAt),
    },
    spec: filled({
      unschedulable: orNothing(record.unschedulable, false),
      taints: record.taints.length > 0 ? record.taints : undefined,
    }),
    status: {
      allocatable: quantities(record.allocatable),
      conditions: record.ready ? [{ type: 'Ready', status: 'True' }] : undefined,
    },
  };
}

/** Which pods are repelled is not kept, only that some are. */
const SOME_ANTI_AFFINITY = {
  requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/hostname' }],
};

function pod(record: SlimPod): object {
  const { placement, targetAnnotation } = record;
  return {
    metadata: {
      namespace: record.namespace,
      name: record.name,
      tenant: orNothing(record.tenant, ''),
      uid: record.uid,
      resourceVersion: orNothing(record.resourceVersion, ''),
      creationTimestamp: timeText(record.createdAt),
      deletionTimestamp: record.terminating ? TERMINATING : undefined,
      labels: filled({
        'controller-revision-hash': orNothing(record.revisionHash, ''),
        'pod-template-generation': orNothing(record.templateGeneration, ''),
      }),
      annotations: targetAnnotation === '' ? undefined : { [TARGET_NODE_ANNOTATION]: targetAnnotation },
      ownerReferences: owners(record.owner),
    },
    spec: {
      nodeName: orNothing(record.nodeName, ''),
      ...placement,
      ...(record.repelsPods && { affinity: { ...placement?.affinity, podAntiAffinity: SOME_ANTI_AFFINITY } }),
      priority: record.priority,
      priorityClassName: orNothing(record.priorityClassName, ''),
      preemptionPolicy: orNothing(record.preemptionPolicy, DEFAULT_PREEMPTION_POLICY),
      schedulerName: orNothing(record.schedulerName, DEFAULT_SCHEDULER),
      containers: containers(record.requests),
    },
    status: {
      phase: record.phase,
      startTime: timeText(record.startedAt),
      nominatedNodeName: orNothing(record.nominatedNode, ''),
    },
  };
}

function template(record: SlimPodTemplate): object {
  return {
    metadata: { labels: filled(record.labels) },
    spec: {
      ...record.placement,
      priority: record.priority,
      priorityClassName: orNothing(record.priorityClassName, ''),
      preemptionPolicy: orNothing(record.preemptionPolicy, DEFAULT_PREEMPTION_POLICY),
      schedulerName: orNothing(record.schedulerName, DEFAULT_SCHEDULER),
      containers: containers(record.requests, record.usesHostPort),
    },
  };
}

function daemonSet(record: SlimDaemonSet): object {
  const { type, maxUnavailable, maxSurge } = record.updateStrategy;
  return {
    metadata: {
      namespace: record.namespace,
      name: record.name,
      tenant: orNothing(record.tenant, ''),
      uid: record.uid,
      generation: record.generation,
      creationTimestamp: timeText(record.createdAt),
      deletionTimestamp: record.terminating ? TERMINATING : undefined,
      labels: filled(record.labels),
      annotations: filled({
        ...record.annotations,
        [TEMPLATE_GENERATION_ANNOTATION]: orNothing(record.templateGeneration, ''),
      }),
    },
    spec: {
      selector: record.selector,
      template: template(record.template),
      updateStrategy: { type, rollingUpdate: { maxUnavailable, maxSurge } },
      minReadySeconds: orNothing(record.minReadySeconds, 0),
    },
    status: {
      observedGeneration: record.status.observedGeneration,
      desiredNumberScheduled: record.status.desired,
      currentNumberScheduled: record.status.current,
      updatedNumberScheduled: record.status.updated,
      numberAvailable: record.status.available,
      numberMisscheduled: record.status.misscheduled,
    },
  };
}

function namespace(record: SlimNamespace): object {
  return {
    metadata: {
      name: record.name,
      tenant: orNothing(record.tenant, ''),
      uid: record.uid,
      deletionTimestamp: record.terminating ? TERMINATING : undefined,
      labels: filled(record.labels),
      annotations: filled(record.annotations),
    },
  };
}

function priorityClass(record: SlimPriorityClass): object {
  return {
    metadata: { name: record.name, uid: record.uid },
    value: record.value,
    globalDefault: orNothing(record.globalDefault, false),
    preemptionPolicy: orNothing(record.preemptionPolicy, DEFAULT_PREEMPTION_POLICY),
  };
}

const WRITERS: { readonly [K in ObjectKind]: (record: RecordOf[K]) => object } = {
  nodes: node,
  pods: pod,
  daemonSets: daemonSet,
  namespaces: namespace,
  priorityClasses: priorityClass,
};

/** One object as it stands in the slim format; the projection of Kubernetes objects reads it back. */
export function slimJson<K extends ObjectKind>(kind: K, record: RecordOf[K]): string {
  return JSON.stringify(WRITERS[kind](record));
}

function recordsOf(view: ClusterView): { readonly [K in ObjectKind]: Iterable<RecordOf[K]> } {
  return {
    nodes: view.nodes(),
    pods: view.pods(),
    daemonSets: view.daemonSets(),
    namespaces: view.namespaces(),
    priorityClasses: view.priorityClasses(),
  };
}

function* section<K extends ObjectKind>(kind: K, records: Iterable<RecordOf[K]>): Generator<string> {
  let separator = '\n';
  yield `,\n${JSON.stringify(kind)}: [`;
  for (const record of records) {
    yield `${separator}${slimJson(kind, record)}`;
    separator = ',\n';
  }
  yield '\n]';
}

/** The text of a snapshot, object by object: one line each, so that files can be compared and searched. */
export function* writeSnapshot(view: ClusterView): Generator<string> {
  const records = recordsOf(view);
  yield `{"apiVersion": "${SNAPSHOT_API_VERSION}", "kind": "${SNAPSHOT_KIND}"`;
  for (const kind of OBJECT_KINDS) yield* section(kind, records[kind]);
  yield '\n}\n';
}
