/** How old the view is, and whether that is too old to trust. */
import { OBJECT_KINDS, type ObjectKind } from './records.ts';
import type { ClusterView } from './view.ts';

const MS_PER_SECOND = 1000;

/** Seconds since each kind was last heard of. A snapshot has no age: it is what it is. */
export function agesOf(view: ClusterView, nowMs: number): (readonly [ObjectKind, number])[] {
  return OBJECT_KINDS.flatMap((kind) => {
    const { heardAt } = view.freshness(kind);
    return heardAt === undefined ? [] : [[kind, Math.max(0, nowMs - heardAt) / MS_PER_SECOND] as const];
  });
}

/** Why decisions should not rely on the view now, or null. */
export function clusterProblem(view: ClusterView, nowMs: number, staleAfterSeconds: number): string | null {
  if (!view.synced) return 'the cluster view is not complete yet';
  const stale = agesOf(view, nowMs).filter(([, age]) => age > staleAfterSeconds);
  if (stale.length === 0) return null;
  return stale.map(([kind, age]) => `no news of ${kind} for ${Math.round(age)} s`).join(', ');
}
