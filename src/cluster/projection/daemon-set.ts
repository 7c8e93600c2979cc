/** Projects a whole DaemonSet to what decisions read of it. */
import type { JsonObject } from '../../json/object.ts';
import { DEFAULT_UPDATE_STRATEGY } from '../../kube/workloads/daemonset-defaults.ts';
import { scopedKey } from '../object-key.ts';
import type {
  SlimDaemonSet,
  SlimDaemonSetStatus,
  SlimPodTemplate,
  SlimSelector,
  SlimUpdateStrategy,
} from '../records.ts';
import { Fields } from './fields.ts';
import { type HostPortsReader, hostPortsReader } from './host-ports.ts';
import { placementOf, requirementsOf } from './placement.ts';
import { templateResources } from './requests.ts';
import type { ShareText } from './sharing.ts';

export const TEMPLATE_GENERATION_ANNOTATION = 'deprecated.daemonset.template.generation';

export function selectorOf(selector: Fields): SlimSelector {
  return {
    matchLabels: selector.labels('matchLabels'),
    matchExpressions: requirementsOf(selector, 'matchExpressions'),
  };
}

function templateOf(template: Fields, portsOf: HostPortsReader): SlimPodTemplate {
  const spec = template.object('spec');
  return {
    labels: template.object('metadata').labels('labels'),
    placement: placementOf(spec),
    resources: templateResources(spec),
    hostPorts: portsOf(spec),
    runtimeClassName: spec.shared('runtimeClassName'),
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

export function daemonSetProjection(share: ShareText, partition = ''): (set: JsonObject) => SlimDaemonSet {
  const portsOf = hostPortsReader();
  return (value) => {
    const set = new Fields(value, share);
    const meta = set.object('metadata');
    const spec = set.object('spec');
    const tenant = meta.shared('tenant');
    const namespace = share(meta.required('namespace'));
    const name = meta.required('name');
    return {
      partition,
      uid: meta.text('uid') || scopedKey(tenant, namespace, name),
      namespace,
      name,
      tenant,
      selector: selectorOf(spec.object('selector')),
      template: templateOf(spec.object('template'), portsOf),
      templateGeneration: meta.label('annotations', TEMPLATE_GENERATION_ANNOTATION),
      updateStrategy: strategyOf(spec.object('updateStrategy')),
      terminating: meta.text('deletionTimestamp') !== '',
      generation: meta.integer('generation') ?? 0,
      status: statusOf(set.object('status')),
    };
  };
}
