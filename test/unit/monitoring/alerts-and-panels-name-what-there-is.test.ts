import { expect, test } from 'vitest';
import { createMetrics } from '../../../src/server/observe/metrics.ts';
import {
  alertExpressions,
  dashboardExpressions,
  type Expression,
  groupingsIn,
  metricsIn,
  selectorsIn,
} from './expressions.ts';

/** Of the API server, as staging/src/k8s.io/apiserver/pkg/admission/metrics registers them in v1.36. */
const API_SERVER: Readonly<Record<string, readonly string[]>> = {
  apiserver_admission_webhook_fail_open_count: ['name', 'type'],
  apiserver_admission_webhook_rejection_count: ['name', 'type', 'operation', 'error_type', 'rejection_code'],
  apiserver_admission_webhook_admission_duration_seconds: ['name', 'type', 'operation', 'rejected'],
};

/** What Prometheus itself puts on every series, and a histogram on its buckets. */
const EVERYWHERE = ['instance', 'le'];

/** Name → labels, of all that can be asked for. */
const KNOWN = new Map<string, readonly string[]>([
  ...createMetrics()
    .registry.getMetricsAsArray()
    .map((metric) => [metric.name, labelsOf(metric)] as const),
  ...Object.entries(API_SERVER),
]);

function labelsOf(metric: object): readonly string[] {
  const names: unknown = 'labelNames' in metric ? metric.labelNames : [];
  return Array.isArray(names) ? names.map(String) : [];
}

function familyOf(series: string): string {
  return KNOWN.has(series) ? series : series.replace(/_(?:bucket|sum|count)$/, '');
}

/** All that an expression asks for and nobody has. */
function mistakesIn({ text }: Expression): string[] {
  const names = metricsIn(text);
  const labels = names.flatMap((name) => KNOWN.get(familyOf(name)) ?? []);
  return [
    ...(names.length === 0 ? ['no metric at all'] : []),
    ...names.filter((name) => !KNOWN.has(familyOf(name))),
    ...selectorsIn(text).flatMap(({ metric, labels: asked }) =>
      asked
        .filter((label) => ![...(KNOWN.get(familyOf(metric)) ?? []), ...EVERYWHERE].includes(label))
        .map((label) => `${metric}{${label}}`),
    ),
    ...groupingsIn(text).filter((label) => ![...labels, ...EVERYWHERE].includes(label)),
  ];
}

test.each(alertExpressions())('the alert $where', (expression) => {
  expect(mistakesIn(expression)).toEqual([]);
});

test.each(dashboardExpressions())('the panel $where: $text', (expression) => {
  expect(mistakesIn(expression)).toEqual([]);
});

test.each([
  ['daemonward_nothing_total', ['daemonward_nothing_total']],
  ['rate(daemonward_findings_total{kode="DW101"}[5m])', ['daemonward_findings_total{kode}']],
  ['sum by (kode) (daemonward_findings_total)', ['kode']],
  ['vector(1)', ['no metric at all']],
])('%s would be noticed', (text, mistakes) => {
  expect(mistakesIn({ where: '', text })).toEqual(mistakes);
});

test('every metric of ours is in an alert or in a panel', () => {
  const shown = new Set(
    [...alertExpressions(), ...dashboardExpressions()].flatMap(({ text }) => metricsIn(text)).map(familyOf),
  );
  const ours = [...KNOWN.keys()].filter((name) => name.startsWith('daemonward_'));

  expect(ours.filter((name) => !shown.has(name))).toEqual(NOWHERE);
});

/** For whoever asks for them. */
const NOWHERE = [
  'daemonward_exemption_next_expiry_timestamp_seconds',
  'daemonward_config_reloads_total',
  'daemonward_certificate_reloads_total',
  'daemonward_stalls_total',
  'daemonward_log_write_failures_total',
  'daemonward_draining',
];
