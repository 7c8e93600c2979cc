/** Assembles the two HTTP applications. Never listens. */
import { randomUUID } from 'node:crypto';
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import type { Server as HttpsServer, ServerOptions } from 'node:https';
import Fastify, {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  LogController,
  type onRequestHookHandler,
} from 'fastify';
import { clipped } from '../../json/clipped.ts';
import type { Parsed } from '../../json/problem.ts';
import type { AnswerText } from '../../scheduler/wire/nodes-call.ts';
import type { Lifecycle } from '../lifecycle.ts';
import type { Metrics } from '../observe/metrics.ts';
import { OPS_ROUTES, type OpsState } from '../observe/ops.ts';
import { type BodyLimits, ReceivedBody, readBody } from './body.ts';
import { ByteBudget } from './byte-budget.ts';
import { answerClientError } from './client-error.ts';
import { limitConnections } from './connection-limit.ts';
import { errorBody, HTTP_ERRORS, HttpError, type HttpErrorCode } from './errors.ts';
import { sendAnswer } from './large-answer.ts';
import { LARGE_BODY_BYTES, type Turns } from './turns.ts';
import { closeUnlessRead } from './unread-answer.ts';

/**
 * Go may open a connection, not need it, and keep it for later: closing such a silent one before Go's own 90 s are over
 * would race with its first use. So headers may take as long as a connection may idle, and a little more. Bodies have
 * a limit of their own.
 */
const BEYOND_KEEP_ALIVE_MS = 5_000;

/** The ops port is called by probes and people: nobody there keeps a connection for long. */
const OPS_KEEP_ALIVE_SECONDS = 30;

/** As long as Go gives a handshake; Node's own limit is two minutes. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** How often Node looks for connections over that limit; its default of 30 s would add to it. */
const TIMEOUT_CHECK_MS = 2_000;

/** A request id from outside is kept when it is short and harmless in a log. */
const USABLE_REQUEST_ID = /^[\w.:-]{1,64}$/;

/** A path is repeated to its sender for orientation, not in full length. */
const LONGEST_PATH_SHOWN = 100;

/** A message may name a field by a key that the caller has chosen; without such a key none of ours has half of this. */
const LONGEST_MESSAGE = 1_000;

/** Also of the context that takes its place when certificates change. */
export const SECURE = { minVersion: 'TLSv1.2' } as const;

const JSON_TYPE = 'application/json; charset=utf-8';

export interface AppParts {
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
}

/** Who has sent a body. */
export interface Caller {
  /** Nobody reads the answer any more. */
  isGone(): boolean;
}

/** What answers on one path of the service port, and how much it reads. */
export interface Door {
  readonly path: string;
  readonly limits: BodyLimits;
  /** Shared by all doors of a group. */
  readonly turns: Turns;
  readonly answer: (
    bytes: Buffer<ArrayBuffer>,
    caller?: Caller,
  ) => Parsed<AnswerText> | Promise<Parsed<AnswerText>>;
  /** Who may come in, before anything is read; without it everybody. */
  readonly gate?: ((request: IncomingMessage, path: string) => HttpError | null) | undefined;
}

export interface ServiceOptions {
  readonly doors: readonly Door[];
  /** Paths that this process does not open, each with the reason. */
  readonly closedDoors: ReadonlyMap<string, string>;
  readonly maxConnections: number;
  readonly keepAliveSeconds: number;
  readonly tls: ServerOptions;
}

/** What Fastify is told for both ports: it neither rewrites bodies nor answers 503 to a request it has accepted. */
function baseOptions({ log }: AppParts, keepAliveSeconds: number) {
  return {
    keepAliveTimeout: keepAliveSeconds * 1000,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestId,
    return503OnClosing: false,
    requestTimeout: headersTimeoutMs(keepAliveSeconds),
    clientErrorHandler: answerClientError,
    // A URL that cannot be decoded gets here before any route or hook.
    frameworkErrors: (error: FastifyError, _request: FastifyRequest, reply: FastifyReply) => {
      reply.code(400).header('content-type', JSON_TYPE).send(errorBody('bad-request', error.message));
    },
    ajv: { customOptions: { coerceTypes: false, removeAdditional: false, useDefaults: false } },
  } as const;
}

