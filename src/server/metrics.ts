/** What Daemonward counts. docs/metrics.md is generated from this table. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

export const METRICS = {
  buildInfo: {
    type: 'gauge',
    name: 'daemonward_build_info',
    help: 'Always 1; the labels say which version runs on which Node.',
    labels: ['version', 'node'],
  },
  requests: {
    type: 'counter',
    name: 'daemonward_http_requests_total',
    help: 'Requests ended, by path and status code ("aborted" when the caller left first). Unknown paths count as "other".',
    labels: ['path', 'code'],
  },
  refused: {
    type: 'counter',
    name: 'daemonward_http_refused_total',
    help: 'Requests refused because of the request itself, by path and error code.',
    labels: ['path', 'error'],
  },
  duration: {
    type: 'histogram',
    name: 'daemonward_http_request_duration_seconds',
    help: 'Time from the request line to the end of the answer, by path.',
    labels: ['path'],
  },
  inFlight: {
    type: 'gauge',
    name: 'daemonward_http_requests_in_flight',
    help: 'Requests that are being read or answered.',
    labels: [],
  },
  decisions: {
    type: 'counter',
    name: 'daemonward_admission_decisions_total',
    help: 'Reviews decided, by path, outcome (allowed, patched or denied) and whether it was a dry run.',
    labels: ['path', 'outcome', 'dry_run'],
  },
  findings: {
    type: 'counter',
    name: 'daemonward_findings_total',
    help: 'Findings of the rules, by reason code and what became of them: denied, warned, audited or exempted.',
    labels: ['code', 'outcome'],
  },
  unknownTenants: {
    type: 'counter',
    name: 'daemonward_unknown_tenants_total',
    help: 'Reviews of objects whose tenant no convention told, so that tenancy.unknown decided, by path.',
    labels: ['path'],
  },
  schedulerRefusals: {
    type: 'counter',
    name: 'daemonward_scheduler_refusals_total',
    help:
      'Nodes that filter refused and candidates that preempt dropped or changed, by reason code and outcome: ' +
      'refused, or audited when the answer stayed as it was.',
    labels: ['code', 'outcome'],
  },
  schedulerPassedThrough: {
    type: 'counter',
    name: 'daemonward_scheduler_passed_through_total',
    help: 'Calls answered without a decision because the cluster view could not be relied on, by path and reason: unsynced or stale.',
    labels: ['path', 'reason'],
  },
  schedulerDoubtfulNodes: {
    type: 'counter',
    name: 'daemonward_scheduler_doubtful_nodes_total',
    help: 'Nodes that a scheduler named and the cluster view did not have, or had only as they were before, by outcome: refused for a moment, or passed.',
    labels: ['outcome'],
  },
  headroomHolds: {
    type: 'gauge',
    name: 'daemonward_headroom_holds',
    help: 'Rooms kept for a daemon on a node, by state: active, or expired when the patience is over.',
    labels: ['state'],
  },
  headroomInFlight: {
    type: 'gauge',
    name: 'daemonward_headroom_in_flight_pods',
    help: 'Pods that were let pass and have not been seen bound yet.',
    labels: [],
  },
  headroomLeftFlight: {
    type: 'counter',
    name: 'daemonward_headroom_left_flight_total',
    help: 'Pods that are not waited for any more, by what ended it: bound, gone, again (asked about anew) or limit.',
    labels: ['by'],
  },
  configReloads: {
    type: 'counter',
    name: 'daemonward_config_reloads_total',
    help: 'New configuration files seen while running, by result: applied or refused.',
    labels: ['result'],
  },
  configGood: {
    type: 'gauge',
    name: 'daemonward_config_last_reload_successful',
    help: '1 while the newest configuration file is the one in use, 0 while a bad one is being ignored.',
    labels: [],
  },
  clusterSynced: {
    type: 'gauge',
    name: 'daemonward_cluster_synced',
    help: '1 when every kind of the cluster view has been read completely.',
    labels: [],
  },
  clusterObjects: {
    type: 'gauge',
    name: 'daemonward_cluster_objects',
    help: 'Objects in the cluster view, by kind.',
    labels: ['kind'],
  },
  clusterAge: {
    type: 'gauge',
    name: 'daemonward_cluster_age_seconds',
    help: 'Time since a watch last heard of a kind: an event, a bookmark or a list.',
    labels: ['kind'],
  },
  clusterEvents: {
    type: 'counter',
    name: 'daemonward_cluster_events_total',
    help: 'Changes that watches brought, by kind.',
    labels: ['kind'],
  },
  clusterLists: {
    type: 'counter',
    name: 'daemonward_cluster_lists_total',
    help: 'Complete lists read, by kind and reason: start, gone (the version had expired) or fruitless.',
    labels: ['kind', 'reason'],
  },
  clusterBreaks: {
    type: 'counter',
    name: 'daemonward_cluster_breaks_total',
    help: 'Lists and watches that broke, by kind and reason: idle, gone, refused, cut or garbled.',
    labels: ['kind', 'reason'],
  },
  clusterUnreadable: {
    type: 'counter',
    name: 'daemonward_cluster_unreadable_objects_total',
    help: 'Objects of the cluster that could not be read; the view keeps what it knew of them.',
    labels: ['kind'],
  },
  certificateExpiry: {
    type: 'gauge',
    name: 'daemonward_certificate_expiry_timestamp_seconds',
    help: 'When the certificate ends, in seconds since 1970, by certificate: ca or leaf.',
    labels: ['certificate'],
  },
  draining: {
    type: 'gauge',
    name: 'daemonward_draining',
    help: '1 from the signal to stop until the end.',
    labels: [],
  },
} as const satisfies Record<string, MetricDefinition>;

export interface MetricDefinition {
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly name: string;
  readonly help: string;
  readonly labels: readonly string[];
}

/** From a tenth of what a review takes to the 5 s after which a scheduler gives up. */
const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

