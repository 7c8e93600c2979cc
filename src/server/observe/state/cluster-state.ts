/** How new the view is, of each API server that it comes from: for `/state`, readiness and the metrics. */
import { hasNodes, hasPods, kindsOf, type Partition } from '../../../cluster/partitions.ts';
import { agesOf, clusterProblem, isReliable, partitionProblem } from '../../../cluster/staleness.ts';
import type { ClusterView, Freshness } from '../../../cluster/view.ts';
import type { Metrics } from '../metrics.ts';

const MS_PER_SECOND = 1000;

/** Objects that do not count are counted; some of them show where to look. */
const RIVALS_SHOWN = 20;

export function clusterState(view: ClusterView, nowMs: number, staleAfterSeconds: number) {
  const { source, synced, revision, partitions } = view;
  const problem = clusterProblem(view, nowMs, staleAfterSeconds);
  const counts = view.counts();
  const [only] = partitions;
  if (only?.role === 'whole') {
    const kinds = kindsOf(only).map((kind) => {
      return [kind, { objects: counts[kind], ...freshnessState(view.freshness(kind), nowMs) }] as const;
    });
    return { source, synced, revision, problem, kinds: Object.fromEntries(kinds) };
  }
  const rivals = view.rivals();
  return {
    source,
    synced,
    revision,
    problem,
    objects: counts,
    partitions: partitions.map((partition) => partitionState(view, partition, nowMs, staleAfterSeconds)),
    rivals: { total: rivals.length, shown: rivals.slice(0, RIVALS_SHOWN) },
  };
}

function partitionState(view: ClusterView, partition: Partition, nowMs: number, staleAfterSeconds: number) {
  const { name, role, detail } = partition;
  const kinds = kindsOf(partition).map(
    (kind) => [kind, freshnessState(view.freshness(kind, name), nowMs)] as const,
  );
  return {
    name,
    role,
    detail,
    synced: view.within(name).synced,
    problem: partitionProblem(view, partition, nowMs, staleAfterSeconds),
    kinds: Object.fromEntries(kinds),
  };
}

function freshnessState({ resourceVersion, heardAt, withheld, failing }: Freshness, nowMs: number) {
  return {
    resourceVersion: resourceVersion || undefined,
    ageSeconds: heardAt === undefined ? undefined : Math.max(0, nowMs - heardAt) / MS_PER_SECOND,
    withheld,
    failing: failing && { ...failing, since: new Date(failing.since).toISOString() },
  };
}

export interface ReadinessMoment {
  /** In ms since 1970. */
  readonly now: number;
  readonly startedAt: number;
  readonly staleAfterSeconds: number;
}

/**
 * Why no work is to be sent here, as far as the cluster goes. Of several partitions one that is behind keeps nobody else
 * waiting: only without any that has nodes, or any that has pods, there is nothing to decide. But while a process starts, those
 * that answer are read first: whoever took its place early would know nothing of their daemons.
 */
export function readinessProblem(
  view: ClusterView,
  { now, startedAt, staleAfterSeconds }: ReadinessMoment,
): string | null {
  const problem = clusterProblem(view, now, staleAfterSeconds);
  if (problem === null || view.partitions.length === 1) return problem;
  const isSeen = (partition: Partition) => isReliable(view, partition, now, staleAfterSeconds);
  const isEnough = [hasNodes, hasPods].every((has) => view.partitions.filter(has).some(isSeen));
  const isStarting = now - startedAt < staleAfterSeconds * MS_PER_SECOND;
  const isReading = view.partitions.some((partition) => isBeingRead(view, partition));
  return isEnough && !(isStarting && isReading) ? null : problem;
}

/** Not read yet, and nothing has failed. */
function isBeingRead(view: ClusterView, partition: Partition): boolean {
  if (view.within(partition.name).synced) return false;
  return kindsOf(partition).every((kind) => view.freshness(kind, partition.name).failing === undefined);
}

export function measureCluster(
  metrics: Metrics,
  view: ClusterView,
  nowMs: number,
  staleAfterSeconds: number,
): void {
  metrics.clusterSynced.set(view.synced ? 1 : 0);
  // A kind that is withheld from now on has no age.
  metrics.clusterAge.reset();
  for (const partition of view.partitions) {
    const { name, role } = partition;
    for (const [kind, age] of agesOf(view, partition, nowMs)) {
      metrics.clusterAge.set({ kind, partition: name }, age);
    }
    if (role === 'whole') continue;
    const isBehind = !isReliable(view, partition, nowMs, staleAfterSeconds);
    metrics.partitionBehind.set({ partition: name, role }, isBehind ? 1 : 0);
  }
  metrics.partitionRivals.reset();
  for (const { partition, kind } of view.rivals()) metrics.partitionRivals.inc({ partition, kind });
}
