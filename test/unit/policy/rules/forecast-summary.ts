import type { ForecastSummary } from '../../../../src/policy/rules/forecast.ts';

/** A DaemonSet that finds room on every one of so many nodes. */
export function fitsOn(nodes: number): ForecastSummary {
  return {
    nodes,
    eligible: nodes,
    fits: nodes,
    preempts: 0,
    waits: 0,
    never: 0,
    unknown: 0,
    portsTaken: 0,
    ineligible: [],
    evicted: { pods: 0, tenants: 0 },
    worst: [],
    without: [],
  };
}
