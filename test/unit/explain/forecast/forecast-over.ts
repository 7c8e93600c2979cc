/** Forecasts over a cluster of the test's own. */
import type { ClusterStore } from '../../../../src/cluster/store/store.ts';
import { defaultConfiguration } from '../../../../src/config/schema/schema.ts';
import type { Surroundings } from '../../../../src/explain/forecast/eviction-rules.ts';
import { Forecast } from '../../../../src/explain/forecast/forecast.ts';
import { manifestQuestion } from '../../../../src/explain/forecast/manifest-question.ts';
import { type ForecastReport, reportOf } from '../../../../src/explain/forecast/report.ts';
import { MOST_ENTRIES_SHOWN } from '../../../../src/explain/scene.ts';
import { HoldLedger } from '../../../../src/headroom/hold-ledger.ts';
import type { JsonObject } from '../../../../src/json/object.ts';
import type { ForecastQuestion } from '../../../../src/policy/rules/forecast.ts';
import { schedulingRules } from '../../../../src/scheduler/rules.ts';
import { schedulingSettings } from '../../../../src/scheduler/settings.ts';
import type { ExtenderOptions } from '../../scheduler/extender.ts';

type Modes = Pick<ExtenderOptions, 'headroom' | 'preempt'>;

/** Neither holds nor protection: what the scheduler does by itself. */
export const ALONE: Modes = { headroom: { mode: 'off' }, preempt: { mode: 'off' } };

export interface Daemon {
  readonly name?: string;
  readonly namespace?: string;
  readonly requests?: object;
  readonly ports?: readonly object[];
  readonly labels?: object;
  readonly pod?: object;
  readonly spec?: object;
}

/** A DaemonSet as somebody writes it. */
export function written(daemon: Daemon = {}): JsonObject {
  const { name = 'fresh', namespace = 'kube-system', requests = { cpu: '1' }, ports, pod, spec } = daemon;
  const { labels = { app: name } } = daemon;
  const container = { name: 'main', image: 'main:1.0', resources: { requests }, ports };
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name, namespace },
    spec: {
      selector: { matchLabels: labels },
      template: {
        metadata: { labels },
        spec: { priorityClassName: 'system-node-critical', containers: [container], ...pod },
      },
      ...spec,
    },
  };
}

/** Made once: it is the same for all, and takes longer than a forecast. */
const configuration = defaultConfiguration();

/** All that a forecast looks at. */
export function surroundingsOf(store: ClusterStore, { headroom, preempt }: Modes = {}): Surroundings {
  const settings = schedulingSettings({
    ...configuration,
    headroom: { ...configuration.headroom, ...headroom },
    preempt: { ...configuration.preempt, ...preempt },
  });
  const rules = schedulingRules(() => settings, store)();
  const ledger = new HoldLedger(store, () => rules.ledger, { now: () => 0, time: () => 0 });
  ledger.refresh();
  return { view: store, rules, ledger };
}

export function questionIn(
  object: JsonObject,
  store: ClusterStore,
  { rules } = surroundingsOf(store),
): ForecastQuestion {
  const read = manifestQuestion(object, 'default', rules);
  if (!read.ok) throw new Error(`${read.path}: ${read.problem}`);
  return read.question;
}

export interface Forecasted {
  readonly forecast: Forecast;
  readonly report: ForecastReport;
  /** By node, its state and whom it evicts. */
  readonly nodes: Readonly<Record<string, string>>;
}

export function forecastOver(store: ClusterStore, object: JsonObject, modes?: Modes): Forecasted {
  const surroundings = surroundingsOf(store, modes);
  const { view, rules, ledger } = surroundings;
  const forecast = new Forecast(questionIn(object, store, surroundings), surroundings);
  forecast.finish();
  ledger.stop();
  const report = reportOf(forecast, view, rules, MOST_ENTRIES_SHOWN);
  const nodes = report.byNode.map(({ node, state, evicts }) => {
    const victims = (evicts ?? []).map(({ pod }) => pod.replace(/^.*\//, '')).sort();
    return [node, [state, ...victims].join(' ')];
  });
  return { forecast, report, nodes: Object.fromEntries(nodes) };
}
