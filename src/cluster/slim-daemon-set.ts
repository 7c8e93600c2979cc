/** Projects a whole DaemonSet to what decisions read of it. */
import type { LabelSelector } from '../kube/objects.ts';
import {
  integerAt,
  integerOrTextAt,
  isObject,
  type JsonObject,
  labelsAt,
  listAt,
  objectAt,
  requiredTextAt,
  secondsAt,
  textAt,
} from './fields.ts';
import { scopedKey } from './object-key.ts';
import type { SlimDaemonSet, SlimDaemonSetStatus, SlimPodTemplate, SlimUpdateStrategy } from './records.ts';
import type { ShareText } from './sharing.ts';
import { placementAt, requirementsAt } from './slim-placement.ts';
import { DEFAULT_PREEMPTION_POLICY, DEFAULT_SCHEDULER } from './slim-pod.ts';
import { type RequestsReader, requestsReader } from './slim-requests.ts';

const OWN_PREFIX = 'daemonward.dev/';
export const TEMPLATE_GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation';

/** The defaults of apps/v1. */
const DEFAULT_STRATEGY = 'RollingUpdate';
const DEFAULT_MAX_UNAVAILABLE = 1;
const DEFAULT_MAX_SURGE = 0;

const TEMPLATE = 'spec.template.spec';

function selectorAt(value: unknown, path: string, share: ShareText): LabelSelector | null {
  if (value === undefined || value === null) return null;
  const selector = objectAt(value, path);
  const matchLabels = labelsAt(selector.matchLabels, `${path}.matchLabels`, share);
  const expressions = requirementsAt(selector.matchExpressions, `${path}.matchExpressions`, share);
  return {
    ...(Object.keys(matchLabels).length > 0 && { matchLabels }),
    ...(expressions.length > 0 && { matchExpressions: expressions }),
  };
}

function usesHostPort(spec: JsonObject): boolean {
  return ['containers', 'initContainers'].some((field) =>
    listAt(spec[field], `${TEMPLATE}.${field}`).some((entry, index) => {
      const at = `${TEMPLATE}.${field}[${index}]`;
      return listAt(objectAt(entry, at).ports, `${at}.ports`).some(
        (port, i) =>
          (integerAt(objectAt(port, `${at}.ports[${i}]`).hostPort, `${at}.ports[${i}].hostPort`) ?? 0) > 0,
      );
    }),
  );
}

/** The API server does this to pods and not to templates: what has only a limit asks for as much. */
function withRequestsFromLimits(spec: JsonObject): JsonObject {
  const filled = (containers: unknown) =>
    Array.isArray(containers)
      ? containers.map((container: unknown) => {
          const resources = isObject(container) ? container.resources : undefined;
          if (!isObject(container) || !isObject(resources) || !isObject(resources.limits)) return container;
          const requests = isObject(resources.requests) ? resources.requests : {};
          return { ...container, resources: { requests: { ...resources.limits, ...requests } } };
        })
      : containers;
  return { ...spec, containers: filled(spec.containers), initContainers: filled(spec.initContainers) };
}

function templateAt(value: unknown, share: ShareText, requestsOf: RequestsReader): SlimPodTemplate {
  const template = objectAt(value, 'spec.template');
  const meta = objectAt(template.metadata, 'spec.template.metadata');
  const spec = objectAt(template.spec, TEMPLATE);
  return {
    labels: labelsAt(meta.labels, 'spec.template.metadata.labels', share),
    placement: placementAt(spec, TEMPLATE, share),
    requests: requestsOf(withRequestsFromLimits(spec), TEMPLATE),
    usesHostPort: usesHostPort(spec),
    priorityClassName: share(textAt(spec.priorityClassName, `${TEMPLATE}.priorityClassName`)),
    priority: integerAt(spec.priority, `${TEMPLATE}.priority`),
    preemptionPolicy:
      textAt(spec.preemptionPolicy, `${TEMPLATE}.preemptionPolicy`) || DEFAULT_PREEMPTION_POLICY,
    schedulerName: textAt(spec.schedulerName, `${TEMPLATE}.schedulerName`) || DEFAULT_SCHEDULER,
  };
}

function strategyAt(value: unknown): SlimUpdateStrategy {
  const path = 'spec.updateStrategy';
  const strategy = objectAt(value, path);
  const rolling = objectAt(strategy.rollingUpdate, `${path}.rollingUpdate`);
  const field = (name: string) => integerOrTextAt(rolling[name], `${path}.rollingUpdate.${name}`);
  return {
    type: textAt(strategy.type, `${path}.type`) || DEFAULT_STRATEGY,
    maxUnavailable: field('maxUnavailable') ?? DEFAULT_MAX_UNAVAILABLE,
    maxSurge: field('maxSurge') ?? DEFAULT_MAX_SURGE,
  };
}

function statusAt(value: unknown): SlimDaemonSetStatus {
  const status = objectAt(value, 'status');
  const count = (name: string) => integerAt(status[name], `status.${name}`) ?? 0;
  return {
    observedGeneration: count('observedGeneration'),
    desired: count('desiredNumberScheduled'),
    current: count('currentNumberScheduled'),
    updated: count('updatedNumberScheduled'),
    available: count('numberAvailable'),
    misscheduled: count('numberMisscheduled'),
  };
}

export function daemonSetProjection(share: ShareText): (set: JsonObject) => SlimDaemonSet {
  const requestsOf = requestsReader();

  return (set) => {
    const meta = objectAt(set.metadata, 'metadata');
    const spec = objectAt(set.spec, 'spec');
    const annotations = objectAt(meta.annotations, 'metadata.annotations');
    const tenant = share(textAt(meta.tenant, 'metadata.tenant'));
    const namespace = share(requiredTextAt(meta.namespace, 'metadata.namespace'));
    const name = requiredTextAt(meta.name, 'metadata.name');
    return {
      uid: textAt(meta.uid, 'metadata.uid') || scopedKey(tenant, namespace, name),
      namespace,
      name,
      tenant,
      labels: labelsAt(meta.labels, 'metadata.labels', share),
      annotations: labelsAt(annotations, 'metadata.annotations', share, (key) => key.startsWith(OWN_PREFIX)),
      selector: selectorAt(spec.selector, 'spec.selector', share),
      template: templateAt(spec.template, share, requestsOf),
      templateGeneration: textAt(
        annotations[TEMPLATE_GENERATION_ANNOTATION],
        `metadata.annotations["${TEMPLATE_GENERATION_ANNOTATION}"]`,
      ),
      updateStrategy: strategyAt(spec.updateStrategy),
      minReadySeconds: integerAt(spec.minReadySeconds, 'spec.minReadySeconds') ?? 0,
      terminating: textAt(meta.deletionTimestamp, 'metadata.deletionTimestamp') !== '',
      generation: integerAt(meta.generation, 'metadata.generation') ?? 0,
      status: statusAt(set.status),
      createdAt: secondsAt(meta.creationTimestamp, 'metadata.creationTimestamp'),
    };
  };
}
