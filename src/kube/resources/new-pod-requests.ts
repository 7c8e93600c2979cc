/** What a pod will ask for that is made from a template, once the API server's own admission has completed it. */
import type { ResourceList } from '../objects.ts';
import { largestDefaults, withDefaultRequests } from './limit-range.ts';
import { type PodResources, podRequests, type Resources } from './requests.ts';

/** What admission knows beyond the template. */
export interface Surroundings {
  /** Of each LimitRange of the namespace, what it makes containers ask for. */
  readonly limitRanges: readonly ResourceList[];
  /** Of the pod's RuntimeClass, if it has one that says so. */
  readonly overhead: ResourceList | undefined;
}

/**
 * In the order of the API server: limits have stood in for requests when the pod was decoded (`request-defaults.ts`),
 * then come LimitRanger and RuntimeClass (AllOrderedPlugins in pkg/kubeapiserver/options/plugins.go). A RuntimeClass that
 * has an overhead sets it whatever the template says: another one would be refused.
 */
export function newPodRequests(template: PodResources, { limitRanges, overhead }: Surroundings): Resources {
  const limited =
    limitRanges.length === 0 ? template : withDefaultRequests(template, largestDefaults(limitRanges));
  return podRequests({ ...limited, overhead: overhead ?? template.overhead });
}
