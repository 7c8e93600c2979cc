/** Who writes what to the cluster, by the configuration: null where nobody is to, or can. */
import { hostname } from 'node:os';
import { ApiClient } from '../cluster/api/api-client.ts';
import { steadyNow } from '../cluster/steady-clock.ts';
import type { Configuration } from '../config/schema/schema.ts';
import { fairnessOf } from '../fairness/settings.ts';
import { allEvents } from './events/all-events.ts';
import { type ClusterEvents, openEvents } from './events/open-events.ts';
import { type Fairness, openFairness } from './fairness/open-fairness.ts';
import type { OpenCluster } from './open-cluster.ts';
import { allOrders } from './orders/all-orders.ts';
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
    tls.secret !== undefined ||
    tellsEvents(configuration) ||
    configuration.orders.guardians === 'on' ||
    configuration.fairness.mode === 'on';
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
  { connection, connections }: OpenCluster,
  writer: Writer | null,
  { log, metrics }: Pick<WriterOptions, 'log' | 'metrics'>,
): ClusterEvents | null {
  if (connection === null || !tellsEvents(configuration)) return null;
  // Each is told what happens to its own objects.
  const events = Array.from(connections, ([partition, sender]) => {
    const isHome = sender === connection;
    const opened = openEvents({
      partition,
      api: (isHome && writer?.api) || new ApiClient(sender),
      instance: writer?.state().identity ?? hostname(),
      holds: writer?.holds ?? (() => true),
      rights: (isHome && writer?.rights) || missingRights(log, partition),
      log,
      metrics,
      now: () => new Date(),
    });
    return [partition, opened] as const;
  });
  return allEvents(new Map(events));
}

function missingRights(log: WriterOptions['log'], partition: string): MissingRights {
  const where = partition === '' ? {} : { partition };
  return new MissingRights((missing) => log.warn({ ...where, ...missing }, RIGHT_IS_MISSING));
}

/** Where nobody writes nothing is written: whoever asks the extender has its answers all the same. */
export function ordersFor(
  started: Configuration,
  current: () => Configuration,
  { connection, connections }: OpenCluster,
  writer: Writer | null,
  events: ClusterEvents | null,
  { log, metrics }: Pick<WriterOptions, 'log' | 'metrics'>,
): ClusterOrders | null {
  if (writer === null || started.cluster.flavor === 'arktos') return null;
  const due = new Map<string, number>();
  const orders = Array.from(connections, ([partition, sender]) => {
    const isHome = sender === connection;
    return openOrders({
      partition,
      api: isHome ? writer.api : new ApiClient(sender),
      holds: writer.holds,
      rights: isHome ? writer.rights : missingRights(log, partition),
      log,
      metrics,
      // The right to make pods comes with the next start.
      settings: () => ({ ...current().orders, guardians: started.orders.guardians }),
      guardiansDue: (count) => {
        due.set(partition, count);
        metrics.guardiansDue.set([...due.values()].reduce((sum, each) => sum + each, 0));
      },
      tell: (note) => events?.tell(note, partition),
      now: () => new Date(),
      clock: () => performance.now(),
    });
  });
  return allOrders(orders);
}

/** Also where turns are off: what has a gate from before gets rid of it. */
export function fairnessFor(
  started: Configuration,
  current: () => Configuration,
  { view }: Pick<OpenCluster, 'view'>,
  writer: Writer | null,
  { log, metrics }: Pick<WriterOptions, 'log' | 'metrics'>,
): Fairness | null {
  const isOneCluster = view.partitions.length === 1 && started.cluster.flavor !== 'arktos';
  if (writer === null || !isOneCluster) return null;
  return openFairness({
    view,
    writer,
    log,
    metrics,
    settings: fairnessOf(current, started),
    staleAfterSeconds: () => current().cluster.staleAfterSeconds,
    steady: steadyNow,
    clock: () => performance.now(),
  });
}
