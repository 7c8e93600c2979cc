/** Opens the cluster that the settings and the surroundings offer: files, or a live one. */
import type { Logger } from 'pino';
import type { ApiSender } from '../cluster/api/api-answer.ts';
import { ClusterAccessError, connectTo } from '../cluster/api/connection.ts';
import { type Environment, findCredentials } from '../cluster/api/credentials.ts';
import { loadSnapshot } from '../cluster/snapshot/snapshot.ts';
import type { ClusterView } from '../cluster/view.ts';
import type { ReflectorReport } from '../cluster/watch/reflector.ts';
import { watchCluster } from '../cluster/watch/watch.ts';
import { VERSION } from '../config/identity.ts';
import type { Configuration } from '../config/schema/schema.ts';
import type { Metrics } from './observe/metrics.ts';

export interface OpenCluster {
  readonly view: ClusterView;
  /** For who writes; null without a live cluster. */
  readonly connection: ApiSender | null;
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
  return { view: store, connection: null, words, stop: async () => {} };
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
  return { view, connection, words: `the cluster ${detail}`, stop };
}

function reporter(log: Logger, metrics: Metrics): ReflectorReport {
  return {
    listed: (kind, details) => {
      metrics.clusterLists.inc({ kind, reason: details.reason });
      log.info({ kind, ...details }, 'kind listed');
    },
    event: (kind) => metrics.clusterEvents.inc({ kind }),
    received: (kind, bytes) => metrics.clusterReceived.inc({ kind }, bytes),
    broken: (kind, details) => {
      metrics.clusterBreaks.inc({ kind, reason: details.reason });
      log.warn({ kind, ...details }, 'watch broken');
    },
    unreadable: (kind, message) => {
      metrics.clusterUnreadable.inc({ kind });
      log.warn({ kind, detail: message }, 'object not readable');
    },
    withheld: (kind, message) => log.warn({ kind, detail: message }, 'kind not given, going on without'),
  };
}
