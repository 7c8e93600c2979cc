/** The live view: every kind listed and watched, at one API server or at those that make one cluster. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flavor } from '../../kube/flavor.ts';
import { listPath, OPTIONAL_KINDS } from '../api-kinds.ts';
import { kindsOf, type Partition, WHOLE } from '../partitions.ts';
import { createProjector } from '../projection/projector.ts';
import type { ObjectKind } from '../records.ts';
import { steadyNow } from '../steady-clock.ts';
import { ClusterStore } from '../store/store.ts';
import { type Clock, type ReflectorOptions, reflect } from './reflector.ts';

interface Manner extends Pick<ReflectorOptions<ObjectKind>, 'pageSize' | 'idleMs'> {
  readonly flavor: Flavor;
  readonly clock?: Clock;
}

export interface WatchOptions extends Manner, Pick<ReflectorOptions<ObjectKind>, 'connection' | 'report'> {
  /** For `/state` and the log: which server, by which credentials. */
  readonly detail: string;
}

/** One of several API servers. */
export interface WatchedPartition
  extends Partition,
    Pick<ReflectorOptions<ObjectKind>, 'connection' | 'report'> {}

export interface ClusterWatch {
  readonly view: ClusterStore;
  stop(): Promise<void>;
}

const systemClock: Clock = {
  now: steadyNow,
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
  random: Math.random,
};

/** Begins to watch; the view fills while the process goes on, and says when it is complete. */
export function watchCluster({ detail, connection, report, ...manner }: WatchOptions): ClusterWatch {
  const whole = { ...WHOLE, detail, connection, report };
  return watchInto(new ClusterStore({ kind: 'watch', detail }), [whole], manner);
}

/** The same of several. Each is read by itself: one that does not answer keeps no other one waiting. */
export function watchPartitions(partitions: readonly WatchedPartition[], manner: Manner): ClusterWatch {
  const shown = partitions.map(({ name, role, detail }) => ({ name, role, detail }));
  const detail = shown.map(({ name, role }) => `${name} (${role})`).join(', ');
  return watchInto(new ClusterStore({ kind: 'watch', detail }, shown), partitions, manner);
}

function watchInto(
  store: ClusterStore,
  partitions: readonly WatchedPartition[],
  { flavor, clock = systemClock, ...manner }: Manner,
): ClusterWatch {
  const ending = new AbortController();
  const running = partitions.flatMap((partition) => {
    const { name, connection, report } = partition;
    const projector = createProjector(name);
    const start = <K extends ObjectKind>(kind: K): Promise<void> =>
      reflect({
        ...manner,
        kind,
        partition: name,
        connection,
        report,
        path: listPath(kind, flavor),
        optional: OPTIONAL_KINDS.has(kind),
        store,
        project: projector[kind],
        signal: ending.signal,
        clock,
      });
    return kindsOf(partition).map((kind) => start(kind));
  });
  return {
    view: store,
    stop: async () => {
      ending.abort();
      await Promise.all(running);
    },
  };
}
