/** What a Daemonward of a test says of itself on its ops port. */
import type { Daemonward } from './daemonward.ts';
import { exchange } from './request.ts';

export interface NodeHold {
  node: string;
  kind: 'missing' | 'pending' | 'leaving' | 'growth' | 'surge' | 'resize' | 'settling';
  amounts: Record<string, string>;
  /** ISO times. */
  since: string;
  until: string;
  expired: boolean;
}

export interface DaemonSetHolds {
  /** `namespace/name`. */
  daemonSet: string;
  priority: number;
  holds: Record<NodeHold['kind'], number>;
  expired: number;
  nodes: NodeHold[];
}

export interface HeadroomState {
  mode: string;
  daemonSets: DaemonSetHolds[];
  inFlightPods: number;
  inFlightResizes: number;
}

interface State {
  headroom: HeadroomState;
}

export async function headroomState({ opsUrl }: Daemonward): Promise<HeadroomState> {
  const { text } = await exchange(`${opsUrl}/state`);
  const { headroom }: State = JSON.parse(text);
  return headroom;
}

/** The holds of one DaemonSet, or undefined where it has none. */
export async function holdsOf(
  daemonward: Daemonward,
  namespace: string,
  name: string,
): Promise<DaemonSetHolds | undefined> {
  const { daemonSets } = await headroomState(daemonward);
  return daemonSets.find(({ daemonSet }) => daemonSet === `${namespace}/${name}`);
}

/** How many nodes keep room for it at this moment, of whatever kind. */
export function activeHolds(state: DaemonSetHolds | undefined): number {
  return Object.values(state?.holds ?? {}).reduce((sum, count) => sum + count, 0);
}

const LINE = /^(?<name>\w+)(?:\{(?<labels>[^}]*)\})? (?<value>\S+)$/gm;

/** The sum of a metric over all its label sets that have these labels; 0 when there is none. */
export async function metricSum(
  { opsUrl }: Daemonward,
  metric: string,
  wanted: Readonly<Record<string, string>> = {},
): Promise<number> {
  const { text } = await exchange(`${opsUrl}/metrics`);
  return sumIn(text, metric, wanted);
}

/** The same, of any text that Prometheus reads. */
export function sumIn(text: string, metric: string, wanted: Readonly<Record<string, string>>): number {
  const parts = Object.entries(wanted).map(([key, value]) => `${key}="${value}"`);
  let sum = 0;
  for (const { groups } of text.matchAll(LINE)) {
    const { name, labels = '', value = '' } = groups ?? {};
    if (name === metric && parts.every((part) => labels.split(',').includes(part))) sum += Number(value);
  }
  return sum;
}
