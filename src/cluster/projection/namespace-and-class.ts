/** Projects the two kinds that give other objects their standing: namespaces and priority classes. */
import { FieldError } from '../../json/field-error.ts';
import type { JsonObject } from '../../json/object.ts';
import { DEFAULT_PREEMPTION_POLICY } from '../../kube/workloads/pod-defaults.ts';
import type { SlimNamespace, SlimPriorityClass } from '../records.ts';
import { Fields } from './fields.ts';
import type { ShareText } from './sharing.ts';

/** A whole copy of the object as its author wrote it: large, and never read. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

export function namespaceProjection(
  share: ShareText,
  partition = '',
): (namespace: JsonObject) => SlimNamespace {
  return (value) => {
    const meta = new Fields(value, share).object('metadata');
    const name = share(meta.required('name'));
    const tenant = meta.shared('tenant');
    return {
      partition,
      name,
      tenant,
      labels: meta.labels('labels'),
      annotations: meta.labels('annotations', (key) => key !== LAST_APPLIED),
    };
  };
}

export function priorityClassProjection(
  share: ShareText,
  partition = '',
): (priorityClass: JsonObject) => SlimPriorityClass {
  return (json) => {
    const priorityClass = new Fields(json, share);
    const meta = priorityClass.object('metadata');
    const name = share(meta.required('name'));
    const value = priorityClass.integer('value');
    if (value === undefined) throw new FieldError('value', 'is missing');
    return {
      partition,
      name,
      value,
      globalDefault: priorityClass.flag('globalDefault'),
      preemptionPolicy: priorityClass.shared('preemptionPolicy', DEFAULT_PREEMPTION_POLICY),
    };
  };
}
