/** What Daemonward counts. docs/metrics.md is generated from this table. */
import { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } from 'prom-client';

/** From a tenth of what a review takes to the 5 s after which a scheduler gives up. */
const DURATION_BUCKETS = [0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5];

/** A decision takes microseconds; what takes longer than a timeout of one second is as good as none. */
const DECISION_BUCKETS = [0.0001, 0.00025, 0.0005, 0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 1];

/** From a daemon, which has one node, to the largest clusters. */
const NODE_BUCKETS = [1, 10, 100, 500, 1_000, 2_500, 5_000, 10_000, 50_000, 100_000];

const INSTRUMENTS = { counter: Counter, gauge: Gauge, histogram: Histogram };

function metric<Type extends keyof typeof INSTRUMENTS, Label extends string = never>(
  type: Type,
  name: string,
  ...labels: readonly Label[]
) {
  return { type, name, labels };
}

export const METRICS = {
  buildInfo: {
    ...metric('gauge', 'daemonward_build_info', 'version', 'node'),
    help: 'Always 1; the labels say which version runs on which Node.',
  },
  requests: {
    ...metric('counter', 'daemonward_http_requests_total', 'path', 'code'),
    help: 'Requests ended, by path and status code ("aborted" when the caller left first). Unknown paths count as "other".',
  },
  bodyBytes: {
    ...metric('gauge', 'daemonward_http_body_bytes', 'doors'),
    help: 'Bytes of bodies that are being read or answered, by doors: admission or scheduler.',
  },
  connectionsClosed: {
    ...metric('counter', 'daemonward_http_connections_closed_total'),
    help: 'Connections closed because there were more than server.maxConnections.',
  },
  refused: {
    ...metric('counter', 'daemonward_http_refused_total', 'path', 'error'),
    help: 'Requests refused because of the request itself, by path and error code.',
  },
  unknownCallers: {
    ...metric('counter', 'daemonward_unknown_callers_total', 'path', 'error', 'outcome'),
    help:
      'Requests whose caller showed no client certificate, or not a good one, by path, error code and outcome: ' +
      'refused, or audited when it was answered all the same.',
  },
  clientExpiry: {
    ...metric('gauge', 'daemonward_client_certificate_expiry_timestamp_seconds', 'client'),
    help: 'When the certificate ends that a known caller showed last, in seconds since 1970, by its name. Gone an hour after its last call.',
  },
  duration: {
    ...metric('histogram', 'daemonward_http_request_duration_seconds', 'path'),
    help: 'Time from the request line to the end of the answer, by path.',
    buckets: DURATION_BUCKETS,
  },
  inFlight: {
    ...metric('gauge', 'daemonward_http_requests_in_flight'),
    help: 'Requests that are being read or answered.',
  },
  reviewsWaiting: {
    ...metric('gauge', 'daemonward_reviews_waiting'),
    help: 'Reviews that wait for the turn of their tenant. Whose they are is in `/state`.',
  },
  reviewWait: {
    ...metric('histogram', 'daemonward_review_wait_seconds'),
    help: 'How long reviews waited that had to wait for the turn of their tenant; most never do.',
    buckets: DURATION_BUCKETS,
  },
  reviewsDropped: {
    ...metric('counter', 'daemonward_reviews_dropped_total', 'reason'),
    help:
      'Reviews that waited for their turn and were not answered, by reason: full when too many of the same tenant wait, late when the ' +
      'API server does not wait any longer, or gone when it has left.',
  },
  decisions: {
    ...metric('counter', 'daemonward_admission_decisions_total', 'path', 'outcome', 'dry_run'),
    help: 'Reviews decided, by path, outcome (allowed, patched or denied) and whether it was a dry run.',
  },
  decisionDuration: {
    ...metric(
      'histogram',
      'daemonward_admission_decision_duration_seconds',
      'path',
      'operation',
      'outcome',
      'dry_run',
    ),
    help:
      'Time to read, decide and answer a review once its body is there, by path, operation (CREATE, UPDATE, DELETE or CONNECT), ' +
      'outcome and whether it was a dry run.',
    buckets: DECISION_BUCKETS,
  },
  findings: {
    ...metric('counter', 'daemonward_findings_total', 'code', 'outcome', 'dry_run'),
    help:
      'Findings of the rules, by reason code, what became of them (denied, warned, audited or exempted) and whether it was a ' +
      'dry run.',
  },
  forecasts: {
    ...metric('counter', 'daemonward_forecasts_total', 'outcome'),
    help:
      'Forecasts for reviews of DaemonSets, by outcome: whole, or part when there was no time to see on every node who would be ' +
      'evicted; and without any: late, busy when there were too many just before, large when the DaemonSet names too many nodes or ' +
      'labels, or blind when the cluster view could not be relied on.',
  },
  forecastDuration: {
    ...metric('histogram', 'daemonward_forecast_duration_seconds'),
    help: 'What a forecast took of a review, in which everybody else waits.',
    buckets: DECISION_BUCKETS,
  },
  exemptions: {
    ...metric('gauge', 'daemonward_exemptions', 'state'),
    help:
      'Exemptions of the configuration, by state: active, expiring (ends within a week) or expired, which exempts nothing and ' +
      'can be taken out.',
  },
  exemptionsUsed: {
    ...metric('counter', 'daemonward_exemptions_used_total', 'code'),
    help: 'Findings that an exemption let pass, dry runs left out, by reason code. Which exemption it was is in `/state`.',
  },
  exemptionNextExpiry: {
    ...metric('gauge', 'daemonward_exemption_next_expiry_timestamp_seconds'),
    help: 'When the next exemption ends, in seconds since 1970; 0 when none is in force.',
  },
  unknownTenants: {
    ...metric('counter', 'daemonward_unknown_tenants_total', 'path'),
    help: 'Reviews of objects whose tenant no convention told, so that tenancy.unknown decided, by path.',
  },
  schedulerRefusals: {
    ...metric('counter', 'daemonward_scheduler_refusals_total', 'code', 'outcome'),
    help:
      'Nodes that filter refused and candidates that preempt dropped or changed, by reason code and outcome: ' +
      'refused, or audited when the answer stayed as it was.',
  },
  schedulerNodes: {
    ...metric('histogram', 'daemonward_scheduler_call_nodes', 'verb'),
    help: 'Nodes that a call of a scheduler names, candidates for preempt, by verb. How long it took: daemonward_http_request_duration_seconds.',
    buckets: NODE_BUCKETS,
  },
  schedulerPassedThrough: {
    ...metric('counter', 'daemonward_scheduler_passed_through_total', 'path', 'reason'),
    help: 'Calls answered without a decision because the cluster view could not be relied on, by path and reason: unsynced or stale.',
  },
  schedulerDoubtfulNodes: {
    ...metric('counter', 'daemonward_scheduler_doubtful_nodes_total', 'outcome'),
    help: 'Nodes that a scheduler named and the cluster view did not have, or had only as they were before, by outcome: refused for a moment, or passed.',
  },
  partitionBehind: {
    ...metric('gauge', 'daemonward_partition_behind', 'partition', 'role'),
    help: 'Whether a partition has not been read yet, or has been silent for too long: 1 or 0, by its name and role. None in a cluster of one API server.',
  },
  partitionNodesPassed: {
    ...metric('counter', 'daemonward_partition_nodes_passed_total', 'partition', 'verb'),
    help: 'Nodes, or candidates of preempt, that were let pass undecided because their resource partition is behind, by its name and verb.',
  },
  partitionRivals: {
    ...metric('gauge', 'daemonward_partition_rivals', 'partition', 'kind'),
    help: 'Objects that do not count because one of an earlier partition has the same name (nodes) or uid, by partition and kind.',
  },
  schedulerWitnessed: {
    ...metric('counter', 'daemonward_scheduler_witnessed_total', 'in_flight'),
    help: 'Pods whose node a scheduler told before it bound them (bindVerb), by whether they were in flight: true or false.',
  },
  headroomHolds: {
    ...metric('gauge', 'daemonward_headroom_holds', 'state'),
    help: 'Rooms kept for a daemon on a node, by state: active, or expired when the patience is over.',
  },
  headroomGivenUp: {
    ...metric('counter', 'daemonward_headroom_given_up_total', 'kind'),
    help: 'Rooms that are not kept any more because the patience for their daemon ended, by kind of hold as in `/state`.',
  },
  orderNodes: {
    ...metric('gauge', 'daemonward_order_nodes', 'state'),
    help:
      'Nodes that Orders reserve room on, over all Orders, by state: eligible, and of these held, claimed, or short when ' +
      'the node cannot give the room.',
  },
  orders: {
    ...metric('gauge', 'daemonward_orders', 'state'),
    help: 'Orders by state: ready or not_ready; conflicting when another one has the room of some nodes.',
  },
  headroomInFlight: {
    ...metric('gauge', 'daemonward_headroom_in_flight_pods'),
    help: 'Pods that were let pass and have not been seen bound yet.',
  },
  headroomLeftFlight: {
    ...metric('counter', 'daemonward_headroom_left_flight_total', 'by'),
    help: 'Pods that are not waited for any more, by what ended it: bound, gone, again (asked about anew), limit, or unseen (the watch never showed it).',
  },
  configReloads: {
    ...metric('counter', 'daemonward_config_reloads_total', 'result'),
    help: 'New configuration files seen while running, by result: applied or refused.',
  },
  configGood: {
    ...metric('gauge', 'daemonward_config_last_reload_successful'),
    help: '1 while the newest configuration file is the one in use, 0 while a bad one is being ignored.',
  },
  clusterSynced: {
    ...metric('gauge', 'daemonward_cluster_synced'),
    help: '1 when every kind of the cluster view has been read completely, or is withheld and can be done without.',
  },
  clusterObjects: {
    ...metric('gauge', 'daemonward_cluster_objects', 'kind'),
    help: 'Objects in the cluster view, by kind.',
  },
  clusterAge: {
    ...metric('gauge', 'daemonward_cluster_age_seconds', 'kind', 'partition'),
    help: 'Time since a watch last heard of a kind: an event, a bookmark or a list. By partition where there are several.',
  },
  clusterEvents: {
    ...metric('counter', 'daemonward_cluster_events_total', 'kind'),
    help: 'Changes that watches brought, by kind.',
  },
  clusterReceived: {
    ...metric('counter', 'daemonward_cluster_received_bytes_total', 'kind'),
    help: 'Bytes of lists and watches received from the API server, by kind. What the view weighs shows in `nodejs_heap_size_used_bytes`.',
  },
  clusterLists: {
    ...metric('counter', 'daemonward_cluster_lists_total', 'kind', 'reason'),
    help: 'Complete lists read, by kind and reason: start, gone (the version had expired) or fruitless.',
  },
  clusterBreaks: {
    ...metric('counter', 'daemonward_cluster_breaks_total', 'kind', 'reason'),
    help: 'Lists and watches that broke, by kind and reason: idle, gone, refused, cut or garbled.',
  },
  clusterUnreadable: {
    ...metric('counter', 'daemonward_cluster_unreadable_objects_total', 'kind'),
    help: 'Objects of the cluster that could not be read; the view keeps what it knew of them.',
  },
  certificateExpiry: {
    ...metric('gauge', 'daemonward_certificate_expiry_timestamp_seconds', 'certificate'),
    help:
      'When the certificate ends, in seconds since 1970, by certificate: leaf, ca, clients-ca, and the newest made for scheduler, ' +
      'apiserver and debug.',
  },
  certificateReloads: {
    ...metric('counter', 'daemonward_certificate_reloads_total', 'result'),
    help: 'New certificates seen while running, by result: applied or refused.',
  },
  certificatesGood: {
    ...metric('gauge', 'daemonward_certificate_last_reload_successful'),
    help: '1 while the newest certificates are the ones in use, 0 while bad ones are being ignored.',
  },
  certificateHandover: {
    ...metric('gauge', 'daemonward_certificate_handover_timestamp_seconds', 'authority'),
    help:
      'Until when schedulers have to be given their new block because an authority (ca or clients-ca) is being replaced, in seconds ' +
      'since 1970; 0 when none is.',
  },
  clientOutdated: {
    ...metric('gauge', 'daemonward_client_certificate_outdated', 'client'),
    help: '1 when a known caller showed an older certificate than the newest that was made for it, or one near its end; by its name. Gone an hour after its last call.',
  },
  handshakeFailures: {
    ...metric('counter', 'daemonward_tls_handshake_failures_total', 'reason'),
    help: 'TLS handshakes that failed, by reason: untrusted (the caller does not trust our certificate), cut (it left), or other.',
  },
  leaseHeld: {
    ...metric('gauge', 'daemonward_lease_held', 'lease'),
    help: '1 while this replica holds the Lease, and writes what has to be written to the cluster; absent where nothing is.',
  },
  orderStatusWrites: {
    ...metric('counter', 'daemonward_order_status_writes_total', 'outcome'),
    help: 'Writes of the status of Orders, by outcome: written or failed. One Order at most every five seconds.',
  },
  guardianWrites: {
    ...metric('counter', 'daemonward_guardian_writes_total', 'verb', 'outcome'),
    help: 'Guardians made and removed, by verb (create or delete) and outcome: written or failed.',
  },
  guardiansDue: {
    ...metric('gauge', 'daemonward_guardians_due'),
    help: 'Guardians that are not there yet, or still there: what the holder of the Lease has to do. Else none.',
  },
  gatesSet: {
    ...metric('counter', 'daemonward_gates_set_total'),
    help: 'New pods that were given the gate of fairness, because their tenant has more than a share waiting.',
  },
  gatesRemoved: {
    ...metric('counter', 'daemonward_gates_removed_total', 'outcome'),
    help: 'Gates of fairness that the holder of the Lease took off, by outcome: removed or failed.',
  },
  gatedPods: {
    ...metric('gauge', 'daemonward_gated_pods', 'state'),
    help:
      'Pods that a gate keeps from a scheduler that has turns, by state: due when only the gate of fairness does, or held when one of ' +
      'somebody else does too, or ours could not be taken off. Every replica tells it of the whole cluster.',
  },
  gatedOldest: {
    ...metric('gauge', 'daemonward_gated_oldest_seconds'),
    help: 'How long ago the oldest pod was made that only the gate of fairness keeps; 0 when there is none.',
  },
  gateWindow: {
    ...metric('gauge', 'daemonward_gate_window_pods'),
    help: 'Pods without a gate that no scheduler has looked at yet, of the schedulers that have turns: near fairness.window while pods are gated.',
  },
  gatesStalled: {
    ...metric('gauge', 'daemonward_gates_stalled'),
    help: '1 while nobody takes gates off though there is room: then no new pod gets one.',
  },
  events: {
    ...metric('counter', 'daemonward_events_total', 'reason', 'outcome'),
    help:
      'Kubernetes Events, by reason (Refused, WaitingForRoom, RoomGivenUp, OrderShort, OrderConflicting or OrderExpired) and outcome: written, failed, or dropped because there ' +
      'were too many.',
  },
  stalls: {
    ...metric('counter', 'daemonward_stalls_total'),
    help:
      'Times that the process stood still for more than a second: frozen, suspended with its machine, or without a processor. Filter calls ' +
      'then wait a moment for what has happened meanwhile.',
  },
  logDropped: {
    ...metric('counter', 'daemonward_log_lines_dropped_total'),
    help: 'Lines of the log that were dropped because standard error did not take them: its disk is full, or nobody reads it.',
  },
  logFailures: {
    ...metric('counter', 'daemonward_log_write_failures_total'),
    help: 'Writes of the log that failed. What could not be written is tried again.',
  },
  draining: {
    ...metric('gauge', 'daemonward_draining'),
    help: '1 from the signal to stop until the end.',
  },
} satisfies Record<string, MetricDefinition>;

