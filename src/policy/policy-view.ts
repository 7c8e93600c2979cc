/** All that the rules read of a cluster: small enough to be asked for from another thread. */
import type { ClusterView } from '../cluster/view.ts';

export type PolicyView = Pick<ClusterView, 'synced' | 'namespace' | 'priorityClass' | 'priorityClasses'>;
