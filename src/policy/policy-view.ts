/** All that the rules read of a cluster: small enough to be asked for from another thread. */
import type { PartitionView } from '../cluster/view.ts';

export type PolicyView = Pick<PartitionView, 'synced' | 'namespace' | 'priorityClass' | 'priorityClasses'>;
