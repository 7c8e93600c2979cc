/** The live view: every kind listed and watched at one API server. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Flavor } from '../../kube/flavor.ts';
import { listPath, OPTIONAL_KINDS } from '../api-kinds.ts';
import { createProjector } from '../projection/projector.ts';
import { OBJECT_KINDS, type ObjectKind } from '../records.ts';
import { ClusterStore } from '../store/store.ts';
import { type Clock, type ReflectorOptions, reflect } from './reflector.ts';

export interface WatchOptions
  extends Pick<ReflectorOptions<ObjectKind>, 'connection' | 'pageSize' | 'idleMs' | 'report'> {
  /** For `/state` and the log: which server, by which credentials. */
  readonly detail: string;
  readonly flavor: Flavor;
  readonly clock?: Clock;
}

export interface ClusterWatch {
  readonly view: ClusterStore;
  stop(): Promise<void>;
}

const systemClock: Clock = {
  now: Date.now,
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
  random: Math.random,
};

/** Begins to watch; the view fills while the process goes on, and says when it is complete. */
export function watchCluster({ detail, flavor, clock = systemClock, ...rest }: WatchOptions): ClusterWatch {
  const store = new ClusterStore({ kind: 'watch', detail });
  const projector = createProjector();
  const ending = new AbortController();
  const start = <K extends ObjectKind>(kind: K): Promise<void> =>
    reflect({
      ...rest,
      kind,
      path: listPath(kind, flavor),
      optional: OPTIONAL_KINDS.has(kind),
      store,
      project: projector[kind],
      signal: ending.signal,
      clock,
    });
  const running = OBJECT_KINDS.map((kind) => start(kind));
  return {
    view: store,
    stop: async () => {
      ending.abort();
      await Promise.all(running);
    },
  };
}
