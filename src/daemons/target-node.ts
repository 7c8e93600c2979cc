/** The node that a daemon pod was made for, as the DaemonSet controller reads it back. */
import type { PodSpec } from '../kube/objects.ts';
import { pinsIn } from './pin.ts';

/**
 * `spec.nodeName`, else the first `metadata.name In` of any required term. Null when there is none, or when that one
 * names no or several nodes: the controller takes such a pod for lost.
 */
export function targetNode(spec: Pick<PodSpec, 'nodeName' | 'affinity'>): string | null {
  if (spec.nodeName) return spec.nodeName;
  const [pin] = pinsIn(spec.affinity);
  const [name, ...others] = pin?.values ?? [];
  return name !== undefined && others.length === 0 ? name : null;
}
