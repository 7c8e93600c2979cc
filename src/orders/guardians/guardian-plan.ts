/** From the guardians that should be there and the pods that are, to what has to be done: nothing when they agree. */
import type { SlimPod } from '../../cluster/records.ts';
import type { Guardian } from './guardian-pod.ts';

/** Of a pod that an Order owns, what tells whether it is one of those that should be there. */
export type PresentPod = Pick<SlimPod, 'uid' | 'namespace' | 'name' | 'phase' | 'terminating'>;

export interface GuardianPlan {
  /** First: what is not due keeps room from others. */
  readonly remove: readonly PresentPod[];
  readonly create: readonly Guardian[];
}

/** Ended: it keeps no room, and its name is taken until it is gone. */
const ENDED: ReadonlySet<string> = new Set(['Succeeded', 'Failed']);

/**
 * By their names alone, which say on which node and with what: whoever plans next, after a restart or in another process,
 * comes to the same. A pod on its way out still has its name; the next one comes when it is gone.
 */
export function planGuardians(due: Iterable<Guardian>, present: Iterable<PresentPod>): GuardianPlan {
  const missing = new Map([...due].map((guardian) => [keyOf(guardian), guardian]));
  const remove: PresentPod[] = [];
  for (const pod of present) {
    const isWanted = missing.delete(keyOf(pod)) && !ENDED.has(pod.phase);
    if (!isWanted && !pod.terminating) remove.push(pod);
  }
  return { remove, create: [...missing.values()] };
}

function keyOf({ namespace, name }: { readonly namespace: string; readonly name: string }): string {
  return `${namespace}/${name}`;
}
