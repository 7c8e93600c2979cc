/** What an API server of several is for: Arktos calls them tenant partitions and resource partitions. */

/** `tenant`: pods, and what makes and governs them. `resource`: nodes. */
export const PARTITION_ROLES = ['tenant', 'resource'] as const;
export type PartitionRole = (typeof PARTITION_ROLES)[number];
