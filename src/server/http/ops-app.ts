/** The application of the ops port. Never listens. */
import type { Server as HttpServer, IncomingMessage } from 'node:http';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { type Need, OPEN_ACCESS, type Sight } from '../access/ops-access.ts';
import { FORECAST_PATH, MANIFEST_LIMIT_BYTES } from '../forecasts/forecast-door.ts';
import { OPS_ROUTES } from '../observe/ops.ts';
import type { OpsState } from '../ops/ops-state.ts';
import { checkHost, isLoopback } from '../page/known-host.ts';
import { openPage } from '../page/page-door.ts';
import { type AppParts, baseOptions, JSON_TYPE, socketOptions } from './application.ts';
import { bodyOf, readBody } from './bodies/body.ts';
import { BodyMemory } from './bodies/body-memory.ts';
import { ByteBudget } from './bodies/byte-budget.ts';
import { type Method, prepare } from './requests.ts';

/** The ops port is called by probes and people: nobody there keeps a connection for long. */
const OPS_KEEP_ALIVE_SECONDS = 30;

/** Names have up to 253 characters, of which any may be encoded as three; what is longer is refused by its length alone. */
const LONGEST_PARAMETER = 1_000;

/** The ops port: probes, metrics, state and forecasts, plain HTTP. */
export function buildOpsApp(state: AppParts & OpsState): FastifyInstance<HttpServer> {
  const app: FastifyInstance<HttpServer> = Fastify({
    ...baseOptions(state, OPS_KEEP_ALIVE_SECONDS),
    http: socketOptions(OPS_KEEP_ALIVE_SECONDS),
    routerOptions: { maxParamLength: LONGEST_PARAMETER },
  });
  const routes = Object.entries(OPS_ROUTES).map(([path, route]) => ({ path: routerPath(path), route }));
  const pagePaths = openPage(app, state);
  const read = [...routes.map(({ path }) => path), ...pagePaths].map((path) => [path, 'GET'] as const);
  prepare(app, state, new Map<string, Method>([...read, [FORECAST_PATH, 'POST']]));
  const described = new Set(read.map(([path]) => path));
  // What is not in the table shows the cluster until somebody says otherwise.
  app.addHook('onRequest', async (request) => {
    const { url } = request.routeOptions;
    if (url !== undefined && !described.has(url)) await checkAccess(request, { kind: 'cluster' }, state);
  });
  for (const { path, route } of routes) {
    app.get<{ Params: Readonly<Record<string, string>> }>(path, async (request, reply) => {
      const { params, headers } = request;
      const query = new URLSearchParams(request.url.split('?', 2)[1]);
      const need: Need =
        route.access === 'namespace'
          ? { kind: 'namespace', namespace: params.namespace ?? '' }
          : { kind: route.access };
      const sight = await checkAccess(request, need, state);
      const asked = { query, params, accept: headers.accept ?? '', sight };
      const { status = 200, type = JSON_TYPE, body } = await route.answer(state, asked);
      return reply.code(status).header('content-type', type).send(body);
    });
  }
  takeManifests(app, state);
  return app;
}

/** Where nobody needs a token, no site may read the cluster through a browser of this machine: a token it would not have. */
async function checkAccess(
  { headers, socket }: FastifyRequest,
  need: Need,
  { access }: OpsState,
): Promise<Sight> {
  const isPrivate = need.kind !== 'open' && access === OPEN_ACCESS;
  if (isPrivate && isLoopback(socket.remoteAddress)) checkHost(headers.host);
  return access.check(need, headers.authorization);
}

/** Parameters as the router writes them. */
function routerPath(path: string): string {
  return path.replaceAll(/\{(\w+)\}/g, ':$1');
}

/** Of all manifests that are being read and answered. */
const MANIFESTS_IN_FLIGHT_BYTES = 8 * 1024 * 1024;

/** As text of any type: YAML has several names, and curl gives its own. */
function takeManifests(app: FastifyInstance<HttpServer>, { forecast }: OpsState): void {
  const limits = {
    bytes: MANIFEST_LIMIT_BYTES,
    setting: '',
    budget: new ByteBudget(MANIFESTS_IN_FLIGHT_BYTES),
    memory: new BodyMemory(),
  };
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', (_request: FastifyRequest, payload: IncomingMessage, done) =>
    readBody(payload, limits, (body) => done(null, body)),
  );
  app.post(FORECAST_PATH, { bodyLimit: MANIFEST_LIMIT_BYTES }, async (request, reply) => {
    const { bytes, release } = bodyOf(request.body);
    try {
      const query = new URLSearchParams(request.url.split('?', 2)[1]);
      const asked = { query, accept: request.headers.accept ?? '' };
      const caller = {
        isGone: () => reply.raw.closed,
        onClose: (listener: () => void) => void reply.raw.once('close', listener),
      };
      const { type = JSON_TYPE, body } = await forecast(bytes, asked, caller);
      return reply.header('content-type', type).send(body);
    } finally {
      release();
    }
  });
}
