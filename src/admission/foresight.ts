/** What will become of a DaemonSet on the nodes, once it is let pass: said when it comes, and when its pods will be others. */
import { isDeepStrictEqual } from 'node:util';
import { isLarge, questionReader } from '../explain/forecast/question.ts';
import { apiGroupOf } from '../kube/metadata/type-meta.ts';
import type { DaemonSet } from '../kube/objects.ts';
import type { CompiledPolicy } from '../policy/compiled-policy.ts';
import type { Finding } from '../policy/finding.ts';
import { type FindForecast, FORECAST_CODES, forecastFindings } from '../policy/rules/forecast.ts';
import type { Reviewed } from './typed-review.ts';

export type Foresee = (reviewed: Reviewed<DaemonSet>, policy: CompiledPolicy) => readonly Finding[];

/** Those of Kubernetes itself; the older group is Arktos'. Whose pods those of others take for theirs, nobody here knows. */
const GROUPS: ReadonlySet<string> = new Set(['apps', 'extensions']);

const NOTHING: readonly Finding[] = [];

export function foresight(forecast: FindForecast | undefined): Foresee {
  if (forecast === undefined) return () => NOTHING;
  const read = questionReader();
  return ({ object, old, subject }, { settings: { modes } }) => {
    if (FORECAST_CODES.every((code) => modes[code] === 'off')) return NOTHING;
    if (object === undefined || !changesPods(object, old) || !GROUPS.has(apiGroupOf(object.apiVersion))) {
      return NOTHING;
    }
    const asked = read(object, subject);
    // What cannot be read is what the other rules, or the API server, speak of.
    if (!asked.ok) return NOTHING;
    const { question } = asked;
    const summary = forecast(isLarge(question) ? null : { ...question, replaces: true });
    return summary === null ? NOTHING : forecastFindings(summary);
  };
}

/** A change of labels, or of how an update goes, moves nobody. */
function changesPods({ metadata, spec }: DaemonSet, old: DaemonSet | undefined): boolean {
  if (metadata?.deletionTimestamp || !spec) return false;
  return !(
    isDeepStrictEqual(spec.template, old?.spec?.template) &&
    isDeepStrictEqual(spec.selector, old?.spec?.selector)
  );
}
