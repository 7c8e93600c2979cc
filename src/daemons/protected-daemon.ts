/** A DaemonSet whose room is kept, compiled once for all nodes. */
import type { SlimDaemonSet, SlimNode, SlimPod } from '../cluster/records.ts';
import type { ClusterView } from '../cluster/view.ts';
import { DEFAULT_PRIORITY, SYSTEM_PRIORITIES } from '../kube/priority.ts';
import { PODS, type Resources } from '../kube/requests.ts';
import { compileEligibility } from './eligibility.ts';
import { onceStarted } from './passing-taints.ts';

export interface ProtectedDaemon {
  readonly daemonSet: SlimDaemonSet;
  readonly priority: number;
  /** What one pod of the template takes of a node, its place among the pods included. */
  readonly requests: Resources;
  /** A new pod starts beside the old one. */
  readonly surges: boolean;
  /** As the DaemonSet controller decides it now. */
  shouldRun(node: SlimNode): boolean;
  /** The same once the node has started. */
  belongsOn(node: SlimNode): boolean;
  /** The node would be too small even if it were empty. */
  neverFits(node: SlimNode): boolean;
  /** Runs another template than the newest, which is on its way to every node. */
  isOutdated(pod: SlimPod): boolean;
  /**
   * Learns from a pod of the newest template how its revision is called, and what it really asks for: a LimitRange or a
   * RuntimeClass may have added something. True when that is news.
   */
  learnFrom(pod: SlimPod): boolean;
}

/** What stands for no surge at all. */
const NO_SURGE: ReadonlySet<number | string> = new Set([0, '0', '0%']);

export function compileDaemon(daemonSet: SlimDaemonSet, view: ClusterView): ProtectedDaemon {
  const { template, updateStrategy, templateGeneration } = daemonSet;
  const eligibility = compileEligibility(template.placement);
  let requests = withPlace(template.requests);
  const rolls = updateStrategy.type === 'RollingUpdate';
  // After a rollback pods of the older revision are the newest again, whatever generation they carry.
  let revision = '';
  const learnFrom = (pod: SlimPod) => {
    const isIts = pod.namespace === daemonSet.namespace && pod.tenant === daemonSet.tenant;
    if (!isIts || pod.templateGeneration !== templateGeneration || pod.revisionHash === revision)
      return false;
    revision = pod.revisionHash;
    requests = largest(requests, withPlace(pod.requests));
    return true;
  };
  for (const pod of view.podsOfOwner(daemonSet.uid)) learnFrom(pod);
  return {
    daemonSet,
    priority: priorityOf(daemonSet, view),
    get requests() {
      return requests;
    },
    surges: rolls && !NO_SURGE.has(updateStrategy.maxSurge),
    shouldRun: eligibility.shouldRun,
    belongsOn: (node) => eligibility.shouldRun(onceStarted(node)),
    neverFits: (node) =>
      [...requests].some(([resource, amount]) => amount > (node.allocatable.get(resource) ?? 0n)),
    // With OnDelete nothing is on its way: old pods stay until somebody deletes them.
    isOutdated: (pod) =>
      rolls &&
      templateGeneration !== '' &&
      pod.templateGeneration !== templateGeneration &&
      (revision === '' || pod.revisionHash !== revision) &&
      !isRolledOut(view.daemonSetByUid(daemonSet.uid) ?? daemonSet),
    learnFrom,
  };
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

/** The requests of a pod, with the place that it takes. */
export function withPlace(requests: Resources): Resources {
  return new Map([...requests, [PODS, 1n]]);
}

function priorityOf({ template }: SlimDaemonSet, view: ClusterView): number {
  if (template.priority !== undefined) return template.priority;
  const name = template.priorityClassName;
  if (name !== '') return SYSTEM_PRIORITIES.get(name) ?? view.priorityClass(name)?.value ?? DEFAULT_PRIORITY;
  // There should be one at the most; of several the API server takes the lowest.
  const defaults = [...view.priorityClasses()].filter(({ globalDefault }) => globalDefault);
  return defaults.length === 0 ? DEFAULT_PRIORITY : Math.min(...defaults.map(({ value }) => value));
}
