/** A DaemonSet whose room is kept, compiled once for all nodes. */
import { classPriority } from '../../cluster/default-priority.ts';
import type { SlimDaemonSet, SlimNode, SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { compileEligibility } from '../../daemons/eligibility.ts';
import { type IsStartupTaint, onceStarted } from '../../daemons/startup-taints.ts';
import { compileNodeAffinity } from '../../kube/matching/node-affinity.ts';
import { isAppsDaemonSetOwner } from '../../kube/metadata/owners.ts';
import { shortagesFor } from '../../kube/resources/fits.ts';
import { newPodRequests } from '../../kube/resources/new-pod-requests.ts';
import { withPlace } from '../../kube/resources/place.ts';
import type { Resources } from '../../kube/resources/requests.ts';
import { isNoSurge } from '../../kube/workloads/surge.ts';
import { CommonRequests } from './common-requests.ts';

export interface ProtectedDaemon {
  readonly daemonSet: SlimDaemonSet;
  readonly priority: number;
  /** What a new pod takes of a node, its place among the pods included. */
  readonly requests: Resources;
  /** A new pod starts beside the old one. */
  readonly surges: boolean;
  /** As the DaemonSet controller decides it now. */
  shouldRun(node: SlimNode): boolean;
  /** The same once the node has started, if its pod can run there at all. */
  belongsOn(node: SlimNode): boolean;
  /** The node would be too small even if it were empty. */
  neverFits(node: SlimNode): boolean;
  /** Runs another template than the newest, which is on its way to every node. */
  isOutdated(pod: SlimPod): boolean;
  /**
   * Learns from a pod of the newest template how its revision is called, and what its pods really ask for. What LimitRanges
   * and its RuntimeClass add is known beforehand; this is for what other mutating webhooks add, and for clusters that do
   * not show us those kinds. It only ever raises: while all pods ask for more than a LimitRange now says, that much is held.
   * True when there is news.
   */
  learnFrom(pod: SlimPod): boolean;
  /**
   * Learns anew from those that are there, because one has gone or asks for something else: what it alone was, made while a
   * webhook was down say, is not to stay for good. What the last one has shown stays known.
   */
  learnAnew(): boolean;
}

const NOTHING: Resources = new Map();

export function compileDaemon(
  daemonSet: SlimDaemonSet,
  view: ClusterView,
  isStartupTaint: IsStartupTaint,
): ProtectedDaemon {
  const { template, updateStrategy, templateGeneration, partition } = daemonSet;
  const eligibility = compileEligibility(template.placement);
  // The controller goes by the template alone; admission puts this into the pod, and then the scheduler goes by it.
  const { nodeSelector } = view.within(partition).runtimeClass(template.runtimeClassName) ?? {};
  const runtimeNodes = compileNodeAffinity({ nodeSelector });
  const ofNewPod = withPlace(requestsOfNewPod(daemonSet, view));
  let requests = ofNewPod;
  let shortages = shortagesFor(requests);
  const rolls = updateStrategy.type === 'RollingUpdate';
  // After a rollback pods of the older revision are the newest again, whatever generation they carry.
  let revision = '';
  let shown = new CommonRequests();
  const isNewest = (pod: SlimPod) =>
    pod.templateGeneration === templateGeneration && pod.revisionHash !== '' && belongsTo(pod, daemonSet);
  const apply = () => {
    requests = largest(ofNewPod, withPlace(shown.amounts));
    shortages = shortagesFor(requests);
    return true;
  };
  const learnFrom = (pod: SlimPod) => {
    if (!isNewest(pod)) return false;
    if (pod.revisionHash !== revision) shown = new CommonRequests();
    revision = pod.revisionHash;
    return shown.add(pod.requests) && apply();
  };
  const learnAnew = () => {
    const before = shown.amounts;
    const again = new CommonRequests();
    for (const pod of view.podsOfOwner(daemonSet.uid)) if (isNewest(pod)) again.add(pod.requests);
    if (again.amounts.size === 0) return false;
    shown = again;
    return !isSameAmounts(before, shown.amounts) && apply();
  };
  for (const pod of view.podsOfOwner(daemonSet.uid)) learnFrom(pod);
  return {
    daemonSet,
    priority: priorityOf(daemonSet, view),
    get requests() {
      return requests;
    },
    surges: rolls && !isNoSurge(updateStrategy.maxSurge),
    shouldRun: eligibility.shouldRun,
    belongsOn: (node) =>
      runtimeNodes.matches(node) && eligibility.shouldRun(onceStarted(node, isStartupTaint)),
    neverFits: ({ allocatable }) => shortages({ allocatable, requested: NOTHING, podCount: 0 }).length > 0,
    // With OnDelete nothing is on its way: old pods stay until somebody deletes them.
    isOutdated: (pod) =>
      rolls &&
      templateGeneration !== '' &&
      pod.templateGeneration !== templateGeneration &&
      (revision === '' || pod.revisionHash !== revision) &&
      !isRolledOut(view.daemonSetByUid(daemonSet.uid) ?? daemonSet),
    learnFrom,
    learnAnew,
  };
}

/** Without the place that it takes among the pods. */
export function requestsOfNewPod(
  { template, namespace, tenant, partition }: SlimDaemonSet,
  view: ClusterView,
): Resources {
  const own = view.within(partition);
  const limitRanges = Array.from(own.limitRangesIn(namespace, tenant), (limits) => limits.defaultRequests);
  const overhead = own.runtimeClass(template.runtimeClassName)?.overhead;
  return newPodRequests(template.resources, { limitRanges, overhead });
}

/**
 * Anybody who may write pods can write an owner reference, but only in a namespace of his own: so the uid alone proves
 * nothing.
 */
export function belongsTo(
  { owner, partition, namespace, tenant }: SlimPod,
  daemonSet: SlimDaemonSet,
): boolean {
  return (
    owner?.uid === daemonSet.uid &&
    isAppsDaemonSetOwner(owner) &&
    namespace === daemonSet.namespace &&
    tenant === daemonSet.tenant &&
    partition === daemonSet.partition
  );
}

/** Its controller has seen the newest spec, and counts every pod as one of it. */
export function isRolledOut({ generation, status }: SlimDaemonSet): boolean {
  return status.observedGeneration >= generation && status.updated >= status.desired;
}

/** Of each resource the larger amount. */
export function largest(a: Resources, b: Resources): Resources {
  const most = new Map(a);
  for (const [resource, amount] of b) if (amount > (most.get(resource) ?? 0n)) most.set(resource, amount);
  return most;
}

function isSameAmounts(a: Resources, b: Resources): boolean {
  return a.size === b.size && [...a].every(([resource, amount]) => b.get(resource) === amount);
}

/** The API server writes it into the pods, from the class that is there when they are made. */
export function priorityOf({ template, partition }: SlimDaemonSet, view: ClusterView): number {
  if (template.priority !== undefined) return template.priority;
  return classPriority(template.priorityClassName, view.within(partition));
}
