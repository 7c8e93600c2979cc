/** Projects a whole DaemonSet to what decisions read of it. */
import { isObject, type JsonObject } from '../../json/object.ts';
import { DEFAULT_UPDATE_STRATEGY } from '../../kube/daemonset-defaults.ts';
import { scopedKey } from '../object-key.ts';
import type { SlimDaemonSet, SlimDaemonSetStatus, SlimPodTemplate, SlimUpdateStrategy } from '../records.ts';
import { Fields } from './fields.ts';
import { placementOf } from './placement.ts';
import { type RequestsReader, requestsReader } from './requests.ts';
import type { ShareText } from './sharing.ts';

export const TEMPLATE_GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation';

/** The API server does this to pods and not to templates: what has only a limit asks for as much. */
function withRequestsFromLimits({ value, path, share }: Fields): Fields {
  const filled = (containers: unknown) =>
    Array.isArray(containers)
      ? containers.map((container: unknown) => {
          const resources = isObject(container) ? container.resources : undefined;
          if (!isObject(container) || !isObject(resources) || !isObject(resources.limits)) return container;
          const requests = isObject(resources.requests) ? resources.requests : {};
          return { ...container, resources: { requests: { ...resources.limits, ...requests } } };
        })
      : containers;
  const { containers, initContainers } = value;
  const spec = { ...value, containers: filled(containers), initContainers: filled(initContainers) };
  return new Fields(spec, path, share);
}

function templateOf(template: Fields, requestsOf: RequestsReader): SlimPodTemplate {
  const spec = template.object('spec');
  return {
    placement: placementOf(spec),
    requests: requestsOf(withRequestsFromLimits(spec)),
    priorityClassName: spec.shared('priorityClassName'),
    priority: spec.integer('priority'),
  };
}

function strategyOf(strategy: Fields): SlimUpdateStrategy {
  const rolling = strategy.object('rollingUpdate');
  const { type, maxSurge } = DEFAULT_UPDATE_STRATEGY;
  return {
    type: strategy.text('type') || type,
    maxSurge: rolling.integerOrText('maxSurge') ?? maxSurge,
  };
}

function statusOf(status: Fields): SlimDaemonSetStatus {
  const count = (name: string) => status.integer(name) ?? 0;
  return {
    observedGeneration: count('observedGeneration'),
    desired: count('desiredNumberScheduled'),
    updated: count('updatedNumberScheduled'),
  };
}

export function daemonSetProjection(share: ShareText): (set: JsonObject) => SlimDaemonSet {
  const requestsOf = requestsReader();

  return (value) => {
    const set = new Fields(value, '', share);
    const meta = set.object('metadata');
    const spec = set.object('spec');
    const tenant = meta.shared('tenant');
    const namespace = share(meta.required('namespace'));
    const name = meta.required('name');
    return {
      uid: meta.text('uid') || scopedKey(tenant, namespace, name),
      namespace,
      name,
      tenant,
      template: templateOf(spec.object('template'), requestsOf),
      templateGeneration: meta.label('annotations', TEMPLATE_GENERATION_ANNOTATION),
      updateStrategy: strategyOf(spec.object('updateStrategy')),
      terminating: meta.text('deletionTimestamp') !== '',
      generation: meta.integer('generation') ?? 0,
      status: statusOf(set.object('status')),
    };
  };
}
