/** The API servers that make one cluster: those that have the pods, and those that have the nodes. */
import type { PartitionRole } from '../kube/partition-roles.ts';
import type { ObjectKind } from './records.ts';
import { OBJECT_KINDS } from './records.ts';

export interface Partition {
  /** Empty for the only one. */
  readonly name: string;
  /** `whole`: the only one, which has everything. */
  readonly role: PartitionRole | 'whole';
  /** Which server, by which credentials. */
  readonly detail: string;
}

/** A cluster of one API server. */
export const WHOLE: Partition = { name: '', role: 'whole', detail: '' };

/**
 * Each scheduler looks for nodes at its own API server, so where partitions are plain Kubernetes their tenants' part has a
 * copy of every node. It is not read: the nodes themselves are in the other part.
 */
const NODE_KINDS: readonly ObjectKind[] = ['nodes'];
const TENANT_KINDS: readonly ObjectKind[] = OBJECT_KINDS.filter((kind) => !NODE_KINDS.includes(kind));

const KINDS = {
  tenant: TENANT_KINDS,
  resource: NODE_KINDS,
  whole: OBJECT_KINDS,
} as const satisfies Record<Partition['role'], readonly ObjectKind[]>;

/** What is read there, and so what it can be behind with. */
export function kindsOf({ role }: Pick<Partition, 'role'>): readonly ObjectKind[] {
  return KINDS[role];
}

export function hasPods({ role }: Pick<Partition, 'role'>): boolean {
  return role !== 'resource';
}

export function hasNodes({ role }: Pick<Partition, 'role'>): boolean {
  return role !== 'tenant';
}
