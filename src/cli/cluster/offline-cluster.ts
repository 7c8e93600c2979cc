/** The cluster that a command looks at by itself: a snapshot, or a live one that is read once. */
import { ClusterAccessError } from '../../cluster/api/connection.ts';
import { SnapshotError } from '../../cluster/snapshot/problem.ts';
import { loadSnapshot } from '../../cluster/snapshot/snapshot.ts';
import type { ClusterStore } from '../../cluster/store/store.ts';
import { readCluster } from '../../cluster/watch/read-cluster.ts';
import { type Configuration, exampleSnapshot } from '../../config/schema/schema.ts';
import {
  type Arguments,
  CommandError,
  EXIT,
  switchFlag,
  type Terminal,
  usageError,
  valueFlag,
} from '../command.ts';
import { ACCESS_FLAGS, connectionIfAny } from '../flags/cluster-flags.ts';

/** 150,000 pods are read within a minute over a slow line. */
const READ_WITHIN_MS = 300_000;

export const SNAPSHOT_FLAGS = {
  snapshot: valueFlag('FILE', 'a snapshot instead of a live cluster (docs/snapshots.md)', { multiple: true }),
  example: switchFlag('the example cluster that ships with Daemonward'),
  ...ACCESS_FLAGS,
} as const;

/** The files that the flags name; none when they name none. */
function snapshotsFrom(args: Arguments): string[] {
  return [...args.texts('snapshot'), ...(args.has('example') ? [exampleSnapshot] : [])];
}

export interface OfflineCluster {
  readonly store: ClusterStore;
  /** Where it looks for what names no namespace; undefined when nobody has said. */
  readonly namespace: string | undefined;
}

/** Warnings go to standard error. Undefined when there is neither a file nor a cluster. */
export async function clusterFrom(
  args: Arguments,
  terminal: Terminal,
  { cluster }: Configuration,
): Promise<OfflineCluster | undefined> {
  const files = snapshotsFrom(args);
  if (files.length > 0) {
    const { store, report } = loadOr(files, args);
    for (const warning of report.warnings) terminal.err(`${warning}\n`);
    return { store, namespace: undefined };
  }
  try {
    const connected = await connectionIfAny(args, terminal);
    if (connected === undefined) return undefined;
    const { flavor, pageSize } = cluster;
    const { store, warnings } = await readCluster({
      ...connected,
      flavor,
      pageSize,
      timeoutMs: READ_WITHIN_MS,
    });
    for (const warning of warnings) terminal.err(`${warning}\n`);
    return { store, namespace: connected.namespace };
  } catch (error) {
    if (!(error instanceof ClusterAccessError)) throw error;
    throw new CommandError(`daemonward: ${args.command}: ${error.message}`, EXIT.unreachable);
  }
}

function loadOr(files: readonly string[], args: Arguments) {
  try {
    return loadSnapshot(files);
  } catch (error) {
    throw error instanceof SnapshotError ? usageError(args, error.message) : error;
  }
}
