/**
 * Daemonward's own snapshot: each object in Kubernetes' own form, with only the fields that decisions read. For 150,000
 * pods that is 87 MB instead of kubectl's 1.7 GB (`npm run snapshot:generate`).
 */

import type { JsonObject } from '../../json/object.ts';
import type { HostPort } from '../../kube/host-ports.ts';
import { TARGET_NODE_ANNOTATION } from '../../kube/metadata/annotations.ts';
import type { Labels } from '../../kube/objects.ts';
import { FAIR_SHARE_GATE, type Gates, groupOf } from '../../kube/scheduling-gates.ts';
import { TEMPLATE_GENERATION_ANNOTATION } from '../projection/daemon-set.ts';
import type { Placement, SlimOwner, SlimPod, SlimPodTemplate, SlimQueueing } from '../records.ts';
import { OBJECT_KINDS, type ObjectKind, type RecordOf } from '../records.ts';
import { orderObject } from './order-format.ts';
import { filled, isEmpty, metadata, quantities, selectorObject, timeText } from './slim-fields.ts';
import { SNAPSHOT_API_VERSION, SNAPSHOT_KIND } from './snapshot-kind.ts';

/** Which pods are repelled is not kept, only that some are. */
const SOME_ANTI_AFFINITY = {
  requiredDuringSchedulingIgnoredDuringExecution: [{ topologyKey: 'kubernetes.io/hostname' }],
};

const READY = { type: 'Ready', status: 'True' };

const TRIED = { type: 'PodScheduled', status: 'False', reason: 'Unschedulable' };

const SOME_CLAIM = [{ name: 'data', persistentVolumeClaim: { claimName: 'data' } }];

function owners(owner: SlimOwner | undefined): object[] {
  if (owner === undefined) return [];
  const { group, kind, name, uid } = owner;
  return [{ apiVersion: group === '' ? 'v1' : `${group}/v1`, kind, name, uid, controller: true }];
}

/** The status of its container says what was granted to it. */
const CONTAINER = 'all';

/** What was granted is not kept, only that it is less than what is asked for. */
const GRANTED_NOTHING = [{ name: CONTAINER, resources: { requests: {} }, allocatedResources: {} }];

/** With one container that asks for what all of them ask for together, and has all their ports. */
function podSpec({ priority, requests, hostPorts, waitsToGrow }: SlimPod, placement: Placement): JsonObject {
  const container = filled({
    name: waitsToGrow ? CONTAINER : '',
    resources: filled({ requests: quantities(requests) }),
    ports: hostPorts,
  });
  return filled({ ...placement, priority, containers: isEmpty(container) ? [] : [container] });
}

/** All the ports at the first container, or at the first sidecar of a template without one. */
function withPorts(resources: SlimPodTemplate['resources'], ports: readonly HostPort[]): JsonObject {
  if (ports.length === 0) return resources;
  const { containers, initContainers } = resources;
  const [first, ...others] = containers ?? [];
  if (first !== undefined) return { ...resources, containers: [{ ...first, ports }, ...others] };
  const sidecar = initContainers?.find(({ restartPolicy }) => restartPolicy === 'Always');
  const inits = initContainers?.map((container) =>
    container === sidecar ? { ...container, ports } : container,
  );
  return { ...resources, initContainers: inits };
}

function templateObject({ labels, placement, resources, hostPorts, ...rest }: SlimPodTemplate): JsonObject {
  const spec = { ...placement, ...rest, ...withPorts(resources, hostPorts) };
  return filled({
    metadata: filled({ labels }),
    spec: filled({ ...spec, resources: filled(resources.resources ?? {}) }),
  });
}

const OURS = { name: FAIR_SHARE_GATE };
/** Which gates others have set is not kept, only that they have. */
const SOMEBODYS = { name: 'somebody/else' };
const GATES = {
  none: [],
  ours: [OURS],
  others: [SOMEBODYS],
  both: [OURS, SOMEBODYS],
} as const satisfies Record<Gates, readonly object[]>;

/** A group that no label says is written where Kubernetes itself has it. */
function queueingSpec({ gates, group }: SlimQueueing, labels: Labels): JsonObject {
  const isLabelled = group === groupOf(labels, {});
  return filled({
    schedulingGates: GATES[gates],
    schedulingGroup: isLabelled ? {} : { podGroupName: group },
  });
}

