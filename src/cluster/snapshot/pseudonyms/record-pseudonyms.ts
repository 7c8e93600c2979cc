/**
 * All records of a view with pseudonyms in place of names. Each field is written by itself: one that is new does not pass
 * unseen.
 */
import type { HostPort } from '../../../kube/host-ports.ts';
import type { Labels } from '../../../kube/objects.ts';
import type {
  ObjectKind,
  RecordOf,
  SlimDaemonSet,
  SlimPod,
  SlimPodTemplate,
  SlimQueueing,
} from '../../records.ts';
import type { AllRecords } from '../slim-format.ts';
import { orderPseudonyms } from './order-pseudonyms.ts';
import {
  amountPseudonyms,
  labelPseudonyms,
  listPseudonyms,
  placementPseudonyms,
  resourcePseudonyms,
  selectorPseudonyms,
  taintPseudonyms,
} from './placement-pseudonyms.ts';
import type { Pseudonyms } from './pseudonyms.ts';

const NAMESPACE_LABEL = 'kubernetes.io/metadata.name';

export function withPseudonyms(records: AllRecords, names: Pseudonyms): AllRecords {
  const all =
    <K extends ObjectKind>(kind: K) =>
    () =>
      mapped(records[kind](), (record) => RENAMED[kind](record, names));
  return {
    nodes: all('nodes'),
    pods: all('pods'),
    daemonSets: all('daemonSets'),
    namespaces: all('namespaces'),
    priorityClasses: all('priorityClasses'),
    limitRanges: all('limitRanges'),
    runtimeClasses: all('runtimeClasses'),
    orders: all('orders'),
  };
}

function* mapped<A, B>(items: Iterable<A>, map: (item: A) => B): Iterable<B> {
  for (const item of items) yield map(item);
}

const RENAMED: { readonly [K in ObjectKind]: (record: RecordOf[K], names: Pseudonyms) => RecordOf[K] } = {
  nodes: (node, names) => ({
    partition: node.partition,
    name: names.node(node.name),
    uid: names.uid(node.uid),
    labels: labelPseudonyms(node.labels, names),
    taints: node.taints.map((taint) => taintPseudonyms(taint, names)),
    allocatable: amountPseudonyms(node.allocatable, names),
    ready: node.ready,
    unschedulable: node.unschedulable,
  }),
  pods: podPseudonyms,
  daemonSets: daemonSetPseudonyms,
  namespaces: ({ partition, name, tenant, labels, annotations }, names) => ({
    partition,
    name: names.namespace(name),
    tenant: names.tenant(tenant),
    labels: namespaceLabels(labels, names),
    annotations: marked(annotations, names.known.tenantAnnotations, (value) => names.project(value)),
  }),
  priorityClasses: ({ partition, name, value, globalDefault, preemptionPolicy }, names) => ({
    partition,
    name: names.priorityClass(name),
    value,
    globalDefault,
    preemptionPolicy,
  }),
  limitRanges: ({ partition, namespace, name, tenant, defaultRequests }, names) => ({
    partition,
    namespace: names.namespace(namespace),
    name: names.limitRange(name),
    tenant: names.tenant(tenant),
    defaultRequests: listPseudonyms(defaultRequests, names),
  }),
  runtimeClasses: ({ partition, name, overhead, nodeSelector }, names) => ({
    partition,
    name: names.runtimeClass(name),
    overhead: overhead && listPseudonyms(overhead, names),
    nodeSelector: labelPseudonyms(nodeSelector, names),
  }),
  orders: orderPseudonyms,
};

