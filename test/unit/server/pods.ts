/** A pod as the extender tells of it. */
import { createProjector } from '../../../src/cluster/projection/projector.ts';
import type { SlimPod } from '../../../src/cluster/records.ts';

export function askedPod(name: string): SlimPod {
  const projected = createProjector().pods({ metadata: { name, namespace: 'shop', uid: name }, spec: {} });
  if (!projected.ok) throw new Error(projected.error);
  return projected.record;
}
