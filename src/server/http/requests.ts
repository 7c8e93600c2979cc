/** What every request gets on either port: an id, metrics, one form of error, and `Connection: close` on the way out. */
import type { Server as HttpServer } from 'node:http';
import type { Server as HttpsServer } from 'node:https';
import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { clipped } from '../../json/clipped.ts';
import { type AppParts, JSON_TYPE } from './application.ts';
import { closeUnlessRead } from './bodies/unread-answer.ts';
import { errorBody, HTTP_ERRORS, HttpError, type HttpErrorCode } from './errors.ts';

/** A path is repeated to its sender for orientation, not in full length. */
const LONGEST_PATH_SHOWN = 100;

/** A message may name a field by a key that the caller has chosen; without such a key none of ours has half of this. */
const LONGEST_MESSAGE = 1_000;

export type Method = 'GET' | 'POST';

/** `methods`: what each path takes; `closed`: why a path is not open, if that is so. */
export function prepare(
  app: FastifyInstance<HttpServer> | FastifyInstance<HttpsServer>,
  { log, metrics, lifecycle }: AppParts,
  methods: ReadonlyMap<string, Method>,
  closed: (path: string) => string | undefined = () => undefined,
): void {
  const instance: FastifyInstance = app;
  instance.addHook('onRequest', (request, reply, done) => {
    reply.header('x-request-id', request.id);
    metrics.inFlight.inc();
    // 'close' comes after every end, also when the caller went away; Fastify's onResponse does not.
    reply.raw.on('close', () => {
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
    const why = closed(path);
    if (why !== undefined) return refuse(request, reply, 'door-closed', why);
    const method = Array.from(methods).find(([route]) => isPathOf(route, path))?.[1];
    if (method === undefined)
      return refuse(request, reply, 'not-found', `there is no path ${clipped(path, LONGEST_PATH_SHOWN)}`);
    reply.header('allow', method);
    return refuse(
      request,
      reply,
      'method-not-allowed',
      `${clipped(path, LONGEST_PATH_SHOWN)} takes ${method}, not ${request.method}`,
    );
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
    if (code === 'token-missing' || code === 'token-unknown') reply.header('www-authenticate', 'Bearer');
    return refuse(request, reply, code, messageOf(code, error));
  });
}

/** Whether a path of a request is one of a route. */
function isPathOf(route: string, path: string): boolean {
  const [wanted, found] = [route.split('/'), path.split('/')];
  return (
    wanted.length === found.length && wanted.every((part, at) => part.startsWith(':') || part === found[at])
  );
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
