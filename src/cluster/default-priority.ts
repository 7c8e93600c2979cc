/** The priority that a class gives, and the PriorityClass of pods that name none. */
import { DEFAULT_PRIORITY, SYSTEM_PRIORITIES } from '../kube/priority.ts';
import type { SlimPriorityClass } from './records.ts';
import type { PartitionView } from './view.ts';

/**
 * Two writers at once can make two defaults: the lowest counts, as in Kubernetes' Priority admission plugin
 * (plugin/pkg/admission/priority, getDefaultPriorityClass). Of equal ones that takes the first of an unordered list.
 */
export function defaultPriorityClass(
  view: Pick<PartitionView, 'priorityClasses'>,
): SlimPriorityClass | undefined {
  let lowest: SlimPriorityClass | undefined;
  for (const each of view.priorityClasses()) {
    if (each.globalDefault && (lowest === undefined || each.value < lowest.value)) lowest = each;
  }
  return lowest;
}

/** What the API server writes into pods that name the class; empty is none. */
export function classPriority(
  name: string,
  view: Pick<PartitionView, 'priorityClass' | 'priorityClasses'>,
): number {
  if (name !== '') return SYSTEM_PRIORITIES.get(name) ?? view.priorityClass(name)?.value ?? DEFAULT_PRIORITY;
  return defaultPriorityClass(view)?.value ?? DEFAULT_PRIORITY;
}
