/** Projects a whole Node to what decisions read of it. */
import type { Taint } from '../kube/objects.ts';
import {
  flagAt,
  type JsonObject,
  labelsAt,
  listAt,
  objectAt,
  requiredTextAt,
  secondsAt,
  textAt,
} from './fields.ts';
import type { SlimNode } from './records.ts';
import { RecentCache, type ShareText } from './sharing.ts';
import { allocatableReader } from './slim-requests.ts';

function taintsAt(value: unknown, path: string, share: ShareText): Taint[] {
  return listAt(value, path).map((entry, index) => {
    const at = `${path}[${index}]`;
    const taint = objectAt(entry, at);
    const text = share(textAt(taint.value, `${at}.value`));
    return {
      key: share(requiredTextAt(taint.key, `${at}.key`)),
      ...(text !== '' && { value: text }),
      effect: share(requiredTextAt(taint.effect, `${at}.effect`)),
    };
  });
}

function isReady(value: unknown): boolean {
  return listAt(value, 'status.conditions').some((entry, index) => {
    const condition = objectAt(entry, `status.conditions[${index}]`);
    return condition.type === 'Ready' && condition.status === 'True';
  });
}

export function nodeProjection(share: ShareText): (node: JsonObject) => SlimNode {
  const allocatableOf = allocatableReader();
  const sharedTaints = new RecentCache<Taint[]>();

  function taintsOf(value: unknown): Taint[] {
    const taints = taintsAt(value, 'spec.taints', share);
    const key = JSON.stringify(taints);
    const known = sharedTaints.get(key);
    if (known === undefined) sharedTaints.set(key, taints);
    return known ?? taints;
  }

  return (node) => {
    const meta = objectAt(node.metadata, 'metadata');
    const spec = objectAt(node.spec, 'spec');
    const status = objectAt(node.status, 'status');
    const name = share(requiredTextAt(meta.name, 'metadata.name'));
    // A node that does not say what is allocatable has all of its capacity: the API server's own default.
    const field =
      status.allocatable === undefined || status.allocatable === null ? 'capacity' : 'allocatable';
    return {
      name,
      uid: textAt(meta.uid, 'metadata.uid') || name,
      labels: labelsAt(meta.labels, 'metadata.labels', share),
      taints: taintsOf(spec.taints),
      unschedulable: flagAt(spec.unschedulable, 'spec.unschedulable'),
      ready: isReady(status.conditions),
      allocatable: allocatableOf(status[field], `status.${field}`),
      createdAt: secondsAt(meta.creationTimestamp, 'metadata.creationTimestamp'),
    };
  };
}
