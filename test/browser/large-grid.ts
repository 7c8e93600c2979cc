/** Five thousand nodes and twenty DaemonSets, of which some have their troubles. */
import { DaemonCluster } from '../unit/headroom/cluster-of-daemons.ts';

export const NODES = 5_000;

const POOLS = ['batch', 'compute', 'edge', 'general', 'memory'] as const;

const DAEMONS = [
  'audit-agent',
  'block-csi',
  'clock-sync',
  'cni',
  'cost-agent',
  'cve-scanner',
  'dns-cache',
  'file-csi',
  'flow-exporter',
  'gpu-plugin',
  'image-warmer',
  'kube-proxy',
  'log-shipper',
  'mesh-node',
  'node-exporter',
  'node-problem-detector',
  'profiler',
  'registry-mirror',
  'secret-mounter',
  'trace-agent',
] as const;

/** Nothing is being rolled out. */
const STATUS = { observedGeneration: 1, desiredNumberScheduled: NODES, updatedNumberScheduled: NODES };

/** Only on the nodes of one pool. */
const GPU_POOL = 'compute';

export function largeGrid(): DaemonCluster {
  const cluster = new DaemonCluster();
  for (const name of DAEMONS) {
    const nodeSelector = name === 'gpu-plugin' ? { pool: GPU_POOL } : undefined;
    const cpu = name === 'profiler' ? '3' : '100m';
    cluster.daemonSet(name, { cpu, nodeSelector, status: STATUS });
  }
  for (let number = 0; number < NODES; number += 1) addNode(cluster, number);
  return cluster.synced();
}

function addNode(cluster: DaemonCluster, number: number): void {
  const pool = POOLS[number % POOLS.length] ?? '';
  const node = `${pool}-${String(number).padStart(4, '0')}`;
  const isSmall = pool === 'edge' && number % 50 === 2;
  cluster.node(node, isSmall ? '2' : '32', { pool });
  // Whatever is left of the node, so that those who come late wait.
  const isFull = number % 97 === 0;
  cluster.putTenantPod(`tenant-${node}`, { node, cpu: isSmall ? '100m' : isFull ? '31' : `${number % 26}` });
  DAEMONS.forEach((daemon, index) => {
    if (daemon === 'gpu-plugin' && pool !== GPU_POOL) return;
    if (daemon === 'profiler' && isSmall) return;
    const isLate = daemon === 'trace-agent' && number % 97 === 0;
    const isNew = number > NODES - 40 && index % 3 === 0;
    if (isNew) return;
    const cpu = daemon === 'profiler' ? '3' : '100m';
    cluster.daemonPod(daemon, { node, cpu, bound: !isLate, ready: (number * 31 + index * 7) % 211 !== 0 });
  });
}
