/** Reads a live cluster once, for who looks at it and goes. */

import { messageOf } from '../../json/error-message.ts';
import type { Flavor } from '../../kube/flavor.ts';
import { type ApiConnection, ApiError, isWithheld } from '../api/api-answer.ts';
import { ClusterAccessError } from '../api/connection.ts';
import { listPath, OPTIONAL_KINDS } from '../api-kinds.ts';
import { createProjector } from '../projection/projector.ts';
import { OBJECT_KINDS, type ObjectKind } from '../records.ts';
import { ClusterStore } from '../store/store.ts';
import { listAll } from './lister.ts';

export interface ReadOptions {
  readonly connection: ApiConnection;
  /** Which server, by which credentials. */
  readonly detail: string;
  readonly flavor: Flavor;
  readonly pageSize: number;
  /** For all of it. */
  readonly timeoutMs: number;
}

export interface ReadCluster {
  readonly store: ClusterStore;
  /** Kinds that are not given, and objects that cannot be read. */
  readonly warnings: readonly string[];
}

/** Enough to see what is wrong. */
const MOST_WARNINGS = 20;

/** Throws a ClusterAccessError when the cluster cannot be read. */
export async function readCluster(options: ReadOptions): Promise<ReadCluster> {
  const { connection, detail, flavor, pageSize, timeoutMs } = options;
  // As a snapshot, which it is: nothing more will be heard.
  const store = new ClusterStore({ kind: 'snapshot', detail });
  const projector = createProjector();
  const signal = AbortSignal.timeout(timeoutMs);
  const warnings: string[] = [];
  const warn = (warning: string) => {
    if (warnings.length < MOST_WARNINGS) warnings.push(warning);
  };
  const read = async <K extends ObjectKind>(kind: K): Promise<void> => {
    const path = listPath(kind, flavor);
    const item = (value: unknown) => {
      const projected = projector[kind](value);
      if (projected.ok) store.put(kind, projected.record);
      else warn(projected.error);
    };
    try {
      await listAll({ connection, path, pageSize, signal, heard: () => {}, item });
      store.markSynced(kind);
    } catch (error) {
      if (!OPTIONAL_KINDS.has(kind) || !isWithheld(error)) throw unreachable(kind, error, signal, timeoutMs);
      store.markWithheld(kind, messageOf(error));
      warn(`${kind}: not given, going on without (${messageOf(error)})`);
    }
  };
  for (const kind of OBJECT_KINDS) await read(kind);
  return { store, warnings };
}

function unreachable(
  kind: ObjectKind,
  error: unknown,
  signal: AbortSignal,
  timeoutMs: number,
): ClusterAccessError {
  const why = signal.aborted ? `not read within ${timeoutMs / 1000} s` : messageOf(error);
  return new ClusterAccessError(
    error instanceof ApiError ? `${kind}: ${why}` : `${kind} cannot be read: ${why}`,
  );
}