function socketOptions(keepAliveSeconds: number) {
  return {
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    headersTimeout: headersTimeoutMs(keepAliveSeconds),
    requestTimeout: headersTimeoutMs(keepAliveSeconds),
  };
}

function headersTimeoutMs(keepAliveSeconds: number): number {
  return keepAliveSeconds * 1000 + BEYOND_KEEP_ALIVE_MS;
}

/** The service port: admission reviews and scheduler calls over TLS. */
export function buildServiceApp(parts: AppParts, options: ServiceOptions): FastifyInstance<HttpsServer> {
  const app: FastifyInstance<HttpsServer> = Fastify({
    ...baseOptions(parts, options.keepAliveSeconds),
    https: {
      ...socketOptions(options.keepAliveSeconds),
      ...SECURE,
      handshakeTimeout: HANDSHAKE_TIMEOUT_MS,
      ...options.tls,
    },
  });
  app.server.on('tlsClientError', (error) => {
    parts.metrics.handshakeFailures.inc({ reason: handshakeReason(error) });
    parts.log.debug({ err: error }, 'TLS handshake failed');
  });
  limitConnections(app.server, options.maxConnections, () => parts.metrics.connectionsClosed.inc());
  prepare(
    app,
    parts,
    'POST',
    options.doors.map(({ path }) => path),
    options.closedDoors,
  );
  app.removeAllContentTypeParsers();
  const limitsOf = new Map(options.doors.map(({ path, limits }) => [path, limits]));
  // A parser that fails makes Fastify close the connection; so it hands the refusal on as a value instead.
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage) => {
    const isReadable = isUtf8Type(request.headers['content-type']);
    const limits = (isReadable && limitsOf.get(request.routeOptions.url ?? '')) || NOTHING_KEPT;
    return readBody(payload, limits).catch((error: unknown) => (isReadable ? error : OTHER_CHARSET));
  });
  for (const { path, limits, turns, answer, gate } of options.doors) {
    const onRequest: onRequestHookHandler[] = gate
      ? [(request, _reply, done) => done(gate(request.raw, path) ?? undefined)]
      : [];
    app.post(path, { bodyLimit: limits.bytes, onRequest }, async (request, reply) => {
      const { bytes, release } = bodyOf(request.body);
      const isGone = () => reply.raw.closed;
      let answered: Parsed<AnswerText>;
      try {
        if (bytes.length > LARGE_BODY_BYTES) await turns.next();
        answered = await answer(bytes, { isGone });
      } finally {
        // It counts until its answer, which may be as large, has been sent; and, when the caller has gone, until nobody has it.
        if (isGone()) release();
        else reply.raw.once('close', release);
      }
      if (!answered.ok) throw new HttpError(answered.problem.code, answered.problem.message);
      return sendAnswer(reply.header('content-type', JSON_TYPE), answered.value);
    });
  }
  return app;
}

/** The ops port: probes, metrics and state, plain HTTP. */
export function buildOpsApp(state: AppParts & OpsState): FastifyInstance<HttpServer> {
  const app: FastifyInstance<HttpServer> = Fastify({
    ...baseOptions(state, OPS_KEEP_ALIVE_SECONDS),
    http: socketOptions(OPS_KEEP_ALIVE_SECONDS),
  });
  prepare(app, state, 'GET', Object.keys(OPS_ROUTES));
  for (const [path, answer] of Object.entries(OPS_ROUTES)) {
    app.get(path, async (request, reply) => {
      const query = new URLSearchParams(request.url.split('?', 2)[1]);
      const { status = 200, type = JSON_TYPE, body } = await answer(state, query);
      return reply.code(status).header('content-type', type).send(body);
    });
  }
  return app;
}

