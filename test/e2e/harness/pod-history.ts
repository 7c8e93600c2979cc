/** What a record of events says of pods: who was evicted, who waited for room, who was bound in which order. */
import type { PodEvent } from './pod-watch.ts';
import type { Pod } from './workloads.ts';

/** The scheduler writes it on a pod before it deletes it for another one. */
const PREEMPTED = 'PreemptionByScheduler';

/** `Insufficient cpu`, `Insufficient memory`, `Too many pods`: the scheduler's own words for a full node. */
const NO_ROOM = /Insufficient|Too many pods/;

export function nameOf({ metadata }: Pod): string {
  return `${metadata?.namespace}/${metadata?.name}`;
}

function namesWhere(events: readonly PodEvent[], condition: (event: PodEvent) => boolean): string[] {
  return [...new Set(events.filter(condition).map(({ object }) => nameOf(object)))];
}

/** What the scheduler says of a pod that it could not place; empty for one that it has not tried or has placed. */
export function refusalOf({ status }: Pod): string {
  const condition = status?.conditions?.find(({ type }) => type === 'PodScheduled');
  return condition?.status === 'False' ? (condition.message ?? '') : '';
}

export function lacksRoom(pod: Pod): boolean {
  return NO_ROOM.test(refusalOf(pod));
}

/** Those whose place the scheduler gave to another pod. */
export function preempted(events: readonly PodEvent[]): string[] {
  return namesWhere(
    events,
    ({ object }) => object.status?.conditions?.some(({ reason }) => reason === PREEMPTED) ?? false,
  );
}

/** Those that are going or gone, for whatever reason. */
export function ended(events: readonly PodEvent[]): string[] {
  return namesWhere(
    events,
    ({ type, object }) => type === 'DELETED' || Boolean(object.metadata?.deletionTimestamp),
  );
}

/** Those that once found their nodes full, even for a moment. */
export function onceLackedRoom(events: readonly PodEvent[]): string[] {
  return namesWhere(events, ({ object }) => lacksRoom(object));
}

/** Those that were promised the place of a victim. */
export function nominated(events: readonly PodEvent[]): string[] {
  return namesWhere(events, ({ object }) => Boolean(object.status?.nominatedNodeName));
}

/** Those that some node was refused to with this code, even for a moment. */
export function onceRefused(events: readonly PodEvent[], code: string): string[] {
  return namesWhere(events, ({ object }) => refusalOf(object).includes(code));
}

/** Those that there are after the last of the events, each as it was last seen. */
export function present(events: readonly PodEvent[]): Pod[] {
  const pods = new Map<string, Pod>();
  for (const { type, object } of events) {
    const uid = object.metadata?.uid ?? '';
    if (type === 'DELETED') pods.delete(uid);
    else pods.set(uid, object);
  }
  return [...pods.values()];
}
