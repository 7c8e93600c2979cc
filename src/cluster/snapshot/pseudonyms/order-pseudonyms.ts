/** An Order with pseudonyms in place of names, so that it still means the same pods and nodes. */
import type { SlimOrder, SlimOrderOwner, SlimOrderTemplate } from '../../order-record.ts';
import { amountPseudonyms, placementPseudonyms, selectorPseudonyms } from './placement-pseudonyms.ts';
import type { Pseudonyms } from './pseudonyms.ts';

export function orderPseudonyms(order: SlimOrder, names: Pseudonyms): SlimOrder {
  return {
    partition: order.partition,
    uid: names.uid(order.uid),
    namespace: names.namespace(order.namespace),
    name: names.order(order.name),
    tenant: names.tenant(order.tenant),
    created: order.created,
    generation: order.generation,
    terminating: order.terminating,
    paused: order.paused,
    enforcement: order.enforcement,
    strategy: order.strategy,
    template: templatePseudonyms(order.template, names),
    owners: order.owners.map((owner) => ownerPseudonyms(owner, names)),
    status: order.status,
  };
}

function templatePseudonyms(template: SlimOrderTemplate, names: Pseudonyms): SlimOrderTemplate {
  return {
    durationMs: template.durationMs,
    startAt: template.startAt,
    requests: amountPseudonyms(template.requests, names),
    placement: placementPseudonyms(template.placement, names),
    priorityClassName: names.priorityClass(template.priorityClassName),
    schedulerName: names.scheduler(template.schedulerName),
  };
}

/** A controller is called here as it is in the pods that it controls. */
function ownerPseudonyms(
  { namespace, selector, ...owner }: SlimOrderOwner,
  names: Pseudonyms,
): SlimOrderOwner {
  const isPod = owner.kind === 'Pod' && owner.group === '';
  const named = isPod ? { ...owner, name: names.pod(owner.name) } : names.owner(owner);
  return {
    namespace: names.namespace(namespace),
    ...named,
    selector: selector && selectorPseudonyms(selector, names),
  };
}
