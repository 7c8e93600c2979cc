/** A service on real TLS sockets for one test: made, called, and closed again. */
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls';
import { type Logger, pino } from 'pino';
import { onTestFinished } from 'vitest';
import { ClusterStore } from '../../src/cluster/store/store.ts';
import type { ClusterView } from '../../src/cluster/view.ts';
import { DEFAULT_NAMES } from '../../src/config/identity.ts';
import { type Configuration, defaultConfiguration } from '../../src/config/schema/schema.ts';
import { REASON_CODES } from '../../src/policy/reasons.ts';
import { policyOf } from '../../src/policy/settings.ts';
import { schedulingOf } from '../../src/scheduler/settings.ts';
import { OPEN_ACCESS, type OpsAccess } from '../../src/server/access/ops-access.ts';
import type { ClusterEvents } from '../../src/server/events/open-events.ts';
import type { Fairness } from '../../src/server/fairness/open-fairness.ts';
import { createMetrics } from '../../src/server/observe/metrics.ts';
import { startService } from '../../src/server/service.ts';
import type { CertificateSource } from '../../src/server/tls/certificate-source.ts';
import { certificateFolder } from '../../src/server/tls/folder/certificate-folder.ts';
import { type Client, clientIn, clientsAuthorityIn } from '../../src/server/tls/folder/folder-paths.ts';
import type { PairFiles } from '../../src/server/tls/folder/private-files.ts';
import { asksForCertificates } from '../../src/server/tls/open-certificates.ts';

export interface Answer {
  readonly status: number;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly text: string;
  json(): unknown;
}

export interface Call {
  readonly method?: string;
  readonly body?: string | Buffer;
  readonly headers?: Record<string, string>;
}

export type TestService = Awaited<ReturnType<typeof startTestService>>;

export interface TestServiceOptions {
  readonly configuration?: Configuration;
  readonly view?: ClusterView;
  readonly log?: Logger;
  readonly now?: () => Date;
  /** Instead of the ones that are made for this test, to be served from the start. */
  readonly certificates?: CertificateSource;
  readonly events?: ClusterEvents;
  readonly fairness?: Fairness;
  /** Who may read the ops port; without it everybody. */
  readonly access?: OpsAccess;
}

/** What a caller shows: PEM; nothing of it for one without a certificate. */
export interface Shown {
  readonly cert?: string;
  readonly key?: string;
}

export async function startTestService(options: TestServiceOptions = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'daemonward-http-'));
  const names = DEFAULT_NAMES;
  await certificateFolder({ directory, names, now: new Date(), clients: true });
  const defaults = options.configuration ?? withoutRules();
  const clients = asksForCertificates(defaults.server.clients);
  const made = await certificateFolder({ directory, names, now: new Date(), clients });
  const source = options.certificates ?? made.source;
  const authority = clientsAuthorityIn(directory);
  const scheduler = readPair(clientIn(directory, 'scheduler'));
  const metrics = createMetrics();
  const service = await startService({
    configuration: {
      ...defaults,
      server: { ...defaults.server, address: '127.0.0.1', port: 0 },
      ops: { ...defaults.ops, port: 0 },
    },
    certificates: source,
    writer: null,
    view: options.view ?? new ClusterStore({ kind: 'snapshot', detail: 'nothing' }),
    log: options.log ?? pino({ level: 'silent' }),
    metrics,
    orders: null,
    fairness: options.fairness ?? null,
    events: options.events ?? null,
    access: options.access ?? OPEN_ACCESS,
    configurationState: () => ({
      file: null,
      generation: 1,
      problems: [],
      needRestart: [],
    }),
    staleAfterSeconds: () => 150,
    policySettings: policyOf(() => defaults, defaults),
    schedulingSettings: schedulingOf(() => defaults, defaults),
    now: options.now ?? (() => new Date()),
    steady: () => (options.now?.() ?? new Date()).getTime(),
  });
  const ca = source.current().ca?.pem;
  // Every call is that of a scheduler unless a test says otherwise: all doors take it.
  const agent = new Agent({ ca, ...scheduler, keepAlive: true, maxSockets: 8 });
  const { port } = service.service;
  const opsUrl = `http://127.0.0.1:${service.ops.port}`;
  onTestFinished(async () => {
    agent.destroy();
    await service.stop(0, AbortSignal.timeout(2_000));
    rmSync(directory, { recursive: true });
  });
  return {
    port,
    opsUrl,
    metrics,
    ca,
    /** The files of a caller that has a certificate of the service's own making. */
    client: (client: Client) => readPair(clientIn(directory, client)),
    /** Who signs callers, for certificates that a test makes itself. */
    clientsAuthority: readPair(authority),
    stop: service.stop,
    call: (path: string, call: Call = {}) => send(agent, port, path, call),
    post: (path: string, value: unknown) => send(agent, port, path, { body: JSON.stringify(value) }),
    /** A connection of one's own, for requests that no HTTP client would send. */
    socket: (shown: Shown = scheduler) => openSocket({ port, ca, ...shown }),
    /** One call on a connection of its own. */
    async callAs(shown: Shown, path: string, call: Call = {}) {
      const once = new Agent({ ca, ...shown });
      try {
        return await send(once, port, path, call);
      } finally {
        once.destroy();
      }
    },
  };
}

function readPair({ cert, key }: PairFiles): { cert: string; key: string } {
  return { cert: readFileSync(cert, 'utf8'), key: readFileSync(key, 'utf8') };
}

function send(
  agent: Agent,
  port: number,
  path: string,
  { method = 'POST', body, headers }: Call,
): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const outgoing = request(
      {
        agent,
        host: '127.0.0.1',
        port,
        path,
        method,
        headers: {
          ...(body === undefined
            ? {}
            : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
          ...headers,
        },
      },
      (incoming) => {
        const chunks: Buffer[] = [];
        incoming.on('data', (chunk: Buffer) => chunks.push(chunk));
        incoming.on('error', reject);
        incoming.on('end', () => {
          const text = Buffer.concat(chunks).toString('utf8');
          const json = (): unknown => JSON.parse(text);
          resolve({ status: incoming.statusCode ?? 0, headers: incoming.headers, text, json });
        });
      },
    );
    outgoing.on('error', reject);
    outgoing.end(body);
  });
}

function openSocket(options: ConnectionOptions): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', servername: 'localhost', ...options }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** For tests of the protocols: what is well-formed passes, whatever it says, and whole nodes are taken. */
function withoutRules(): Configuration {
  const configuration = defaultConfiguration();
  const rules = { ...configuration.rules };
  for (const code of REASON_CODES) rules[code] = 'off';
  const server = {
    ...configuration.server,
    wholeNodesLimitBytes: configuration.server.callsInFlightLimitBytes,
  };
  return { ...configuration, rules, server };
}
