/** A service on real TLS sockets for one test: made, called, and closed again. */
import { mkdtempSync, rmSync } from 'node:fs';
import { Agent, request } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connect, type TLSSocket } from 'node:tls';
import { pino } from 'pino';
import { onTestFinished } from 'vitest';
import { ClusterStore } from '../../src/cluster/store/store.ts';
import type { ClusterView } from '../../src/cluster/view.ts';
import { DEFAULT_NAMES } from '../../src/config/identity.ts';
import { type Configuration, defaultConfiguration } from '../../src/config/schema/schema.ts';
import { REASON_CODES } from '../../src/policy/reasons.ts';
import { policyOf } from '../../src/policy/settings.ts';
import { schedulingOf } from '../../src/scheduler/settings.ts';
import { createMetrics } from '../../src/server/observe/metrics.ts';
import { startService } from '../../src/server/service.ts';
import { certificateFolder } from '../../src/server/tls/certificate-folder.ts';

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
}

export async function startTestService(options: TestServiceOptions = {}) {
  const directory = mkdtempSync(join(tmpdir(), 'daemonward-http-'));
  const { source } = await certificateFolder({ directory, names: DEFAULT_NAMES, now: new Date() });
  const defaults = options.configuration ?? withoutRules();
  const metrics = createMetrics();
  const service = await startService({
    configuration: {
      ...defaults,
      server: { ...defaults.server, address: '127.0.0.1', port: 0 },
      ops: { ...defaults.ops, port: 0 },
    },
    certificates: source,
    view: options.view ?? new ClusterStore({ kind: 'snapshot', detail: 'nothing' }),
    log: pino({ level: 'silent' }),
    metrics,
    configurationState: () => ({
      file: null,
      generation: 1,
      problems: [],
      needRestart: [],
      needRender: false,
    }),
    staleAfterSeconds: () => 150,
    policySettings: policyOf(() => defaults, defaults),
    schedulingSettings: schedulingOf(() => defaults, defaults),
    now: () => new Date(),
  });
  const ca = source.current().ca?.pem;
  const agent = new Agent({ ca, keepAlive: true, maxSockets: 8 });
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
    stop: service.stop,
    call: (path: string, call: Call = {}) => send(agent, port, path, call),
    post: (path: string, value: unknown) => send(agent, port, path, { body: JSON.stringify(value) }),
    /** A connection of one's own, for requests that no HTTP client would send. */
    socket: () => openSocket(port, ca),
  };
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

function openSocket(port: number, ca: string | undefined): Promise<TLSSocket> {
  return new Promise((resolve, reject) => {
    const socket = connect({ host: '127.0.0.1', port, ca, servername: 'localhost' }, () => resolve(socket));
    socket.once('error', reject);
  });
}

/** For tests of the protocols: what is well-formed passes, whatever it says. */
function withoutRules(): Configuration {
  const configuration = defaultConfiguration();
  const rules = { ...configuration.rules };
  for (const code of REASON_CODES) rules[code] = 'off';
  return { ...configuration, rules };
}
