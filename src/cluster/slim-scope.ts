/** Projects the two kinds that give other objects their standing: namespaces and priority classes. */
import {
  FieldError,
  flagAt,
  integerAt,
  type JsonObject,
  labelsAt,
  objectAt,
  requiredTextAt,
  textAt,
} from './fields.ts';
import { scopedKey } from './object-key.ts';
import type { SlimNamespace, SlimPriorityClass } from './records.ts';
import type { ShareText } from './sharing.ts';
import { DEFAULT_PREEMPTION_POLICY } from './slim-pod.ts';

/** A whole copy of the object as its author wrote it: large, and never read. */
const LAST_APPLIED = 'kubectl.kubernetes.io/last-applied-configuration';

export function namespaceProjection(share: ShareText): (namespace: JsonObject) => SlimNamespace {
  return (namespace) => {
    const meta = objectAt(namespace.metadata, 'metadata');
    const name = share(requiredTextAt(meta.name, 'metadata.name'));
    const tenant = share(textAt(meta.tenant, 'metadata.tenant'));
    return {
      name,
      uid: textAt(meta.uid, 'metadata.uid') || scopedKey(tenant, '', name),
      tenant,
      labels: labelsAt(meta.labels, 'metadata.labels', share),
      annotations: labelsAt(meta.annotations, 'metadata.annotations', share, (key) => key !== LAST_APPLIED),
      terminating: textAt(meta.deletionTimestamp, 'metadata.deletionTimestamp') !== '',
    };
  };
}

export function priorityClassProjection(share: ShareText): (priorityClass: JsonObject) => SlimPriorityClass {
  return (priorityClass) => {
    const meta = objectAt(priorityClass.metadata, 'metadata');
    const name = share(requiredTextAt(meta.name, 'metadata.name'));
    const value = integerAt(priorityClass.value, 'value');
    if (value === undefined) throw new FieldError('value', 'is missing');
    return {
      name,
      uid: textAt(meta.uid, 'metadata.uid') || name,
      value,
      globalDefault: flagAt(priorityClass.globalDefault, 'globalDefault'),
      preemptionPolicy: share(
        textAt(priorityClass.preemptionPolicy, 'preemptionPolicy') || DEFAULT_PREEMPTION_POLICY,
      ),
    };
  };
}
