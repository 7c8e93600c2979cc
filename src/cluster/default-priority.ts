/** The PriorityClass of pods that name none. */
import type { SlimPriorityClass } from './records.ts';
import type { ClusterView } from './view.ts';

/**
 * Two writers at once can make two defaults: the lowest counts, as in Kubernetes' Priority admission plugin
 * (plugin/pkg/admission/priority, getDefaultPriorityClass). Of equal ones that takes the first of an unordered list.
 */
export function defaultPriorityClass(
  view: Pick<ClusterView, 'priorityClasses'>,
): SlimPriorityClass | undefined {
  const defaults = [...view.priorityClasses()].filter(({ globalDefault }) => globalDefault);
  return defaults.toSorted((a, b) => a.value - b.value)[0];
}
