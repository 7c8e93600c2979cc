/** A small cluster that a test changes while a browser looks at it, with a clock that the test can set ahead. */
import { defaultConfiguration } from '../../src/config/schema/schema.ts';
import { startTestService } from '../http/service.ts';
import { DaemonCluster } from '../unit/headroom/cluster-of-daemons.ts';

export const NODE = 'n1';
export const AGENT = 'kube-system/agent';

/** Two nodes and one DaemonSet, which belongs on both. */
export async function showCluster(configuration = defaultConfiguration()) {
  const cluster = new DaemonCluster();
  cluster.node(NODE, '4', { pool: 'general' });
  cluster.node('n2', '4', { pool: 'general' });
  cluster.daemonSet('agent', { cpu: '500m' });
  cluster.synced();
  const service = await startTestService({ view: cluster.store, configuration });
  return { cluster, service };
}
