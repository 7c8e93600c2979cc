/** What LimitRanges make containers ask for that say nothing: plugin/pkg/admission/limitranger of the API server. */
import type { Container, Maybe, ResourceList } from '../objects.ts';
import { compareAmounts, ZERO } from './amount.ts';
import { parseAmount } from './quantity.ts';
import type { PodResources } from './requests.ts';

export interface LimitRangeItem {
  readonly type: string;
  readonly min: ResourceList;
  readonly max: ResourceList;
  readonly default: ResourceList;
  readonly defaultRequest: ResourceList;
}

/**
 * What one LimitRange makes a container ask for. The API server has filled in `defaultRequest` from `default`, that from
 * `max`, and what is then still missing from `min` (SetDefaults_LimitRangeItem); an object from a file may lack it. Only
 * items of type Container have defaults, and of two the later counts.
 */
export function defaultRequestsOf(items: readonly LimitRangeItem[]): ResourceList {
  const lists = items
    .filter(({ type }) => type === 'Container')
    .flatMap(({ min, max, default: limit, defaultRequest }) => [min, max, limit, defaultRequest]);
  return Object.fromEntries(lists.flatMap(Object.entries));
}

/**
 * What several LimitRanges of a namespace may make a container ask for. The first that names a resource decides, but the
 * plugin goes over them in the random order of its cache: so the largest has to be reckoned with.
 */
export function largestDefaults(limitRanges: Iterable<ResourceList>): ResourceList {
  const largest = new Map<string, string | number>();
  for (const [name, quantity] of Array.from(limitRanges, (defaults) => Object.entries(defaults)).flat()) {
    const known = largest.get(name);
    if (known === undefined || isAbove(quantity, known)) largest.set(name, quantity);
  }
  return Object.fromEntries(largest);
}

function isAbove(a: string | number, b: string | number): boolean {
  return compareAmounts(parseAmount(String(a)) ?? ZERO, parseAmount(String(b)) ?? ZERO) > 0;
}

/** Init containers and sidecars get the defaults as well. */
export function withDefaultRequests(pod: PodResources, defaults: ResourceList): PodResources {
  const filled = (containers: Maybe<readonly Container[]>) =>
    (containers ?? []).map((container) => ({
      ...container,
      resources: { ...container.resources, requests: { ...defaults, ...container.resources?.requests } },
    }));
  return { ...pod, containers: filled(pod.containers), initContainers: filled(pod.initContainers) };
}
