/** What both HTTP applications have in common: their parts, and what Fastify is told for each. */
import { randomUUID } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import {
  type FastifyBaseLogger,
  type FastifyError,
  type FastifyReply,
  type FastifyRequest,
  LogController,
} from 'fastify';
import type { Lifecycle } from '../lifecycle.ts';
import type { Metrics } from '../observe/metrics.ts';
import { answerClientError } from './connections/client-error.ts';
import { errorBody } from './errors.ts';

/**
 * Go may open a connection, not need it, and keep it for later: closing such a silent one before Go's own 90 s are over
 * would race with its first use. So headers may take as long as a connection may idle, and a little more. Bodies have
 * a limit of their own.
 */
const BEYOND_KEEP_ALIVE_MS = 5_000;

/** How often Node looks for connections over that limit; its default of 30 s would add to it. */
const TIMEOUT_CHECK_MS = 2_000;

/** A request id from outside is kept when it is short and harmless in a log. */
const USABLE_REQUEST_ID = /^[\w.:-]{1,64}$/;

export const JSON_TYPE = 'application/json; charset=utf-8';

export interface AppParts {
  readonly log: FastifyBaseLogger;
  readonly metrics: Metrics;
  readonly lifecycle: Lifecycle;
}

/** What Fastify is told for both ports: it neither rewrites bodies nor answers 503 to a request it has accepted. */
export function baseOptions({ log }: AppParts, keepAliveSeconds: number) {
  return {
    keepAliveTimeout: keepAliveSeconds * 1000,
    loggerInstance: log,
    logController: new LogController({ disableRequestLogging: true }),
    requestIdHeader: false,
    genReqId: requestId,
    // What is logged of a request names its id itself, so that none needs a logger of its own.
    childLoggerFactory: (logger: FastifyBaseLogger) => logger,
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

export function socketOptions(keepAliveSeconds: number) {
  return {
    connectionsCheckingInterval: TIMEOUT_CHECK_MS,
    headersTimeout: headersTimeoutMs(keepAliveSeconds),
    requestTimeout: headersTimeoutMs(keepAliveSeconds),
  };
}

function headersTimeoutMs(keepAliveSeconds: number): number {
  return keepAliveSeconds * 1000 + BEYOND_KEEP_ALIVE_MS;
}

function requestId(request: { readonly headers: IncomingMessage['headers'] }): string {
  const given = request.headers['x-request-id'];
  return typeof given === 'string' && USABLE_REQUEST_ID.test(given) ? given : randomUUID();
}