function podPseudonyms(pod: SlimPod, names: Pseudonyms): SlimPod {
  return {
    partition: pod.partition,
    uid: names.uid(pod.uid),
    namespace: names.namespace(pod.namespace),
    name: names.pod(pod.name),
    tenant: names.tenant(pod.tenant),
    nodeName: names.node(pod.nodeName),
    phase: pod.phase,
    ready: pod.ready,
    terminating: pod.terminating,
    priority: pod.priority,
    owner: pod.owner && { ...names.owner(pod.owner), uid: names.uid(pod.owner.uid) },
    labels: podLabels(pod.labels, names),
    requests: amountPseudonyms(pod.requests, names),
    waitsToGrow: pod.waitsToGrow,
    hostPorts: portPseudonyms(pod.hostPorts, names),
    revisionHash: pod.revisionHash,
    templateGeneration: pod.templateGeneration,
    placement: pod.placement && placementPseudonyms(pod.placement, names),
    resourceVersion: pod.resourceVersion,
    repelsPods: pod.repelsPods,
    nominatedNode: names.node(pod.nominatedNode),
    schedulerName: names.scheduler(pod.schedulerName),
    waitsBeforeBinding: pod.waitsBeforeBinding,
    targetAnnotation: names.node(pod.targetAnnotation),
    queueing: pod.queueing && queueingPseudonyms(pod.queueing, names),
    startedAt: pod.startedAt,
  };
}

function queueingPseudonyms(
  { gates, tried, createdAt, group }: SlimQueueing,
  names: Pseudonyms,
): SlimQueueing {
  return { gates, tried, createdAt, group: names.group(group) };
}

/** The names of revisions are hashes, by which a rollout is followed. */
const REVISION_LABELS: ReadonlySet<string> = new Set(['controller-revision-hash', 'pod-template-generation']);

function podLabels(labels: Labels, names: Pseudonyms): Labels {
  const revisions = Object.entries(labels).filter(([key]) => REVISION_LABELS.has(key));
  return { ...labelPseudonyms(labels, names), ...Object.fromEntries(revisions) };
}

function daemonSetPseudonyms(set: SlimDaemonSet, names: Pseudonyms): SlimDaemonSet {
  return {
    partition: set.partition,
    uid: names.uid(set.uid),
    namespace: names.namespace(set.namespace),
    name: names.daemonSet(set.name),
    tenant: names.tenant(set.tenant),
    selector: selectorPseudonyms(set.selector, names),
    template: templatePseudonyms(set.template, names),
    templateGeneration: set.templateGeneration,
    updateStrategy: set.updateStrategy,
    terminating: set.terminating,
    generation: set.generation,
    status: set.status,
  };
}

function templatePseudonyms(template: SlimPodTemplate, names: Pseudonyms): SlimPodTemplate {
  return {
    labels: labelPseudonyms(template.labels, names),
    placement: placementPseudonyms(template.placement, names),
    resources: resourcePseudonyms(template.resources, names),
    hostPorts: portPseudonyms(template.hostPorts, names),
    runtimeClassName: names.runtimeClass(template.runtimeClassName),
    priorityClassName: names.priorityClass(template.priorityClassName),
    priority: template.priority,
  };
}

function portPseudonyms(ports: readonly HostPort[], names: Pseudonyms): HostPort[] {
  return ports.map(({ protocol, hostIP, hostPort }) => ({
    protocol,
    hostIP: names.address(hostIP),
    hostPort,
  }));
}

/** Only what says whose a namespace is. */
function namespaceLabels(labels: Labels, names: Pseudonyms): Labels {
  const { tenantLabels, tenantSuffixes, tenant } = names.known;
  const ofAncestors = Object.entries(labels).flatMap(([key, depth]) => {
    const suffix = tenantSuffixes.find((end) => key.endsWith(end));
    if (suffix === undefined) return [];
    const ancestor = key.slice(0, -suffix.length);
    return [[`${tenant(ancestor) ? ancestor : names.namespace(ancestor)}${suffix}`, depth]];
  });
  const own = labels[NAMESPACE_LABEL];
  return {
    ...(own && { [NAMESPACE_LABEL]: names.namespace(own) }),
    ...marked(labels, tenantLabels, (value) => names.tenant(value)),
    ...Object.fromEntries(ofAncestors),
  };
}

function marked(marks: Labels, keys: readonly string[], renamed: (value: string) => string): Labels {
  return Object.fromEntries(
    Object.entries(marks).flatMap(([key, value]) =>
      keys.includes(key) ? [[key, renamed(String(value))]] : [],
    ),
  );
}
