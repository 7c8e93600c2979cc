/** What of an unbound pod says whether it waits for its scheduler, and for whose gates. */
import { isObject } from '../../json/object.ts';
import { gatesOf, groupOf } from '../../kube/scheduling-gates.ts';
import type { SlimQueueing } from '../records.ts';
import type { Fields } from './fields.ts';

/** The API server writes it on new pods with gates, and nobody takes it off together with them. */
const GATED = 'SchedulingGated';

export function queueingOf(meta: Fields, spec: Fields, status: Fields): SlimQueueing {
  return {
    gates: gatesOf(spec.list('schedulingGates')),
    tried: isTried(status),
    createdAt: meta.seconds('creationTimestamp') ?? 0,
    group: meta.share(groupOf(meta.value.labels, spec.value)),
  };
}

/** Only a scheduler says any other reason, or names a node that it means. */
function isTried(status: Fields): boolean {
  if (status.text('nominatedNodeName') !== '') return true;
  return status
    .list('conditions')
    .some(
      (condition) =>
        isObject(condition) &&
        condition.type === 'PodScheduled' &&
        condition.status === 'False' &&
        condition.reason !== GATED,
    );
}
