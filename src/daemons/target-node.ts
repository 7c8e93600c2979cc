/** The node that a daemon pod was made for, as the DaemonSet controller reads it back. */

import { NODE_NAME_FIELD } from '../kube/node-affinity.ts';
import type { PodSpec } from '../kube/objects.ts';

/**
 * `spec.nodeName`, else the first `metadata.name In` of any required term. Null when there is none, or when that one
 * names no or several nodes: the controller takes such a pod for lost.
 */
export function targetNode(spec: Pick<PodSpec, 'nodeName' | 'affinity'>): string | null {
  if (spec.nodeName) return spec.nodeName;
  const required = spec.affinity?.nodeAffinity?.requiredDuringSchedulingIgnoredDuringExecution;
  for (const term of required?.nodeSelectorTerms ?? []) {
    for (const { key, operator, values } of term.matchFields ?? []) {
      if (key !== NODE_NAME_FIELD || operator !== 'In') continue;
      const [name, ...others] = values ?? [];
      return name !== undefined && others.length === 0 ? name : null;
    }
  }
  return null;
}
