/** Opens the cluster that the settings and the surroundings offer: files, or a live one. */
import type { Logger } from 'pino';
import type { ApiSender } from '../cluster/api/api-answer.ts';
import { ClusterAccessError, connectTo } from '../cluster/api/connection.ts';
import { type Environment, findCredentials, partitionCredentials } from '../cluster/api/credentials.ts';
import { hasPods, WHOLE } from '../cluster/partitions.ts';
import { loadSnapshot } from '../cluster/snapshot/snapshot.ts';
import type { ClusterView } from '../cluster/view.ts';
import type { ReflectorReport } from '../cluster/watch/reflector.ts';
import { watchCluster, watchPartitions } from '../cluster/watch/watch.ts';
import { VERSION } from '../config/identity.ts';
import type { Configuration } from '../config/schema/schema.ts';
import type { Metrics } from './observe/metrics.ts';

export interface OpenCluster {
  readonly view: ClusterView;
  /**
   * For who writes; null without a live cluster. Where there are partitions the first that has pods: there our own Lease and
   * Secret are.
   */
  readonly connection: ApiSender | null;
  /** By the name of each partition that has pods. */
  readonly connections: ReadonlyMap<string, ApiSender>;
  /** For a person: where this view comes from. */
  readonly words: string;
  stop(): Promise<void>;
}

export interface Surroundings {
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly environment: Environment;
}

/** What a person can do who has no cluster at hand. */
const WITHOUT_A_CLUSTER =
  'without a cluster, --snapshot FILE serves a file, and --example the example cluster';

export async function openCluster(
  { cluster }: Configuration,
  surroundings: Surroundings,
): Promise<OpenCluster> {
  if (cluster.partitions.length > 0 && cluster.snapshots.length === 0) {
    return watchAll(cluster, surroundings);
  }
  const credentials =
    cluster.source === 'snapshot' || (cluster.source === 'auto' && cluster.snapshots.length > 0)
      ? undefined
      : findCredentials(surroundings.environment, cluster);
  if (credentials !== undefined) {
    return watchWith(await connectTo(credentials, `daemonward/${VERSION}`), cluster, surroundings);
  }
  if (cluster.snapshots.length > 0) return readSnapshot(cluster.snapshots, surroundings);
  throw new ClusterAccessError(
    cluster.source === 'snapshot'
      ? `cluster.source is snapshot, and cluster.snapshots names no file; ${WITHOUT_A_CLUSTER}`
      : 'no cluster to watch: no cluster.kubeconfig, no $KUBECONFIG, not in a pod, no ~/.kube/config; set one of them, ' +
          `or ${WITHOUT_A_CLUSTER}`,
  );
}

function readSnapshot(files: readonly string[], { log }: Surroundings): OpenCluster {
  const { store, report } = loadSnapshot(files);
  for (const warning of report.warnings) log.warn({ warning }, 'snapshot warning');
  log.info({ files, objects: report.counts, skipped: report.skipped }, 'snapshot read');
  const words = `the snapshot ${store.source.detail}`;
  return { view: store, connection: null, connections: new Map(), words, stop: async () => {} };
}

function watchWith(
  { connection, detail }: Awaited<ReturnType<typeof connectTo>>,
  { flavor, pageSize, watchIdleSeconds }: Configuration['cluster'],
  { log, metrics }: Surroundings,
): OpenCluster {
  log.info({ cluster: detail, flavor }, 'watching the cluster');
  const { view, stop } = watchCluster({
    connection,
    detail,
    flavor,
    pageSize,
    idleMs: watchIdleSeconds * 1000,
    report: reporter(log, metrics),
  });
  const connections = new Map([[WHOLE.name, connection]]);
  return { view, connection, connections, words: `the cluster ${detail}`, stop };
}

/** Of each partition only its kubeconfig has to be readable: whether its server answers is seen later, and its own affair. */
async function watchAll(
  { partitions, flavor, pageSize, watchIdleSeconds }: Configuration['cluster'],
  { log, metrics }: Surroundings,
): Promise<OpenCluster> {
  const opened = await Promise.all(
    partitions.map(async ({ name, role, kubeconfig, context }, position) => {
      const credentials = partitionCredentials({ kubeconfig, context }, position);
      const { connection, server, detail } = await connectTo(credentials, `daemonward/${VERSION}`);
      return { name, role, server, detail, connection, report: reporter(log, metrics, name) };
    }),
  );
  assertDifferent(opened);
  for (const { name, role, detail } of opened) {
    log.info({ partition: name, role, cluster: detail, flavor }, 'watching a partition');
  }
  const { view, stop } = watchPartitions(opened, { flavor, pageSize, idleMs: watchIdleSeconds * 1000 });
  const connections = new Map(
    opened.filter(hasPods).map(({ name, connection }) => [name, connection] as const),
  );
  const [connection = null] = connections.values();
  const [home] = connections.keys();
  log.info(
    { home, lease: home, secret: home, caBundles: home, events: 'of each object', orders: 'of each object' },
    'what is written goes to these partitions',
  );
  return { view, connection, connections, words: `the partitions ${view.source.detail}`, stop };
}

/** One may have pods and nodes, and be named for both; two of one role would each have all that the other has. */
function assertDifferent(opened: readonly { name: string; role: string; server: string }[]): void {
  for (const [position, { name, role, server }] of opened.entries()) {
    const first = opened.findIndex((other) => other.role === role && other.server === server);
    if (first === position) continue;
    throw new ClusterAccessError(
      `cluster.partitions[${position}].kubeconfig: the ${role} partition ${name} leads to ${server}, as ` +
        `${opened[first]?.name} does, cluster.partitions[${first}]: every object of it would be there twice; name one of them`,
    );
  }
}

function reporter(log: Logger, metrics: Metrics, partition?: string): ReflectorReport {
  const where = partition === undefined ? {} : { partition };
  return {
    listed: (kind, details) => {
      metrics.clusterLists.inc({ kind, reason: details.reason });
      log.info({ ...where, kind, ...details }, 'kind listed');
    },
    event: (kind) => metrics.clusterEvents.inc({ kind }),
    received: (kind, bytes) => metrics.clusterReceived.inc({ kind }, bytes),
    broken: (kind, details) => {
      metrics.clusterBreaks.inc({ kind, reason: details.reason });
      log.warn({ ...where, kind, ...details }, 'watch broken');
    },
    unreadable: (kind, message) => {
      metrics.clusterUnreadable.inc({ kind });
      log.warn({ ...where, kind, detail: message }, 'object not readable');
    },
    withheld: (kind, message) =>
      log.warn({ ...where, kind, detail: message }, 'kind not given, going on without'),
  };
}