const WRITERS: { readonly [K in ObjectKind]: (record: RecordOf[K]) => JsonObject } = {
  nodes: (node) => ({
    metadata: metadata(node),
    spec: filled({ taints: node.taints, unschedulable: node.unschedulable }),
    status: filled({ allocatable: quantities(node.allocatable), conditions: node.ready ? [READY] : [] }),
  }),

  pods: (pod) => {
    const { nodeName, placement, repelsPods } = pod;
    const antiAffinity = repelsPods && {
      affinity: { ...placement?.affinity, podAntiAffinity: SOME_ANTI_AFFINITY },
    };
    return {
      metadata: metadata(pod, {
        resourceVersion: pod.resourceVersion,
        creationTimestamp: timeText(pod.queueing?.createdAt || undefined),
        annotations: filled({ [TARGET_NODE_ANNOTATION]: pod.targetAnnotation }),
        ownerReferences: owners(pod.owner),
      }),
      spec: {
        ...podSpec(pod, { nodeName, ...placement, ...antiAffinity }),
        ...filled({ schedulerName: pod.schedulerName }),
        ...(pod.waitsBeforeBinding && { volumes: SOME_CLAIM }),
        ...(pod.queueing && queueingSpec(pod.queueing, pod.labels)),
      },
      status: filled({
        phase: pod.phase,
        conditions: [...(pod.ready ? [READY] : []), ...(pod.queueing?.tried ? [TRIED] : [])],
        startTime: timeText(pod.startedAt),
        nominatedNodeName: pod.nominatedNode,
        containerStatuses: pod.waitsToGrow ? GRANTED_NOTHING : [],
      }),
    };
  },

  daemonSets: (set) => {
    const { template, updateStrategy, status, generation } = set;
    const { type, maxSurge } = updateStrategy;
    return {
      metadata: metadata(set, {
        generation,
        annotations: filled({ [TEMPLATE_GENERATION_ANNOTATION]: set.templateGeneration }),
      }),
      spec: filled({
        selector: selectorObject(set.selector),
        template: templateObject(template),
        updateStrategy: { type, rollingUpdate: { maxSurge } },
      }),
      status: {
        observedGeneration: status.observedGeneration,
        desiredNumberScheduled: status.desired,
        updatedNumberScheduled: status.updated,
      },
    };
  },

  namespaces: (namespace) => ({ metadata: metadata(namespace) }),

  priorityClasses: ({ name, value, globalDefault, preemptionPolicy }) => ({
    metadata: { name },
    value,
    ...filled({ globalDefault, preemptionPolicy }),
  }),

  limitRanges: ({ defaultRequests, ...limitRange }) => ({
    metadata: metadata(limitRange),
    spec: { limits: [{ type: 'Container', defaultRequest: defaultRequests }] },
  }),

  runtimeClasses: ({ name, overhead, nodeSelector }) => ({
    metadata: { name },
    ...(overhead !== undefined && { overhead: { podFixed: overhead } }),
    scheduling: filled({ nodeSelector }),
  }),

  orders: orderObject,
};

/** All that a snapshot holds: a view has it. */
export type AllRecords = { readonly [K in ObjectKind]: () => Iterable<RecordOf[K]> };

function* section<K extends ObjectKind>(kind: K, records: Iterable<RecordOf[K]>): Generator<string> {
  let separator = '\n';
  yield `,\n${JSON.stringify(kind)}: [`;
  for (const record of records) {
    yield `${separator}${JSON.stringify(filled(WRITERS[kind](record)))}`;
    separator = ',\n';
  }
  yield '\n]';
}

/**
 * The text of a snapshot, object by object: one line each, so that files can be compared and searched. The projection of
 * Kubernetes objects reads them back.
 */
export function* writeSnapshot(records: AllRecords): Generator<string> {
  yield `{"apiVersion": "${SNAPSHOT_API_VERSION}", "kind": "${SNAPSHOT_KIND}"`;
  for (const kind of OBJECT_KINDS) yield* section(kind, records[kind]());
  yield '\n}\n';
}