interface MetricDefinition extends ReturnType<typeof metric<keyof typeof INSTRUMENTS, string>> {
  readonly help: string;
  /** Of a histogram. */
  readonly buckets?: readonly number[];
}

interface InstrumentOf<Label extends string> {
  readonly counter: Counter<Label>;
  readonly gauge: Gauge<Label>;
  readonly histogram: Histogram<Label>;
}

type Table = typeof METRICS;
type Instruments = {
  readonly [Key in keyof Table]: InstrumentOf<Table[Key]['labels'][number]>[Table[Key]['type']];
};

export type Metrics = Instruments & { readonly registry: Registry };

/** One instrument for each line of the table, under the same key. */
export function createMetrics(): Metrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const instruments = Object.fromEntries(
    Object.entries(METRICS).map(([key, definition]) => [key, instrument(definition, registry)]),
  );
  if (!hasEveryInstrument(instruments)) throw new Error('an instrument is not what METRICS says');
  return { ...instruments, registry };
}

function instrument({ type, name, help, labels, buckets }: MetricDefinition, registry: Registry) {
  const options = { name, help, labelNames: [...labels], registers: [registry] };
  if (type === 'histogram') return new Histogram({ ...options, ...(buckets && { buckets: [...buckets] }) });
  return new INSTRUMENTS[type](options);
}

function hasEveryInstrument(made: Readonly<Record<string, unknown>>): made is Instruments {
  return Object.entries(METRICS).every(([key, { type }]) => made[key] instanceof INSTRUMENTS[type]);
}
