/** The page on the ops port: its files, the grid, and the stream that follows it. All of it is read-only. */
import type { Server } from 'node:http';
import type { FastifyBaseLogger, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { OpsAccess } from '../access/ops-access.ts';
import { HttpError } from '../http/errors.ts';
import { type FeedOptions, GridFeed } from './feed.ts';
import { MOST_FOLLOWERS } from './followers.ts';
import { checkHost } from './known-host.ts';
import { pageFiles } from './page-files.ts';

const INDEX = '/';
const GRID = '/page/grid';
const EVENTS = '/page/events';

/** The page needs itself and nothing else; it is in nobody's frame, and no type is guessed. */
const PAGE_HEADERS = {
  'content-security-policy':
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; " +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-opener-policy': 'same-origin',
  'cross-origin-resource-policy': 'same-origin',
} as const;

const NOT_STORED = { 'cache-control': 'no-store' } as const;

/** Asked for again each time, and answered with nothing when it is still the same. */
const REVALIDATED = { 'cache-control': 'no-cache' } as const;

const OPEN = { kind: 'open' } as const;
const CLUSTER = { kind: 'cluster' } as const;

export interface PageState extends Omit<FeedOptions, 'clock' | 'failed'> {
  readonly access: OpsAccess;
  readonly log: FastifyBaseLogger;
}

/** Opens the paths and says which. */
export function openPage(app: FastifyInstance<Server>, state: PageState): string[] {
  const files = pageFiles();
  const feed = new GridFeed({
    ...state,
    clock: () => performance.now(),
    failed: (error) => state.log.error({ err: error }, 'page not kept up'),
  });
  app.addHook('onClose', async () => feed.stop());
  const open = (
    path: string,
    need: typeof OPEN | typeof CLUSTER,
    answer: (request: FastifyRequest, reply: FastifyReply) => unknown,
  ) =>
    app.get(path, { exposeHeadRoute: false }, async (request, reply) => {
      reply.headers(PAGE_HEADERS);
      checkHost(request.headers.host);
      await state.access.check(need, request.headers.authorization);
      return answer(request, reply);
    });
  for (const [path, { type, body, tag }] of files) {
    open(path, OPEN, (request, reply) => {
      reply.headers({ ...REVALIDATED, etag: tag });
      if (request.headers['if-none-match'] === tag) return reply.code(304).send();
      return reply.header('content-type', type).send(body);
    });
  }
  if (!files.has(INDEX)) {
    open(INDEX, OPEN, () => {
      throw new HttpError('not-found', 'the page is not part of this build: npm run build makes it');
    });
  }
  open(GRID, CLUSTER, async (_request, reply) => {
    reply.headers({ ...NOT_STORED, 'content-type': 'application/json; charset=utf-8' });
    return reply.send(await feed.answer());
  });
  open(EVENTS, CLUSTER, (_request, reply) => {
    if (feed.isFull) {
      throw new HttpError('too-many-followers', `no more than ${MOST_FOLLOWERS} browsers can follow at once`);
    }
    reply.hijack();
    const type = { 'content-type': 'text/event-stream; charset=utf-8' };
    reply.raw.writeHead(200, { ...PAGE_HEADERS, ...NOT_STORED, ...type });
    feed.follow(reply.raw);
    return reply;
  });
  return [...new Set([...files.keys(), INDEX, GRID, EVENTS])];
}
