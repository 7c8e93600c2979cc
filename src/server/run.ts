/** Runs the service from its configuration to its orderly end: opens everything it stands on, and closes it again. */
import { type DestinationStream, type Logger, pino } from 'pino';
import { ClusterAccessError } from '../cluster/api/connection.ts';
import type { Environment } from '../cluster/api/credentials.ts';
import { SnapshotError } from '../cluster/snapshot/problem.ts';
import { steadyNow } from '../cluster/steady-clock.ts';
import type { ClusterView } from '../cluster/view.ts';
import { type DoorGroup, openGroups, VERSION } from '../config/identity.ts';
import { liveConfiguration, type StartConfiguration } from '../config/live.ts';
import type { Configuration } from '../config/schema/schema.ts';
import { policyOf } from '../policy/settings.ts';
import { schedulingOf } from '../scheduler/settings.ts';
import { openAccess } from './access/open-access.ts';
import type { OpsAccess } from './access/ops-access.ts';
import { eventsFor, fairnessFor, ordersFor, writerFor } from './cluster-writing.ts';
import { collectSeldom } from './collector.ts';
import { ListenError, type Listening } from './http/listen.ts';
import { configurationObserver } from './observe/configuration-observer.ts';
import { logDestination } from './observe/log-destination.ts';
import { logText } from './observe/log-text.ts';
import { createMetrics, type Metrics } from './observe/metrics.ts';
import { type OpenCluster, openCluster } from './open-cluster.ts';
import { startService } from './service.ts';
import { CertificateError } from './tls/certificate-source.ts';
import type { PairFiles } from './tls/folder/private-files.ts';
import { openCertificates } from './tls/open-certificates.ts';

export interface RunOptions<Signal extends string> {
  readonly start: StartConfiguration;
  readonly environment: Environment;
  readonly nodeVersion: string;
  /** Standard error is a terminal, and whether it may be coloured (no-color.org). */
  readonly logsToScreen: boolean;
  readonly colours: boolean;
  /** Returns the function that ends the listening. */
  onStopSignal(listener: (signal: Signal) => void): () => void;
  /** Called once, when both ports are open. */
  serving(parts: Serving): void;
}

/** What a person wants to know of a service that has just started. */
export interface Serving {
  readonly service: Listening;
  readonly ops: Listening;
  /** Null when callers trust the certificate by other means. */
  readonly caFile: string | null;
  /** What a person shows to be answered everywhere; null when nobody is asked, or its files are not ours. */
  readonly client: PairFiles | null;
  /** Where the view comes from, in words. */
  readonly cluster: string;
  readonly view: ClusterView;
  readonly openDoors: readonly DoorGroup[];
}

const START_ERRORS = [SnapshotError, CertificateError, ClusterAccessError, ListenError];

/** Something that the person who starts it can mend; its message says what. */
export function isStartError(error: unknown): error is Error {
  return START_ERRORS.some((expected) => error instanceof expected);
}

/** Ends when a signal has asked for it and everything accepted is answered. Throws a start error, or what is a bug. */
export async function runService<Signal extends string>(options: RunOptions<Signal>): Promise<void> {
  collectSeldom(options.nodeVersion);
  const metrics = createMetrics();
  const destination = logDestination(metrics);
  try {
    await serve(options, createLog(options, destination), metrics);
  } finally {
    await destination.end();
  }
}

async function serve<Signal extends string>(
  options: RunOptions<Signal>,
  log: Logger,
  metrics: Metrics,
): Promise<void> {
  const { start, environment, nodeVersion, serving } = options;
  const { configuration } = start;
  // From here on a signal is an orderly end, also while a large snapshot is being read.
  const stopAsked = nextSignal(options);
  metrics.buildInfo.set({ version: VERSION, node: nodeVersion }, 1);
  metrics.configGood.set(1);
  const cluster = await openCluster(configuration, { log, metrics, environment });
  const access = await accessFor(configuration, cluster, log);
  const writer = writerFor(configuration, cluster, { environment, log, metrics });
  const surroundings = { log, metrics, writer, stopAsked: stopAsked.asked };
  const opened = await openCertificates(configuration, surroundings).catch(async (error) => {
    await Promise.all([writer?.stop(), cluster.stop()]);
    if (!stopAsked.asked.aborted || isStartError(error)) throw error;
    return null;
  });
  if (opened === null) {
    stopAsked.end();
    log.info({}, 'stopped');
    return;
  }
  const { serving: certificates, debugClient } = opened;
  const live = liveConfiguration(start, configurationObserver(log, metrics));
  const { view } = cluster;
  const events = eventsFor(configuration, cluster, writer, { log, metrics });
  const orders = ordersFor(configuration, live.current, cluster, writer, events, { log, metrics });
  const fairness = fairnessFor(configuration, live.current, cluster, writer, { log, metrics });
  try {
    const running = await startService({
      configuration,
      certificates,
      writer,
      view,
      log,
      metrics,
      events,
      orders,
      fairness,
      access,
      configurationState: live.state,
      staleAfterSeconds: () => live.current().cluster.staleAfterSeconds,
      policySettings: policyOf(live.current, configuration),
      schedulingSettings: schedulingOf(live.current, configuration),
      now: () => new Date(),
      steady: steadyNow,
    });
    const { service, ops } = running;
    const openDoors = openGroups(configuration.server.doors);
    log.info({ version: VERSION, service, ops, doors: openDoors, cluster: view.source }, 'serving');
    const caFile = certificates.current().ca?.file ?? null;
    serving({ service, ops, caFile, client: debugClient, cluster: cluster.words, view, openDoors });
    const signal = await stopAsked.first;
    // Somebody at a keyboard sees the endpoints; only an orchestrator needs time to turn the traffic away.
    const drainSeconds = signal === 'SIGINT' ? 0 : live.current().server.drainSeconds;
    log.info({ signal, drainSeconds }, 'draining');
    await running.stop(drainSeconds, stopAsked.second);
    log.info({}, 'stopped');
  } finally {
    stopAsked.end();
    live.stop();
    await fairness?.stop();
    await orders?.stop();
    await events?.stop();
    await certificates.stop();
    // Given back last: what was begun is done, and the next one need not wait.
    await writer?.stop();
    await cluster.stop();
  }
}

/** What was opened before is closed when this cannot be. */
async function accessFor(
  configuration: Configuration,
  cluster: OpenCluster,
  log: Logger,
): Promise<OpsAccess> {
  try {
    return openAccess(configuration, cluster.connection, log);
  } catch (error) {
    await cluster.stop();
    throw error;
  }
}

/** The first signal begins the way out, the second hurries it. */
function nextSignal<Signal extends string>({ onStopSignal }: RunOptions<Signal>) {
  const [leave, hurry] = [new AbortController(), new AbortController()];
  const { promise, resolve } = Promise.withResolvers<Signal>();
  const end = onStopSignal((signal) => {
    if (leave.signal.aborted) hurry.abort();
    leave.abort();
    resolve(signal);
  });
  return { first: promise, asked: leave.signal, second: hurry.signal, end };
}

/** One JSON object a line, with constant messages: what varies stands in fields of its own. For people it is made text. */
function createLog<Signal extends string>(
  { start, logsToScreen, colours }: RunOptions<Signal>,
  destination: DestinationStream,
): Logger {
  const { level, format } = start.configuration.log;
  const isText = format === 'text' || (format === 'auto' && logsToScreen);
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    isText ? { write: (line) => destination.write(logText(line, colours)) } : destination,
  );
}