export type Metrics = ReturnType<typeof createMetrics>;

export function createMetrics() {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const gauge = (definition: MetricDefinition) =>
    new Gauge({ ...options(definition), registers: [registry] });
  const counter = (definition: MetricDefinition) =>
    new Counter({ ...options(definition), registers: [registry] });
  return {
    registry,
    buildInfo: gauge(METRICS.buildInfo),
    requests: counter(METRICS.requests),
    refused: counter(METRICS.refused),
    duration: new Histogram({
      ...options(METRICS.duration),
      buckets: DURATION_BUCKETS,
      registers: [registry],
    }),
    inFlight: gauge(METRICS.inFlight),
    decisions: counter(METRICS.decisions),
    findings: counter(METRICS.findings),
    unknownTenants: counter(METRICS.unknownTenants),
    schedulerRefusals: counter(METRICS.schedulerRefusals),
    schedulerPassedThrough: counter(METRICS.schedulerPassedThrough),
    schedulerDoubtfulNodes: counter(METRICS.schedulerDoubtfulNodes),
    headroomHolds: gauge(METRICS.headroomHolds),
    headroomInFlight: gauge(METRICS.headroomInFlight),
    headroomLeftFlight: counter(METRICS.headroomLeftFlight),
    configReloads: counter(METRICS.configReloads),
    configGood: gauge(METRICS.configGood),
    clusterSynced: gauge(METRICS.clusterSynced),
    clusterObjects: gauge(METRICS.clusterObjects),
    clusterAge: gauge(METRICS.clusterAge),
    clusterEvents: counter(METRICS.clusterEvents),
    clusterLists: counter(METRICS.clusterLists),
    clusterBreaks: counter(METRICS.clusterBreaks),
    clusterUnreadable: counter(METRICS.clusterUnreadable),
    certificateExpiry: gauge(METRICS.certificateExpiry),
    draining: gauge(METRICS.draining),
  };
}

function options({ name, help, labels }: MetricDefinition) {
  return { name, help, labelNames: [...labels] };
}
