/** A forecast to its end, in slices: whoever comes in between is answered in between. */
import { setImmediate as nextTurn } from 'node:timers/promises';
import type { Surroundings } from '../../explain/forecast/eviction-rules.ts';
import { Forecast } from '../../explain/forecast/forecast.ts';
import type { ForecastQuestion } from '../../policy/rules/forecast.ts';

/** Nobody notices that somebody else had this much before. */
const SLICE_MS = 2;

/** `isWanted`: somebody still waits for it. Null when nobody does. */
export async function wholeForecast(
  question: ForecastQuestion,
  surroundings: Surroundings,
  isWanted: () => boolean = () => true,
): Promise<Forecast | null> {
  const forecast = new Forecast(question, surroundings);
  let until = performance.now() + SLICE_MS;
  for (const _ of forecast.steps()) {
    if (performance.now() < until) continue;
    await nextTurn();
    if (!isWanted()) return null;
    until = performance.now() + SLICE_MS;
  }
  return forecast;
}