/** Request ids, metrics, errors in one form, and `Connection: close` once the process is on its way out. */
function prepare(
  app: FastifyInstance<HttpServer> | FastifyInstance<HttpsServer>,
  { log, metrics, lifecycle }: AppParts,
  method: 'GET' | 'POST',
  paths: readonly string[],
  closed: ReadonlyMap<string, string> = new Map(),
): void {
  const instance: FastifyInstance = app;
  instance.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    metrics.inFlight.inc();
    // 'close' comes after every end, also when the caller went away; Fastify's onResponse does not.
    reply.raw.once('close', () => {
      const path = request.routeOptions.url ?? 'other';
      metrics.inFlight.dec();
      metrics.requests.inc({ path, code: reply.raw.writableFinished ? String(reply.statusCode) : 'aborted' });
      metrics.duration.observe({ path }, reply.elapsedTime / 1000);
    });
    done();
  });
  instance.addHook('onSend', (request, reply, payload, done) => {
    closeUnlessRead(request.raw, reply.raw);
    if (lifecycle.phase === 'draining') reply.header('connection', 'close');
    done(null, payload);
  });
  const refuse = (request: FastifyRequest, reply: FastifyReply, code: HttpErrorCode, message: string) => {
    metrics.refused.inc({ path: request.routeOptions.url ?? 'other', error: code });
    reply.code(HTTP_ERRORS[code].status).header('content-type', JSON_TYPE).send(errorBody(code, message));
  };
  instance.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const why = closed.get(path);
    if (why !== undefined) return refuse(request, reply, 'door-closed', why);
    if (!paths.includes(path))
      return refuse(request, reply, 'not-found', `there is no path ${clipped(path, LONGEST_PATH_SHOWN)}`);
    reply.header('allow', method);
    return refuse(request, reply, 'method-not-allowed', `${path} takes ${method}, not ${request.method}`);
  });
  instance.setErrorHandler((error: FastifyError | HttpError, request, reply) => {
    const code = codeOf(error);
    if (code === 'internal') {
      log.error({ err: error, requestId: request.id }, 'request failed');
      return refuse(request, reply, code, `internal error; the log has it under request id ${request.id}`);
    }
    if (!(error instanceof HttpError && error.isLogged)) {
      const path = request.routeOptions.url;
      log.info(
        { requestId: request.id, path, error: code, detail: messageOf(code, error) },
        'request refused',
      );
    }
    if (error instanceof HttpError && error.closes) reply.header('connection', 'close');
    return refuse(request, reply, code, messageOf(code, error));
  });
}

/** What a caller says when it does not trust the certificate: alerts of RFC 8446, 6.2, in OpenSSL's words. */
const UNTRUSTED = /ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_EXPIRED)/;

function handshakeReason(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  if (UNTRUSTED.test(code)) return 'untrusted';
  return code === 'ECONNRESET' ? 'cut' : 'other';
}

function codeOf(error: FastifyError | HttpError): HttpErrorCode {
  if (error instanceof HttpError) return error.code;
  if (error.code === 'FST_ERR_CTP_INVALID_MEDIA_TYPE') return 'unsupported-media-type';
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return 'body-too-large';
  return error.statusCode !== undefined && error.statusCode < 500 ? 'bad-request' : 'internal';
}

function messageOf(code: HttpErrorCode, error: Error): string {
  if (error instanceof HttpError || code !== 'unsupported-media-type') {
    return clipped(error.message, LONGEST_MESSAGE);
  }
  return 'the content type must be application/json';
}

/** For a body that nobody reads: it is taken off the connection, so that the next request can come. */
const NOTHING_KEPT: BodyLimits = { bytes: 0, setting: '', budget: new ByteBudget(0) };

/** JSON is UTF-8 (RFC 8259); a charset may be named, but no other. */
const OTHER_CHARSET = new HttpError('unsupported-media-type', 'the charset must be utf-8');

function isUtf8Type(contentType: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}

/** With no content type and no body Fastify runs no parser at all. */
function bodyOf(body: unknown): { readonly bytes: Buffer<ArrayBuffer>; readonly release: () => void } {
  if (body instanceof Error) throw body;
  if (!(body instanceof ReceivedBody)) return { bytes: Buffer.alloc(0), release: () => {} };
  return { bytes: body.bytes, release: body.share.release };
}

function requestId(request: { readonly headers: IncomingMessage['headers'] }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && USABLE_REQUEST_ID.test(given) ? given : randomUUID();
}
