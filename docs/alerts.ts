/** The alert rules, as far as pages and tests read them. */
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';

export interface AlertRule {
  readonly alert: string;
  readonly expr: string;
}

export interface AlertFile {
  readonly groups: readonly { readonly name: string; readonly rules: readonly AlertRule[] }[];
}

const FILE = new URL('../manifests/monitoring/alerts.yaml', import.meta.url);

export function alertFile(): AlertFile {
  return parse(readFileSync(FILE, 'utf8'));
}

export function alertRules(): readonly AlertRule[] {
  return alertFile().groups.flatMap(({ rules }) => rules);
}

/** What a histogram is called in an expression. */
const SERIES = '(?:_bucket|_sum|_count)?';

export function alertsOf(metric: string): string[] {
  const named = new RegExp(`\\b${metric}${SERIES}\\b`);
  return alertRules().flatMap(({ alert, expr }) => (named.test(expr) ? [alert] : []));
}
