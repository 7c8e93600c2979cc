/** Who reads an explanation: people of the platform may know every pod, a tenant only those of its own namespace. */
import { partitionKey } from '../cluster/object-key.ts';
import type { SlimPod } from '../cluster/records.ts';

/** What is needed to name a pod. */
export type NamedPod = Pick<SlimPod, 'partition' | 'namespace' | 'name' | 'tenant'>;

export interface Audience {
  nameOf(pod: NamedPod): string;
  mayKnow(pod: NamedPod): boolean;
}

export const OPERATORS: Audience = { nameOf: fullName, mayKnow: () => true };

/** What is theirs, and what the platform runs, may be named; of anybody else's pods only that they are there. */
export function tenantOf(
  own: Pick<SlimPod, 'partition' | 'namespace' | 'tenant'>,
  isSystem: (pod: NamedPod) => boolean,
): Audience {
  const mayKnow = (pod: NamedPod) =>
    (pod.namespace === own.namespace && pod.tenant === own.tenant && pod.partition === own.partition) ||
    isSystem(pod);
  return { mayKnow, nameOf: (pod) => (mayKnow(pod) ? fullName(pod) : 'a pod of somebody else') };
}

export function fullName({ partition, tenant, namespace, name }: NamedPod): string {
  return partitionKey(partition, [tenant, namespace, name].filter(Boolean).join('/'));
}
