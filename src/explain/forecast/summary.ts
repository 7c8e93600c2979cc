/** A forecast in figures, for a few lines of a terminal. */
import type { SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import type { ForecastSummary } from '../../policy/rules/forecast.ts';
import type { SchedulingRules } from '../../scheduler/rules.ts';
import type { Forecast } from './forecast.ts';
import { NODE_STATES } from './verdicts.ts';

/** As many names as a line has room for. */
const NODES_NAMED = 3;

/** Where it belongs, whatever becomes of it there. */
const ELIGIBLE = NODE_STATES.filter((state) => state !== 'ineligible');

type Owned = Pick<SlimPod, 'partition' | 'namespace' | 'tenant'>;

export function summaryOf(
  { verdicts, ineligible, room }: Forecast,
  view: ClusterView,
  { tenantOf }: SchedulingRules,
): ForecastSummary {
  const nameOf = (node: number) => view.nodeAt(node)?.name ?? '';
  const counts = Array.from(verdicts.preempting, ([node, { length }]) => ({ node, pods: length }));
  const worst = counts.toSorted((a, b) => b.pods - a.pods).slice(0, NODES_NAMED);
  let portsTaken = 0;
  for (const node of verdicts.in('waits', 'preempts', 'unknown')) {
    if (room.ports.on(node).length > 0) portsTaken += 1;
  }
  return {
    nodes: verdicts.count(...NODE_STATES),
    eligible: verdicts.count(...ELIGIBLE),
    fits: verdicts.count('runs', 'fits', 'soon'),
    preempts: verdicts.count('preempts'),
    waits: verdicts.count('waits'),
    never: verdicts.count('never'),
    unknown: verdicts.count('unknown'),
    portsTaken,
    ineligible: byFrequency(ineligible),
    evicted: evictedBy(verdicts.preempting, tenantOf),
    worst: worst.map(({ node, pods }) => ({ node: nameOf(node), pods })),
    without: firstOf(verdicts.in('waits', 'never'), NODES_NAMED).map(nameOf),
  };
}

function firstOf<T>(values: Iterable<T>, most: number): T[] {
  const first: T[] = [];
  for (const value of values) {
    if (first.length === most) break;
    first.push(value);
  }
  return first;
}

export function byFrequency(
  reasons: ReadonlyMap<string, number>,
): { readonly reason: string; readonly nodes: number }[] {
  if (reasons.size === 0) return [];
  return Array.from(reasons, ([reason, nodes]) => ({ reason, nodes })).toSorted((a, b) => b.nodes - a.nodes);
}

function evictedBy(
  preempting: Iterable<[number, readonly SlimPod[]]>,
  tenantOf: (pod: Owned) => string,
): ForecastSummary['evicted'] {
  const owners = new Map<string, Owned>();
  let pods = 0;
  for (const [, victims] of preempting) {
    pods += victims.length;
    for (const { partition, tenant, namespace } of victims) {
      owners.set(`${partition}/${tenant}/${namespace}`, { partition, tenant, namespace });
    }
  }
  return { pods, tenants: new Set(Array.from(owners.values(), tenantOf)).size };
}
