/** A DaemonSet whose room is kept, compiled once for all nodes. */
import type { SlimDaemonSet, SlimNode, SlimPod } from '../cluster/records.ts';
import type { ClusterView } from '../cluster/view.ts';
import { DEFAULT_PRIORITY, SYSTEM_PRIORITIES } from '../kube/priority.ts';
import type { Resources } from '../kube/requests.ts';
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
}

/** Every pod takes one place, whatever else it asks for. */
export const PODS = 'pods';

/** What stands for no surge at all. */
const NO_SURGE: ReadonlySet<number | string> = new Set([0, '0', '0%']);

export function compileDaemon(daemonSet: SlimDaemonSet, view: ClusterView): ProtectedDaemon {
  const { template, updateStrategy, templateGeneration } = daemonSet;
  const eligibility = compileEligibility(template.placement);
  const requests = withPlace(template.requests);
  const rolls = updateStrategy.type === 'RollingUpdate';
  return {
    daemonSet,
    priority: priorityOf(daemonSet, view),
    requests,
    surges: rolls && !NO_SURGE.has(updateStrategy.maxSurge),
    shouldRun: eligibility.shouldRun,
    belongsOn: (node) => eligibility.shouldRun(onceStarted(node)),
    neverFits: (node) =>
      [...requests].some(([resource, amount]) => amount > (node.allocatable.get(resource) ?? 0n)),
    // With OnDelete nothing is on its way: old pods stay until somebody deletes them.
    isOutdated: (pod) => rolls && templateGeneration !== '' && pod.templateGeneration !== templateGeneration,
  };
}

/** The requests of a pod, with the place that it takes. */
export function withPlace(requests: Resources): Resources {
  return new Map([...requests, [PODS, 1n]]);
}

function priorityOf({ template }: SlimDaemonSet, view: ClusterView): number {
  if (template.priority !== undefined) return template.priority;
  const name = template.priorityClassName;
  if (name !== '') return SYSTEM_PRIORITIES.get(name) ?? view.priorityClass(name)?.value ?? DEFAULT_PRIORITY;
  for (const { globalDefault, value } of view.priorityClasses()) if (globalDefault) return value;
  return DEFAULT_PRIORITY;
}
