/** Completes daemon pods of other makers than the DaemonSet controller: the pin to their node, and the tolerations. */
import { isDeepStrictEqual } from 'node:util';
import type { Operation } from 'fast-json-patch';
import { TARGET_NODE_ANNOTATION } from '../kube/metadata/annotations.ts';
import { dnsSubdomainProblems } from '../kube/metadata/names.ts';
import type { Pod, PodSpec } from '../kube/objects.ts';
import { setAt } from './patch.ts';
import { addPin, otherPin } from './pin.ts';
import { withDaemonTolerations } from './tolerations.ts';

export interface PodCompletion {
  readonly operations: readonly Operation[];
  /** Why a target that was named is not followed; empty when it is, or when there is none. */
  readonly problem: string;
}

const NOTHING: PodCompletion = { operations: [], problem: '' };

/**
 * `mayTarget`: the pod's tenant may make pods for a node. Never weakens what the pod asks for, never moves a pin, and
 * has nothing to say a second time.
 */
export function completePod(pod: Pod, mayTarget: boolean): PodCompletion {
  const target = pod.metadata?.annotations?.[TARGET_NODE_ANNOTATION];
  if (!target) return NOTHING;
  if (!mayTarget) return refused('only the system tenant may name a target node');
  if (dnsSubdomainProblems(target).length > 0)
    return refused(`${JSON.stringify(target)} is no name of a node`);
  const spec = pod.spec ?? {};
  const other = otherNode(spec, target);
  if (other !== undefined) {
    return refused(`the pod is tied to ${JSON.stringify(other)} already, and a pin is never moved`);
  }
  return {
    operations: [...pinOperations(pod, spec, target), ...tolerationOperations(pod, spec)],
    problem: '',
  };
}

/**
 * What else the pod is tied to. Not only its first pin counts: where one term names the target and one another node, the
 * scheduler could take either, and the pod would have the tolerations of a daemon on a node that is not its own.
 */
function otherNode({ nodeName, affinity }: PodSpec, target: string): string | undefined {
  if (nodeName) return nodeName === target ? undefined : nodeName;
  const other = otherPin(affinity, target);
  return other && (other.values ?? []).join(', ');
}

/** With nodeName the scheduler is not asked, so a pin would say nothing. */
function pinOperations(pod: Pod, spec: PodSpec, target: string): Operation[] {
  if (spec.nodeName) return [];
  const affinity = addPin(spec.affinity, target);
  if (affinity === spec.affinity) return [];
  const path = ['spec', 'affinity', 'nodeAffinity', 'requiredDuringSchedulingIgnoredDuringExecution'];
  return [setAt(pod, path, affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution)];
}

/**
 * The whole list at once: a toleration that the API server has put there already (300 s for a node that is not ready)
 * is replaced where it stands, because eviction goes by the first that matches.
 */
function tolerationOperations(pod: Pod, spec: PodSpec): Operation[] {
  const tolerations = withDaemonTolerations(spec);
  if (isDeepStrictEqual(tolerations, spec.tolerations ?? [])) return [];
  return [setAt(pod, ['spec', 'tolerations'], tolerations)];
}

function refused(problem: string): PodCompletion {
  return { operations: [], problem };
}
