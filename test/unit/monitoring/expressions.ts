/** The PromQL of the alerts and of the dashboard, taken apart as far as names and labels go. */
import { readFileSync } from 'node:fs';
import { alertRules } from '../../../docs/alerts.ts';
import { isObject } from '../../../src/json/object.ts';

export interface Expression {
  /** The alert or the panel. */
  readonly where: string;
  readonly text: string;
}

const DASHBOARD = new URL('../../../manifests/monitoring/dashboard.json', import.meta.url);

export function alertExpressions(): Expression[] {
  return alertRules().map(({ alert, expr }) => ({ where: alert, text: expr }));
}

export function dashboardExpressions(): Expression[] {
  const dashboard: unknown = JSON.parse(readFileSync(DASHBOARD, 'utf8'));
  const panels: readonly unknown[] =
    isObject(dashboard) && Array.isArray(dashboard.panels) ? dashboard.panels : [];
  return panels.filter(isObject).flatMap(({ title, targets }) => {
    const list: readonly unknown[] = Array.isArray(targets) ? targets : [];
    return list.filter(isObject).map(({ expr }) => ({ where: String(title), text: String(expr) }));
  });
}

/** Everything that looks like a metric of somebody. */
export function metricsIn(text: string): string[] {
  const withoutTexts = text.replaceAll(/"[^"]*"/g, '""');
  return [...withoutTexts.matchAll(/\b(?:daemonward|nodejs|process|apiserver)_\w+/g)].map(([name]) => name);
}

export interface LabelledMetric {
  readonly metric: string;
  readonly labels: readonly string[];
}

/** `metric{label="…"}`. */
export function selectorsIn(text: string): LabelledMetric[] {
  return [...text.matchAll(/(\w+)\{([^}]*)\}/g)].map(([, metric = '', inner = '']) => ({
    metric,
    labels: [...inner.matchAll(/(\w+)\s*(?:=~|!~|!=|=)/g)].map(([, label = '']) => label),
  }));
}

/** `by (label, …)`. */
export function groupingsIn(text: string): string[] {
  return [...text.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, inner = '']) =>
    inner.split(',').map((label) => label.trim()),
  );
}
