/** The application of the service port. Never listens. */
import type { IncomingMessage } from 'node:http';
import type { Server as HttpsServer, ServerOptions } from 'node:https';
import Fastify, {
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
  type onRequestHookHandler,
} from 'fastify';
import type { Parsed } from '../../json/problem.ts';
import type { AnswerText } from '../../scheduler/wire/nodes-call.ts';
import type { CallTimes } from '../observe/state/call-times.ts';
import { type AppParts, baseOptions, JSON_TYPE, socketOptions } from './application.ts';
import { type BodyLimits, bodyOf, ReceivedBody, readBody } from './bodies/body.ts';
import { BodyMemory } from './bodies/body-memory.ts';
import { ByteBudget } from './bodies/byte-budget.ts';
import { sendAnswer } from './bodies/large-answer.ts';
import { LARGE_BODY_BYTES, type Turns } from './bodies/turns.ts';
import type { Caller } from './caller.ts';
import { timeoutOf } from './caller-timeout.ts';
import { limitConnections } from './connections/connection-limit.ts';
import { HttpError } from './errors.ts';
import { prepare } from './requests.ts';

/** As long as Go gives a handshake; Node's own limit is two minutes. */
const HANDSHAKE_TIMEOUT_MS = 10_000;

/** Also of the context that takes its place when certificates change. */
export const SECURE = { minVersion: 'TLSv1.2' } as const;

/** The first status code that says no. */
const FIRST_REFUSAL = 400;

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
  /** Where it waits when there is much to do; without it, it is answered as it comes. */
  readonly queue?: WaitingRoom | undefined;
  /** Who may come in, before anything is read; without it everybody. */
  readonly gate?: ((request: IncomingMessage, path: string) => HttpError | null) | undefined;
}

/** A request whose body is there. */
export interface Work {
  readonly bytes: Buffer;
  readonly caller: Caller;
  /** How long the caller waits for the answer, in ms. */
  timeoutMs(): number;
  /** Answers it. Does not throw. */
  run(): void;
  refuse(error: HttpError): void;
}

export interface WaitingRoom {
  /** Runs it at once, or later, or refuses it. */
  enter(work: Work): void;
}

export interface ServiceOptions {
  readonly doors: readonly Door[];
  /** Why this process does not open a path; undefined where that is not so. */
  closedDoors(path: string): string | undefined;
  readonly maxConnections: number;
  readonly keepAliveSeconds: number;
  readonly tls: ServerOptions;
  /** Told of every answer that is no refusal, and of callers that do not trust us. */
  readonly calls: Pick<CallTimes, 'answered' | 'untrusted'>;
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
    const reason = handshakeReason(error);
    if (reason === 'untrusted') options.calls.untrusted();
    parts.metrics.handshakeFailures.inc({ reason });
    parts.log.debug({ err: error }, 'TLS handshake failed');
  });
  limitConnections(app.server, options.maxConnections, () => parts.metrics.connectionsClosed.inc());
  const paths = options.doors.map(({ path }) => [path, 'POST'] as const);
  prepare(app, parts, new Map(paths), options.closedDoors);
  app.addHook('onResponse', (request, reply, done) => {
    if (reply.statusCode < FIRST_REFUSAL) options.calls.answered(request.routeOptions.url ?? '');
    done();
  });
  app.removeAllContentTypeParsers();
  const limitsOf = new Map(options.doors.map(({ path, limits }) => [path, limits]));
  // A parser that fails makes Fastify close the connection; so it hands the refusal on as a value instead.
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: IncomingMessage, done) => {
    const isReadable = isUtf8Type(request.headers['content-type']);
    const limits = (isReadable && limitsOf.get(request.routeOptions.url ?? '')) || NOTHING_KEPT;
    readBody(payload, limits, (body) =>
      done(null, isReadable || body instanceof ReceivedBody ? body : OTHER_CHARSET),
    );
  });
  for (const { path, limits, gate, ...door } of options.doors) {
    const onRequest: onRequestHookHandler[] = gate
      ? [(request, _reply, done) => done(gate(request.raw, path) ?? undefined)]
      : [];
    app.post(path, { bodyLimit: limits.bytes, onRequest }, (request, reply) => {
      const { bytes, release } = bodyOf(request.body);
      const give = () => limits.memory.give(bytes);
      answerBy(door, bytes, { request, reply, atTheEnd: [release, give] });
    });
  }
  return app;
}

interface Exchange {
  readonly request: FastifyRequest;
  readonly reply: FastifyReply;
  readonly atTheEnd: (() => void)[];
}

/** Without a promise where there is nothing to wait for: then all that an answer takes is within `run`, down to its socket. */
function answerBy(
  { turns, answer, queue }: Pick<Door, 'turns' | 'answer' | 'queue'>,
  bytes: Buffer<ArrayBuffer>,
  { request, reply, atTheEnd }: Exchange,
): void {
  const isGone = () => reply.raw.closed;
  const end = () => {
    for (const listener of atTheEnd.splice(0)) listener();
  };
  // It counts until its answer, which may be as large, has been sent; and, when the caller has gone, until nobody has it.
  const endWithAnswer = () => {
    if (isGone()) end();
    else reply.raw.on('close', end);
  };
  const refuse = (error: unknown) => {
    endWithAnswer();
    reply.send(error);
  };
  const send = (answered: Parsed<AnswerText>) => {
    if (!answered.ok) return refuse(new HttpError(answered.problem.code, answered.problem.message));
    endWithAnswer();
    sendAnswer(reply.header('content-type', JSON_TYPE), answered.value);
  };
  const caller: Caller = {
    isGone,
    onClose: (listener) => void atTheEnd.push(listener),
  };
  const run = () => {
    try {
      const answered = answer(bytes, caller);
      if (answered instanceof Promise) answered.then(send).catch(refuse);
      else send(answered);
    } catch (error) {
      refuse(error);
    }
  };
  if (bytes.length > LARGE_BODY_BYTES) turns.next().then(run);
  else if (queue === undefined) run();
  else queue.enter({ bytes, caller, timeoutMs: () => timeoutOf(request.url), run, refuse });
}

/** What a caller says when it does not trust the certificate: alerts of RFC 8446, 6.2, in OpenSSL's words. */
const UNTRUSTED = /ALERT_(UNKNOWN_CA|BAD_CERTIFICATE|CERTIFICATE_UNKNOWN|CERTIFICATE_EXPIRED)/;

function handshakeReason(error: Error): string {
  const code = 'code' in error ? String(error.code) : '';
  if (UNTRUSTED.test(code)) return 'untrusted';
  return code === 'ECONNRESET' ? 'cut' : 'other';
}

/** For a body that nobody reads: it is taken off the connection, so that the next request can come. */
const NOTHING_KEPT: BodyLimits = {
  bytes: 0,
  setting: '',
  budget: new ByteBudget(0),
  memory: new BodyMemory(),
};

/** JSON is UTF-8 (RFC 8259); a charset may be named, but no other. */
const OTHER_CHARSET = new HttpError('unsupported-media-type', 'the charset must be utf-8');

function isUtf8Type(contentType: string | undefined): boolean {
  const charset = /;\s*charset\s*=\s*"?([^";\s]*)/i.exec(contentType ?? '')?.[1];
  return charset === undefined || /^utf-?8$/i.test(charset);
}
