/** An Order in its own form, with only the fields that decisions read. */
import type { JsonObject } from '../../json/object.ts';
import { goDurationText } from '../../kube/duration.ts';
import type { SlimOrder, SlimOrderOwner } from '../order-record.ts';
import { filled, metadata, quantities, selectorObject, timeText } from './slim-fields.ts';

export function orderObject(order: SlimOrder): JsonObject {
  const { paused, enforcement, strategy, template, owners, status, created, generation } = order;
  const { durationMs, startAt, requests, placement, priorityClassName, schedulerName } = template;
  return {
    metadata: metadata(order, { creationTimestamp: timeText(created), generation }),
    spec: filled({
      daemonSet: true,
      paused,
      enforcement,
      strategy: filled({ ...strategy }),
      template: {
        spec: filled({
          duration: goDurationText(durationMs),
          startTime: timeText(startAt),
          resources: filled({ requests: quantities(requests) }),
          ...placement,
          priorityClassName,
          schedulerName,
        }),
      },
      owners: owners.map(ownerObject),
    }),
    status: filled({
      observedGeneration: status.observedGeneration,
      periodStart: timeText(status.periodStart),
    }),
  };
}

function ownerObject({ namespace, group, kind, name, selector }: SlimOrderOwner): JsonObject {
  return filled({
    namespace,
    apiVersion: group === '' ? 'v1' : `${group}/v1`,
    kind,
    name,
    // An empty one takes every pod, and none at all the same: but they are not the same text.
    ...(selector && { selector: { ...selectorObject(selector), matchLabels: selector.matchLabels } }),
  });
}
