/** Gates that keep a pod from its scheduler, and the marks of pods that are to start together. */
import { isObject, type JsonObject } from '../json/object.ts';

/**
 * Ours. As all gates it can be set only when the pod is made, and only be taken off afterwards (ValidatePodUpdate); any
 * number of gates of others may stand beside it.
 */
export const FAIR_SHARE_GATE = 'daemonward.dev/fair-share';

/** Whose gates a pod has. */
export type Gates = 'none' | 'ours' | 'others' | 'both';

export function gatesOf(list: readonly unknown[]): Gates {
  const ours = list.some((gate) => isObject(gate) && gate.name === FAIR_SHARE_GATE);
  if (list.length === 0) return 'none';
  if (!ours) return 'others';
  return list.length === 1 ? 'ours' : 'both';
}

/** Our own, that of the coscheduling plugin, and the one it had before. */
const GROUP_LABELS = [
  'daemonward.dev/group',
  'scheduling.x-k8s.io/pod-group',
  'pod-group.scheduling.sigs.k8s.io',
] as const;

/** A label's value has at most 63 characters, an object's name 253. What is longer names no group. */
const LONGEST_GROUP = 253;

/**
 * The group of its namespace that a pod is to start with, or empty. `spec.schedulingGroup` is of Kubernetes 1.36, and
 * `spec.workloadRef` what 1.35 had in its place.
 */
export function groupOf(labels: unknown, spec: JsonObject): string {
  const marks = isObject(labels) ? GROUP_LABELS.map((key) => labels[key]) : [];
  const { schedulingGroup, workloadRef } = spec;
  const named = [
    ...marks,
    isObject(schedulingGroup) ? schedulingGroup.podGroupName : undefined,
    isObject(workloadRef) ? workloadOf(workloadRef) : undefined,
  ];
  const group = named.find((name) => typeof name === 'string' && name !== '');
  return typeof group === 'string' && group.length <= LONGEST_GROUP ? group : '';
}

function workloadOf({ name, podGroup, podGroupReplicaKey }: JsonObject): string {
  return [name, podGroup, podGroupReplicaKey].filter((part) => typeof part === 'string').join('/');
}

/**
 * The strategic merge patch that takes our gate off this very pod, and no other gate: the list is merged by name, so that it
 * does not matter what others do to it meanwhile. Another uid is a conflict.
 */
export function withoutGate(uid: string): JsonObject {
  return {
    metadata: { uid },
    spec: { schedulingGates: [{ $patch: 'delete', name: FAIR_SHARE_GATE }] },
  };
}
