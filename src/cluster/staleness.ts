/** How old the view is, and whether that is too old to trust. */
import { clipped } from '../json/clipped.ts';
import { kindsOf, type Partition } from './partitions.ts';
import type { ObjectKind } from './records.ts';
import type { ClusterView, Failure } from './view.ts';

const MS_PER_SECOND = 1000;

/** An API server's own words are a sentence; a page of a proxy in front of it is not shown in full. */
const LONGEST_MESSAGE = 300;

/** Seconds since each kind was last heard of in a partition. A snapshot has no age: it is what it is. */
export function agesOf(
  view: ClusterView,
  partition: Partition,
  nowMs: number,
): (readonly [ObjectKind, number])[] {
  return kindsOf(partition).flatMap((kind) => {
    const age = ageOf(kind, view, partition, nowMs);
    return age === undefined ? [] : [[kind, age] as const];
  });
}

function ageOf(kind: ObjectKind, view: ClusterView, { name }: Partition, nowMs: number): number | undefined {
  const { heardAt } = view.freshness(kind, name);
  return heardAt === undefined ? undefined : Math.max(0, nowMs - heardAt) / MS_PER_SECOND;
}

/** Whether decisions may rely on what is known of a partition: each is judged alone. */
export function isReliable(
  view: ClusterView,
  partition: Partition,
  nowMs: number,
  staleAfterSeconds: number,
): boolean {
  return (
    view.within(partition.name).synced &&
    kindsOf(partition).every((kind) => (ageOf(kind, view, partition, nowMs) ?? 0) <= staleAfterSeconds)
  );
}

/** Those that may not be relied on. */
export function partitionsBehind(
  view: ClusterView,
  nowMs: number,
  staleAfterSeconds: number,
): readonly Partition[] {
  return view.partitions.filter((partition) => !isReliable(view, partition, nowMs, staleAfterSeconds));
}

/** Why they may not, with what fails, since when, and the last error; null when they may. */
export function clusterProblem(view: ClusterView, nowMs: number, staleAfterSeconds: number): string | null {
  const problems = view.partitions.flatMap((partition) => {
    const problem = partitionProblem(view, partition, nowMs, staleAfterSeconds);
    if (problem === null) return [];
    return partition.name === ''
      ? [problem]
      : [`the ${partition.role} partition ${partition.name} is behind: ${problem}`];
  });
  return problems.length === 0 ? null : problems.join('; ');
}

/** The same of one of them. */
export function partitionProblem(
  view: ClusterView,
  partition: Partition,
  nowMs: number,
  staleAfterSeconds: number,
): string | null {
  if (isReliable(view, partition, nowMs, staleAfterSeconds)) return null;
  const { synced } = view.within(partition.name);
  const ages = new Map(agesOf(view, partition, nowMs));
  const stale = [...ages].filter(([, age]) => age > staleAfterSeconds);
  const isUnread = (kind: ObjectKind) =>
    !ages.has(kind) && view.freshness(kind, partition.name).withheld === undefined;
  const unread = synced ? [] : kindsOf(partition).filter(isUnread);
  return [
    ...(synced ? [] : [`the cluster view is not complete yet: ${unread.join(', ')} not read`]),
    ...stale.map(([kind, age]) => `no news of ${kind} for ${Math.round(age)} s`),
    ...failuresOf(view, partition),
  ].join('; ');
}

/** What fails and is neither old nor missing yet, too: in a minute it will be. Equal words are said once. */
function failuresOf(view: ClusterView, partition: Partition): string[] {
  const failing = kindsOf(partition).flatMap((kind) => {
    const { failing: failure } = view.freshness(kind, partition.name);
    return failure === undefined ? [] : [{ kind, failure }];
  });
  const groups = Map.groupBy(failing, ({ failure: { doing, message } }) => `${doing} ${message}`);
  return Array.from(groups.values(), (group) => {
    const kinds = group.map(({ kind }) => kind).join(', ');
    const [first, ...others] = group.map(({ failure }) => failure);
    return first === undefined ? '' : `${kinds}: ${failureText([first, ...others])}`;
  });
}

function failureText(failures: readonly [Failure, ...Failure[]]): string {
  const [{ doing, message }] = failures;
  const since = new Date(Math.min(...failures.map((failure) => failure.since))).toISOString();
  const times = Math.max(...failures.map((failure) => failure.times));
  return `${doing} failing since ${since} (${times} times), the last time: ${clipped(message, LONGEST_MESSAGE)}`;
}
