/** A forecast in full, in the words and units of people: what the ops port answers, and `--output json` prints. */
import type { SlimDaemonSet, SlimPod } from '../../cluster/records.ts';
import type { ClusterView } from '../../cluster/view.ts';
import { podPriority } from '../../kube/priority.ts';
import { quantityText } from '../../kube/resources/quantity-text.ts';
import type { Finding } from '../../policy/finding.ts';
import { type ForecastSummary, forecastFindings } from '../../policy/rules/forecast.ts';
import type { SchedulingRules } from '../../scheduler/rules.ts';
import { MOST_ENTRIES_SHOWN } from '../scene.ts';
import type { Forecast } from './forecast.ts';
import { obstacleText } from './obstacle-text.ts';
import { portText } from './port-takers.ts';
import { summaryOf } from './summary.ts';
import type { NodeState, Obstacle } from './verdicts.ts';

export interface NodeForecast {
  readonly node: string;
  readonly state: NodeState;
  /** What is in the way. */
  readonly why?: readonly string[];
  readonly evicts?: readonly { readonly pod: string; readonly tenant: string; readonly priority: number }[];
}

export interface ForecastReport {
  readonly daemonSet: { readonly namespace: string; readonly name: string };
  readonly change: 'new' | 'changed' | 'unchanged';
  readonly priority: number;
  readonly preempts: boolean;
  /** Of each pod. */
  readonly requests: Readonly<Record<string, string>>;
  readonly nodes: Readonly<Record<NodeState, number>> & { readonly all: number; readonly eligible: number };
  /** Nodes that its pods leave because it does not belong there any more. */
  readonly leaves: number;
  readonly ineligible: ForecastSummary['ineligible'];
  readonly evicted: ForecastSummary['evicted'];
  /** Of what there is too little, and on how many nodes. */
  readonly lacking: readonly { readonly what: string; readonly nodes: number }[];
  /** Of the cluster, by the pods on all eligible nodes. */
  readonly takes: readonly Taken[];
  readonly overlappingSelectors: readonly string[];
  readonly samePorts: readonly { daemonSet: string; ports: readonly string[]; nodes: number }[];
  /** What its pods ask for beside room, and nobody has weighed here. */
  readonly notWeighed: readonly string[];
  readonly findings: readonly Finding[];
  /** Those in trouble first, as many as were asked for. */
  readonly byNode: readonly NodeForecast[];
}

export interface Taken {
  readonly resource: string;
  readonly amount: string;
  readonly percent: number;
}

/** From the worst on; the rest only where all nodes are asked for. */
const SHOWN_STATES: readonly NodeState[] = ['never', 'waits', 'unknown', 'preempts', 'soon'];
const OTHER_STATES: readonly NodeState[] = ['fits', 'runs', 'ineligible'];

/** Victims of one node that are named. */
const VICTIMS_NAMED = 20;

/** A reason may be a taint with a value of its own on every node. */
const REASONS_SHOWN = 20;

export function reportOf(
  forecast: Forecast,
  view: ClusterView,
  rules: SchedulingRules,
  nodesShown: number,
): ForecastReport {
  const { daemon, verdicts, overlaps, rivals } = forecast;
  const { daemonSet, before, isChanged } = daemon;
  const summary = summaryOf(forecast, view, rules);
  const { eligible } = summary;
  const requests = [...daemon.requests].map(([resource, amount]) => [
    resource,
    quantityText(resource, amount),
  ]);
  const states = [...SHOWN_STATES, ...OTHER_STATES];
  const counts = (state: NodeState) => verdicts.count(state);
  return {
    daemonSet: { namespace: daemonSet.namespace, name: daemonSet.name },
    change: before === undefined ? 'new' : isChanged ? 'changed' : 'unchanged',
    priority: daemon.priority,
    preempts: daemon.preempts,
    requests: Object.fromEntries(requests),
    nodes: {
      all: summary.nodes,
      eligible,
      runs: counts('runs'),
      fits: counts('fits'),
      soon: counts('soon'),
      preempts: counts('preempts'),
      waits: counts('waits'),
      never: counts('never'),
      unknown: counts('unknown'),
      ineligible: counts('ineligible'),
    },
    leaves: forecast.leaves,
    ineligible: summary.ineligible.slice(0, REASONS_SHOWN),
    evicted: summary.evicted,
    lacking: lackingOf(forecast, view),
    takes: takenOf(forecast, view, eligible),
    overlappingSelectors: overlaps.map(fullName),
    samePorts: rivals.map(({ daemonSet: rival, ports, nodes }) => ({
      daemonSet: fullName(rival),
      ports: ports.map(portText),
      nodes,
    })),
    notWeighed: forecast.otherNeeds.filter((need) => need !== 'host ports'),
    findings: forecastFindings(summary),
    byNode: nodesIn(forecast, nodesShown >= MOST_ENTRIES_SHOWN ? states : SHOWN_STATES)
      .slice(0, nodesShown)
      .map((number) => nodeForecast(number, forecast, view, rules)),
  };
}

