/** Who writes what to the cluster, by the configuration: null where nobody is to, or can. */
import { hostname } from 'node:os';
import { ApiClient } from '../cluster/api/api-client.ts';
import type { Configuration } from '../config/schema/schema.ts';
import { type ClusterEvents, openEvents } from './events/open-events.ts';
import type { OpenCluster } from './open-cluster.ts';
import { type ClusterOrders, openOrders } from './orders/open-orders.ts';
import { MissingRights, RIGHT_IS_MISSING } from './writer/missing-rights.ts';
import { openWriter, type Writer, type WriterOptions } from './writer/open-writer.ts';

/** Somebody who writes is needed, can write, and knows where it is. */
export function writerFor(
  configuration: Configuration,
  { connection }: OpenCluster,
  surroundings: Pick<WriterOptions, 'environment' | 'log' | 'metrics'>,
): Writer | null {
  const { namespace, tls } = configuration.server;
  const isNeeded =
    tls.secret !== undefined || tellsEvents(configuration) || configuration.orders.guardians === 'on';
  if (!isNeeded || connection === null || namespace === undefined) return null;
  return openWriter({ connection, namespace, ...surroundings });
}

/** Arktos has its events by tenant, and other rights for them. */
function tellsEvents({ cluster, events }: Configuration): boolean {
  return events.mode === 'on' && cluster.flavor !== 'arktos';
}

/** Outside a cluster there is no Lease, and nobody to share it with. */
export function eventsFor(
  configuration: Configuration,
  { connection }: OpenCluster,
  writer: Writer | null,
  { log, metrics }: Pick<WriterOptions, 'log' | 'metrics'>,
): ClusterEvents | null {
  if (connection === null || !tellsEvents(configuration)) return null;
  return openEvents({
    api: writer?.api ?? new ApiClient(connection),
    instance: writer?.state().identity ?? hostname(),
    holds: writer?.holds ?? (() => true),
    rights: writer?.rights ?? new MissingRights((missing) => log.warn(missing, RIGHT_IS_MISSING)),
    log,
    metrics,
    now: () => new Date(),
  });
}

/** Where nobody writes nothing is written: whoever asks the extender has its answers all the same. */
export function ordersFor(
  started: Configuration,
  current: () => Configuration,
  writer: Writer | null,
  events: ClusterEvents | null,
  { log, metrics }: Pick<WriterOptions, 'log' | 'metrics'>,
): ClusterOrders | null {
  if (writer === null || started.cluster.flavor === 'arktos') return null;
  return openOrders({
    api: writer.api,
    holds: writer.holds,
    rights: writer.rights,
    log,
    metrics,
    // The right to make pods comes with the next start.
    settings: () => ({ ...current().orders, guardians: started.orders.guardians }),
    tell: (note) => events?.tell(note),
    now: () => new Date(),
    clock: () => performance.now(),
  });
}
