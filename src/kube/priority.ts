/** Pod priority: the built-in classes, and what a pod without a number counts as. */

/** The classes that every cluster has. */
export const SYSTEM_PRIORITIES: ReadonlyMap<string, number> = new Map([
  ['system-cluster-critical', 2_000_000_000],
  ['system-node-critical', 2_000_001_000],
]);

/** The priority of a pod that was made when there was no class at all. */
export const DEFAULT_PRIORITY = 0;

export function podPriority({ priority }: { readonly priority?: number | null | undefined }): number {
  return priority ?? DEFAULT_PRIORITY;
}

/** Names with this prefix are reserved to the built-in classes. */
export const SYSTEM_CLASS_PREFIX = 'system-';

export function isSystemPriorityClass(name: string): boolean {
  return name.startsWith(SYSTEM_CLASS_PREFIX);
}
