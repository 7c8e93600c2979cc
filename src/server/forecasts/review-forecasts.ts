/** Forecasts within a review: as far as a few milliseconds go, and silent beyond, because everybody waits meanwhile. */
import { Forecast } from '../../explain/forecast/forecast.ts';
import { summaryOf } from '../../explain/forecast/summary.ts';
import type { FindForecast, ForecastQuestion, ForecastSummary } from '../../policy/rules/forecast.ts';
import type { Extender } from '../../scheduler/extender.ts';
import { Allowance } from './allowance.ts';

/**
 * What one review waits for. 5,000 nodes are looked at in some two milliseconds; then as many nodes without room as there is
 * time for, at some twenty microseconds each.
 */
export const FORECAST_MS = 8;

/** Of that, what it takes to put together what was seen on 5,000 nodes, and a last step. */
const SUMMARY_MS = 2;

/** Whoever writes DaemonSets all the time has a tenth of the process for it, and then no forecasts. */
const MS_PER_SECOND = 100;
const MOST_MS = 200;

/**
 * `whole`: all was looked at. `part`: who would be evicted was not, or not everywhere. `late`: not even all nodes were. `busy`: there
 * were too many just before. `large`: the DaemonSet names too many nodes or labels. `blind`: the view is not there yet, or old.
 */
export type ForecastOutcome = 'whole' | 'part' | 'late' | 'busy' | 'large' | 'blind';

export interface ReviewForecastParts {
  readonly extender: Extender;
  /** A steady clock, in ms. */
  clock(): number;
  told(outcome: ForecastOutcome, ms: number): void;
}

export function reviewForecasts({ extender, clock, told }: ReviewForecastParts): FindForecast {
  const allowance = new Allowance({ msPerSecond: MS_PER_SECOND, mostMs: MOST_MS, clock });
  const { view, ledger } = extender;

  function look(question: ForecastQuestion, until: number): [ForecastOutcome, ForecastSummary | null] {
    if (!extender.look()) return ['blind', null];
    const { rules } = extender;
    const forecast = new Forecast(question, { view, ledger, rules });
    // Other DaemonSets are no part of the few lines that a review says.
    for (const _ of forecast.steps()) if (forecast.reached === 'evictions' || clock() > until) break;
    if (forecast.reached === 'begun') return ['late', null];
    return [forecast.reached === 'nodes' ? 'part' : 'whole', summaryOf(forecast, view, rules)];
  }

  return (question) => {
    if (question === null || allowance.leftMs < FORECAST_MS) {
      told(question === null ? 'large' : 'busy', 0);
      return null;
    }
    const begin = clock();
    const [outcome, summary] = look(question, begin + FORECAST_MS - SUMMARY_MS);
    const ms = clock() - begin;
    allowance.take(ms);
    told(outcome, ms);
    return summary;
  };
}
