/** Nodes of 4 cpu that owe their agent 500m, and the filter over them. */
import { OBJECT_KINDS } from '../../../src/cluster/records.ts';
import { DaemonCluster, type TenantPodOptions } from '../headroom/cluster-of-daemons.ts';
import { type ExtenderOptions, extenderOver } from './extender.ts';

/** Nodes of 4 cpu, with the agent of 500m missing unless a test puts it there. */
export function clusterWith(
  nodes: readonly string[],
  kind: 'snapshot' | 'watch' = 'snapshot',
): DaemonCluster {
  const cluster = new DaemonCluster(kind).synced();
  for (const node of nodes) cluster.node(node);
  cluster.daemonSet('agent');
  return cluster;
}

export function filterOver(cluster: DaemonCluster, options: ExtenderOptions = {}) {
  const over = extenderOver(cluster.store, options);
  const filter = (name: string, pod: TenantPodOptions, NodeNames: readonly string[]) =>
    over.ask('filter', { Pod: cluster.tenantPod(name, pod), Nodes: null, NodeNames });
  return { ...over, filter };
}

export const refusedWith = (failed: Record<string, string>, NodeNames: string[] = []) => ({
  Nodes: null,
  NodeNames,
  FailedNodes: {},
  FailedAndUnresolvableNodes: failed,
  Error: '',
});

export const HELD = 'DW504 room held for daemons';

export function hear(cluster: DaemonCluster, heardAt: number): void {
  for (const kind of OBJECT_KINDS) cluster.store.markHeard(kind, { resourceVersion: '1', heardAt });
}

export function clusterHeardAt(heardAt: number): DaemonCluster {
  const cluster = new DaemonCluster('watch').synced();
  hear(cluster, heardAt);
  return cluster;
}
