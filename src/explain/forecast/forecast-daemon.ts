/** The DaemonSet that is forecast: what its next pods will be like, and what of it is there already. */
import { isDeepStrictEqual } from 'node:util';
import { defaultPriorityClass } from '../../cluster/default-priority.ts';
import { isTerminal, type SlimDaemonSet, type SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { compileEligibility, type Eligibility } from '../../daemons/eligibility.ts';
import type { IsStartupTaint } from '../../daemons/startup-taints.ts';
import {
  belongsTo,
  compileDaemon,
  priorityOf,
  requestsOfNewPod,
} from '../../headroom/protected/protected-daemon.ts';
import { compileNodeAffinity, type NodeMatcher } from '../../kube/matching/node-affinity.ts';
import { withPlace } from '../../kube/resources/place.ts';
import type { Resources } from '../../kube/resources/requests.ts';
import { isNoSurge } from '../../kube/workloads/surge.ts';
import type { ForecastQuestion } from '../../policy/rules/forecast.ts';

export interface ForecastDaemon {
  readonly daemonSet: SlimDaemonSet;
  /** As the cluster has it; undefined when it is new. */
  readonly before: SlimDaemonSet | undefined;
  /** Its pods will be others than those that run: in what their place depends on, or by the word of who asks. */
  readonly isChanged: boolean;
  /** What a new pod takes of its node, its place among the pods included. */
  readonly requests: Resources;
  readonly priority: number;
  /** On a full node it may evict pods of lower priority. */
  readonly preempts: boolean;
  /** A new pod starts beside the old one. */
  readonly surges: boolean;
  readonly eligibility: Eligibility;
  /** Where its RuntimeClass is; admission puts that into the pods, which are made on all eligible nodes all the same. */
  readonly runtimeNodes: NodeMatcher;
  /** Its pods that have a node, by the node's name. */
  readonly running: ReadonlyMap<string, readonly SlimPod[]>;
}

const NO_PODS: ReadonlyMap<string, readonly SlimPod[]> = new Map();

export function forecastDaemon(
  { daemonSet: written, replaces = false }: ForecastQuestion,
  view: ClusterView,
  isStartupTaint: IsStartupTaint,
): ForecastDaemon {
  const before = knownAs(written, view);
  const isSame = before !== undefined && isDeepStrictEqual(before.template, written.template);
  // Nothing that runs shows what a template asks for that nobody has run yet.
  const requests = isSame
    ? compileDaemon(before, view, isStartupTaint).requests
    : withPlace(requestsOfNewPod(written, view));
  const { template, updateStrategy, partition } = written;
  const { nodeSelector } = view.within(partition).runtimeClass(template.runtimeClassName) ?? {};
  return {
    daemonSet: before === undefined ? written : { ...written, uid: before.uid },
    before,
    isChanged: !isSame || replaces,
    requests,
    priority: priorityOf(written, view),
    preempts: preemptionPolicyOf(written, view) !== 'Never',
    surges: updateStrategy.type === 'RollingUpdate' && !isNoSurge(updateStrategy.maxSurge),
    eligibility: compileEligibility(template.placement),
    runtimeNodes: compileNodeAffinity({ nodeSelector }),
    running: before === undefined ? NO_PODS : runningPods(before, view),
  };
}

/** The one of the same name: a manifest says no uid. */
function knownAs(written: SlimDaemonSet, view: ClusterView): SlimDaemonSet | undefined {
  for (const known of view.daemonSets()) if (isCalledAs(known, written)) return known;
  return undefined;
}

/** By the parts of its key: to put the keys of all DaemonSets together takes longer than all else of a small forecast. */
function isCalledAs(known: SlimDaemonSet, { name, namespace, tenant, partition }: SlimDaemonSet): boolean {
  return (
    known.name === name &&
    known.namespace === namespace &&
    known.tenant === tenant &&
    known.partition === partition
  );
}

/** The class alone says it: a pod that says otherwise is refused (plugin/pkg/admission/priority). */
function preemptionPolicyOf({ template, partition }: SlimDaemonSet, view: ClusterView): string {
  const classes = view.within(partition);
  const name = template.priorityClassName;
  const named = name === '' ? defaultPriorityClass(classes) : classes.priorityClass(name);
  return named?.preemptionPolicy ?? '';
}

function runningPods(daemonSet: SlimDaemonSet, view: ClusterView): ReadonlyMap<string, readonly SlimPod[]> {
  const pods = [...view.podsOfOwner(daemonSet.uid)].filter(
    (pod) => pod.nodeName !== '' && !isTerminal(pod) && belongsTo(pod, daemonSet),
  );
  return Map.groupBy(pods, ({ nodeName }) => nodeName);
}