function nodesIn({ verdicts }: Forecast, states: readonly NodeState[]): number[] {
  return states.flatMap((state) =>
    [...verdicts.in(state)].sort((a, b) => verdicts.victimsOn(b).length - verdicts.victimsOn(a).length),
  );
}

function nodeForecast(
  number: number,
  forecast: Forecast,
  view: ClusterView,
  { tenantOf }: SchedulingRules,
): NodeForecast {
  const node = view.nodeAt(number)?.name ?? '';
  const state = forecast.verdicts.stateOf(number) ?? 'unknown';
  const why = obstaclesOn(number, forecast, view).map(obstacleText);
  const victims = forecast.verdicts.victimsOn(number).slice(0, VICTIMS_NAMED);
  const evicts = victims.map((pod) => ({
    pod: fullName(pod),
    tenant: tenantOf(pod),
    priority: podPriority(pod),
  }));
  return { node, state, ...(why.length > 0 && { why }), ...(evicts.length > 0 && { evicts }) };
}

/** Why it does not simply fit. */
function obstaclesOn(number: number, { verdicts, room }: Forecast, view: ClusterView): Obstacle[] {
  const name = view.nodeAt(number)?.name ?? '';
  const other = verdicts.obstacleOn(number);
  switch (verdicts.stateOf(number)) {
    case 'never':
      return other === undefined ? room.tooSmall(number) : [other];
    case 'waits':
    case 'unknown':
    case 'preempts':
    case 'soon':
      return [...room.lacks(number, name), ...(other === undefined ? [] : [other])];
    default:
      return [];
  }
}

function lackingOf(forecast: Forecast, view: ClusterView): ForecastReport['lacking'] {
  const counts = new Map<string, number>();
  for (const number of forecast.verdicts.in(...SHOWN_STATES)) {
    for (const obstacle of obstaclesOn(number, forecast, view)) {
      const what = whatOf(obstacle);
      counts.set(what, (counts.get(what) ?? 0) + 1);
    }
  }
  return Array.from(counts, ([what, nodes]) => ({ what, nodes })).toSorted((a, b) => b.nodes - a.nodes);
}

function whatOf(obstacle: Obstacle): string {
  switch (obstacle.kind) {
    case 'resource':
      return obstacle.resource;
    case 'port':
      return `port ${obstacle.port}`;
    case 'held':
      return `${obstacle.resource} held ${obstacle.byOrder ? 'by an order' : 'for daemons'}`;
    case 'runtime-class':
      return `runtime class ${obstacle.name}`;
    case 'protected':
      return `pods that may be evicted (${obstacle.code})`;
  }
}

function takenOf({ daemon }: Forecast, view: ClusterView, pods: number): Taken[] {
  return [...daemon.requests].map(([resource, amount]) => {
    const sum = amount * BigInt(pods);
    let size = 0;
    for (const { allocatable } of view.nodes()) size += Number(allocatable.get(resource) ?? 0n);
    const percent = size === 0 ? 0 : Math.round((Number(sum) / size) * 1000) / 10;
    return { resource, amount: quantityText(resource, sum), percent };
  });
}

function fullName({ namespace, name }: SlimPod | SlimDaemonSet): string {
  return `${namespace}/${name}`;
}
