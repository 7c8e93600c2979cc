/**
 * What the API server makes of limits without requests when it decodes a pod, before any admission: SetDefaults_Pod and
 * defaultPodRequests in pkg/apis/core/v1/defaults.go. A template is stored as it was written.
 */
import type { Container, Maybe } from '../objects.ts';
import { isHugePages, isPodLevelResource, type PodResources } from './requests.ts';

type PodLevel = PodResources['resources'];

/** What has only a limit asks for as much. Limits have then said all they have to say, and are left out. */
export function withRequestsFromLimits(pod: PodResources): PodResources {
  const containers = filled(pod.containers);
  const initContainers = filled(pod.initContainers);
  // Hardly any pod has limits as a whole: only then it matters what its containers ask for.
  const isLimited = Object.keys(pod.resources?.limits ?? {}).length > 0;
  const asked = isLimited ? [...containers, ...initContainers].flatMap(requestedBy) : [];
  return { ...pod, containers, initContainers, resources: podLevelRequests(pod.resources, asked) };
}

function filled(containers: Maybe<readonly Container[]>): Container[] {
  return (containers ?? []).map(({ resources, ...rest }) => ({
    ...rest,
    resources: { requests: { ...resources?.limits, ...resources?.requests } },
  }));
}

function requestedBy({ resources }: Container): string[] {
  return Object.keys(resources?.requests ?? {});
}

/**
 * The pod as a whole asks for what its containers ask for, or for its limit where they ask for nothing. Huge pages cannot
 * be overcommitted: of them it always asks for its limit.
 */
function podLevelRequests(podLevel: PodLevel, asked: readonly string[]): PodLevel {
  const fromLimits = Object.entries(podLevel?.limits ?? {}).filter(
    ([name]) => isPodLevelResource(name) && (isHugePages(name) || !asked.includes(name)),
  );
  return { requests: { ...Object.fromEntries(fromLimits), ...podLevel?.requests } };
}
