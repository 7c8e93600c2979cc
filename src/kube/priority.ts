/** Pod priority: the built-in classes, and what a pod without a number counts as. */

import type { PodSpec } from './objects.ts';

export const SYSTEM_CLUSTER_CRITICAL = 'system-cluster-critical';
export const SYSTEM_NODE_CRITICAL = 'system-node-critical';

/** The classes that every cluster has. */
export const SYSTEM_PRIORITIES: ReadonlyMap<string, number> = new Map([
  [SYSTEM_CLUSTER_CRITICAL, 2_000_000_000],
  [SYSTEM_NODE_CRITICAL, 2_000_001_000],
]);

/** The priority of a pod that was made when there was no class at all. */
export const DEFAULT_PRIORITY = 0;

/** Names with this prefix are reserved to the built-in classes. */
const SYSTEM_PREFIX = 'system-';

export function podPriority(spec: Pick<PodSpec, 'priority'>): number {
  return spec.priority ?? DEFAULT_PRIORITY;
}

export function isSystemPriorityClass(name: string): boolean {
  return name.startsWith(SYSTEM_PREFIX);
}

/** True when the pod waits for room instead of pushing others out. */
export function neverPreempts(spec: Pick<PodSpec, 'preemptionPolicy'>): boolean {
  return spec.preemptionPolicy === 'Never';
}
