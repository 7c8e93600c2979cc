/** How old the view is, and whether that is too old to trust. */
import { clipped } from '../json/clipped.ts';
import { OBJECT_KINDS, type ObjectKind } from './records.ts';
import type { ClusterView, Failure } from './view.ts';

const MS_PER_SECOND = 1000;

/** An API server's own words are a sentence; a page of a proxy in front of it is not shown in full. */
const LONGEST_MESSAGE = 300;

/** Seconds since each kind was last heard of. A snapshot has no age: it is what it is. */
export function agesOf(view: ClusterView, nowMs: number): (readonly [ObjectKind, number])[] {
  return OBJECT_KINDS.flatMap((kind) => {
    const age = ageOf(kind, view, nowMs);
    return age === undefined ? [] : [[kind, age] as const];
  });
}

function ageOf(kind: ObjectKind, view: ClusterView, nowMs: number): number | undefined {
  const { heardAt } = view.freshness(kind);
  return heardAt === undefined ? undefined : Math.max(0, nowMs - heardAt) / MS_PER_SECOND;
}

/** Whether decisions may rely on the view now. */
export function isReliable(view: ClusterView, nowMs: number, staleAfterSeconds: number): boolean {
  return view.synced && OBJECT_KINDS.every((kind) => (ageOf(kind, view, nowMs) ?? 0) <= staleAfterSeconds);
}

/** Why they may not, with what fails, since when, and the last error; null when they may. */
export function clusterProblem(view: ClusterView, nowMs: number, staleAfterSeconds: number): string | null {
  if (isReliable(view, nowMs, staleAfterSeconds)) return null;
  const ages = new Map(agesOf(view, nowMs));
  const stale = [...ages].filter(([, age]) => age > staleAfterSeconds);
  const unread = view.synced
    ? []
    : OBJECT_KINDS.filter((kind) => !ages.has(kind) && view.freshness(kind).withheld === undefined);
  return [
    ...(view.synced ? [] : [`the cluster view is not complete yet: ${unread.join(', ')} not read`]),
    ...stale.map(([kind, age]) => `no news of ${kind} for ${Math.round(age)} s`),
    ...failuresOf(view),
  ].join('; ');
}

/** What fails and is neither old nor missing yet, too: in a minute it will be. Equal words are said once. */
function failuresOf(view: ClusterView): string[] {
  const failing = OBJECT_KINDS.flatMap((kind) => {
    const { failing: failure } = view.freshness(kind);
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
