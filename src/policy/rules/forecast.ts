/** DW401 to DW403: what a DaemonSet will find on the nodes of this cluster. */
import type { SlimDaemonSet } from '../../cluster/records.ts';
import type { OtherNeed } from '../../kube/needs-beyond-room.ts';
import type { Finding } from '../finding.ts';
import type { ReasonCode } from '../reasons.ts';

export const FORECAST_CODES = ['DW401', 'DW402', 'DW403'] as const satisfies readonly ReasonCode[];

/** A forecast in figures. */
export interface ForecastSummary {
  readonly nodes: number;
  /** Where its controller makes a pod. Of these: */
  readonly eligible: number;
  /** there is room, or a pod of it runs already; */
  readonly fits: number;
  /** others are evicted for it; */
  readonly preempts: number;
  /** there is no room, and nobody to evict for it; */
  readonly waits: number;
  /** there would be none if the node were empty; */
  readonly never: number;
  /** and there is no room, and more than that was not looked at for want of time. */
  readonly unknown: number;
  /** Of those where it waits or evicts: a port that it wants is taken. */
  readonly portsTaken: number;
  /** Why the others are not eligible, the most frequent reason first. */
  readonly ineligible: readonly { readonly reason: string; readonly nodes: number }[];
  readonly evicted: { readonly pods: number; readonly tenants: number };
  /** The nodes with the most victims. */
  readonly worst: readonly { readonly node: string; readonly pods: number }[];
  /** Some of those where it cannot run. */
  readonly without: readonly string[];
}

/** A DaemonSet that comes, or whose pods will be others. */
export interface ForecastQuestion {
  readonly daemonSet: SlimDaemonSet;
  /** What its pods ask for beside room; of these only ports are looked at. */
  readonly otherNeeds: readonly OtherNeed[];
  /** Its pods are made anew even where nothing is to be seen of why, such as by another image: while it surges, they need room twice. */
  readonly replaces?: boolean;
}

/**
 * Asked of whoever knows the nodes; null when nothing can be said, or there is no time for it. A DaemonSet that would take too long
 * to look at is asked about as null, so that this is counted.
 */
export type FindForecast = (question: ForecastQuestion | null) => ForecastSummary | null;

/** A warning is one line of a terminal. */
const REASONS_NAMED = 3;

export function forecastFindings(forecast: ForecastSummary): Finding[] {
  const { nodes, eligible, preempts, waits, never } = forecast;
  if (nodes === 0) return [];
  if (eligible === 0) return [finding('DW401', nowhere(forecast))];
  return [
    ...(waits + never > 0 ? [finding('DW402', notEverywhere(forecast))] : []),
    ...(preempts > 0 ? [finding('DW403', byEviction(forecast))] : []),
  ];
}

function finding(code: ReasonCode, detail: string): Finding {
  return { code, field: '', detail };
}

function nowhere({ nodes, ineligible }: ForecastSummary): string {
  const reasons = ineligible.slice(0, REASONS_NAMED).map(({ reason, nodes: count }) => `${reason} ${count}`);
  return `belongs on none of ${nodes} nodes: ${reasons.join(', ')}`;
}

function notEverywhere(forecast: ForecastSummary): string {
  const { eligible, fits, preempts, waits, never, unknown, portsTaken, without } = forecast;
  const evicting = preempts > 0 ? ` and on ${preempts} by eviction` : '';
  const ports = portsTaken > 0 ? ` (${portsTaken}: port taken)` : '';
  const lacks = [
    ...(waits > 0 ? [`${waits} ${waits === 1 ? 'has' : 'have'} no room${ports}`] : []),
    ...(never > 0 ? [`${never} ${never === 1 ? 'is' : 'are'} too small`] : []),
    ...(unknown > 0 ? [`${unknown} not looked at`] : []),
  ];
  return `fits on ${fits} of ${eligible} eligible nodes${evicting}; ${lacks.join(', ')}: ${without.join(', ')}`;
}

function byEviction({ eligible, preempts, evicted, worst, unknown }: ForecastSummary): string {
  const { pods, tenants } = evicted;
  const atLeast = unknown > 0 ? 'at least ' : '';
  const most = worst.map(({ node, pods: count }) => `${node} (${count})`).join(', ');
  const on = `on ${preempts} of ${eligible} eligible nodes`;
  return `evicts ${atLeast}${pods} ${plural(pods, 'pod')} of ${tenants} ${plural(tenants, 'tenant')} ${on}, most on ${most}`;
}

function plural(count: number, word: string): string {
  return count === 1 ? word : `${word}s`;
}
