/** What `daemonward serve` does: from the settings to the exit code. */
import { fileURLToPath } from 'node:url';
import { type DestinationStream, type Logger, pino } from 'pino';
import { SnapshotError } from '../cluster/snapshot-problem.ts';
import { ClusterAccessError } from '../cluster/watch.ts';
import type { Configuration } from '../config/schema.ts';
import { certificateFolder, DEFAULT_NAMES } from '../server/certificate-folder.ts';
import { CertificateError, type CertificateSource, fileSource } from '../server/certificate-source.ts';
import { ListenError } from '../server/listen.ts';
import { createMetrics, type Metrics } from '../server/metrics.ts';
import { type Service, startService } from '../server/service.ts';
import { VERSION } from '../server/version.ts';
import { type OpenCluster, openCluster } from './cluster-source.ts';
import {
  type Arguments,
  EXIT,
  type ExitCode,
  type StopSignal,
  type Terminal,
  UsageError,
} from './command.ts';
import { followConfiguration, type Settings, settingsFrom } from './configuration.ts';
import { greeting } from './greeting.ts';
import { policyOf } from './policy-settings.ts';
import { schedulingOf } from './scheduling-settings.ts';

const EXAMPLE_REVIEW = fileURLToPath(new URL('../../examples/daemonset-review.json', import.meta.url));

/** As many node names as make a line that one can still read. */
const NODES_IN_GREETING = 3;

/** Standard output stays free for what a person asked for. */
const STANDARD_ERROR = 2;

export async function runServe(args: Arguments, terminal: Terminal): Promise<ExitCode> {
  const settings = settingsFrom(args);
  if (!settings.ok) {
    terminal.err(settings.lines.map((line) => `${line}\n`).join(''));
    return EXIT.usage;
  }
  const { configuration } = settings;
  const destination = pino.destination({ dest: STANDARD_ERROR, sync: false });
  destination.on('error', () => {});
  const log = createLog(configuration.log.level, destination);
  try {
    await runService(settings, { log, terminal });
    return EXIT.fine;
  } catch (error) {
    throw isExpected(error) ? new UsageError(`serve: ${error.message}`) : error;
  } finally {
    await flushed(destination);
  }
}

/** One JSON object a line, with constant messages: what varies stands in fields of its own. */
function createLog(level: Configuration['log']['level'], destination: DestinationStream): Logger {
  return pino(
    {
      level,
      base: null,
      timestamp: pino.stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
}

async function runService(settings: Settings, { log, terminal }: { log: Logger; terminal: Terminal }) {
  const { configuration } = settings;
  // From here on a signal is an orderly end, also while a large snapshot is being read.
  const stopAsked = nextSignal(terminal);
  const metrics = createMetrics();
  metrics.buildInfo.set({ version: VERSION, node: terminal.nodeVersion }, 1);
  metrics.configGood.set(1);
  const cluster = await openCluster(configuration, { log, metrics, environment: terminal.environment });
  const { view } = cluster;
  const certificates = await openCertificates(configuration, log, metrics);
  const following = followConfiguration(settings, { log, metrics });
  try {
    const service = await startService({
      configuration,
      certificates,
      view,
      log,
      metrics,
      configurationState: following.state,
      staleAfterSeconds: () => following.current().cluster.staleAfterSeconds,
      policySettings: policyOf(following.current),
      schedulingSettings: schedulingOf(following.current),
      now: () => new Date(),
    });
    log.info(
      { version: VERSION, service: service.service, ops: service.ops, cluster: view.source },
      'serving',
    );
    terminal.out(greetingFor(service, certificates, cluster));
    const signal = await stopAsked.first;
    // Somebody at a keyboard sees the endpoints; only an orchestrator needs time to turn the traffic away.
    const drainSeconds = signal === 'SIGINT' ? 0 : following.current().server.drainSeconds;
    log.info({ signal, drainSeconds }, 'draining');
    await service.stop(drainSeconds, stopAsked.second);
    log.info({}, 'stopped');
  } finally {
    stopAsked.end();
    following.stop();
    await cluster.stop();
  }
}

async function openCertificates(
  { server }: Configuration,
  log: Logger,
  metrics: Metrics,
): Promise<CertificateSource> {
  const { certFile, keyFile, caFile, directory, names } = server.tls;
  let source: CertificateSource;
  if (certFile !== undefined && keyFile !== undefined) {
    source = fileSource({ certFile, keyFile, caFile });
  } else {
    const wanted = [...DEFAULT_NAMES, ...names, ...specificAddress(server.address)];
    const folder = await certificateFolder({ directory, names: wanted, now: new Date() });
    source = folder.source;
    log.info({ directory, ...folder.change }, 'certificates ready');
  }
  const { leaf, ca } = source.current();
  for (const [certificate, facts] of [['leaf', leaf] as const, ['ca', ca] as const]) {
    if (facts) metrics.certificateExpiry.set({ certificate }, facts.notAfter.getTime() / 1000);
  }
  const problem = source.problem(new Date());
  if (problem !== null) log.error({ problem }, 'certificate cannot be used');
  return source;
}

/** Who is told to listen on one address will be called by it. */
function specificAddress(address: string): readonly string[] {
  return address === '0.0.0.0' || address === '::' ? [] : [address];
}

function greetingFor(
  { service, ops }: Service,
  certificates: CertificateSource,
  { view, words }: OpenCluster,
): string {
  return greeting({
    service,
    ops,
    caFile: certificates.current().ca?.file ?? null,
    review: EXAMPLE_REVIEW,
    cluster: words,
    nodes: [...view.nodes()].slice(0, NODES_IN_GREETING).map(({ name }) => name),
  });
}

/** The first signal begins the way out, the second hurries it. */
function nextSignal(terminal: Terminal) {
  const hurry = new AbortController();
  const { promise, resolve } = Promise.withResolvers<StopSignal>();
  let asked = false;
  const end = terminal.onStopSignal((signal) => {
    if (asked) hurry.abort();
    asked = true;
    resolve(signal);
  });
  return { first: promise, second: hurry.signal, end };
}

function isExpected(error: unknown): error is Error {
  return [SnapshotError, CertificateError, ClusterAccessError, ListenError].some(
    (expected) => error instanceof expected,
  );
}

/** A log that nobody reads any more is never flushed. */
const FLUSHED_WITHIN_MS = 1_000;

function flushed(destination: DestinationStream & { flush(done: () => void): void }): Promise<void> {
  return new Promise((resolve) => {
    const late = setTimeout(resolve, FLUSHED_WITHIN_MS);
    destination.flush(() => {
      clearTimeout(late);
      resolve();
    });
  });
}
