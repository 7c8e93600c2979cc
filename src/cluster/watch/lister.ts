/** Reads a whole kind from an API server, page by page, each object dropped as soon as it is projected. */
import { isObject } from '../../json/object.ts';
import { JsonStream } from '../../json/stream/stream.ts';
import { type ApiConnection, bodyOf } from '../api/api-answer.ts';

export interface ListRequest {
  readonly connection: ApiConnection;
  readonly path: string;
  readonly pageSize: number;
  readonly signal: AbortSignal;
  /** Called when bytes came: the server is there. */
  heard(bytes: number): void;
  item(value: unknown): void;
}

interface Page {
  readonly resourceVersion: string;
  readonly next: string;
}

/** What is taken apart of a list: its items, one by one. */
const ITEMS: ReadonlySet<string> = new Set(['items']);

/**
 * All pages of one list show the state at one version, which is the answer: a watch goes on from there. A 410 in between
 * means that this version is no longer known; the caller begins again.
 */
export async function listAll(request: ListRequest): Promise<string> {
  let page: Page = { resourceVersion: '', next: '' };
  do {
    page = await readPage(request, page.next);
  } while (page.next !== '');
  return page.resourceVersion;
}

async function readPage(request: ListRequest, token: string): Promise<Page> {
  const { connection, path, pageSize, signal, heard, item } = request;
  const query = new URLSearchParams({ limit: String(pageSize), ...(token !== '' && { continue: token }) });
  const body = await bodyOf(await connection.get(`${path}?${query}`, signal));
  let page: Page | undefined;
  const stream = new JsonStream(
    {
      sections: ITEMS,
      item: (_section, value) => item(value),
      header: () => {},
      document: (value) => {
        page = pageOf(value);
      },
    },
    (offset) => `${path}: byte ${offset}`,
  );
  for await (const chunk of body) {
    heard(chunk.length);
    stream.push(chunk);
  }
  stream.end();
  if (page === undefined) throw new Error(`${path}: the list ended before it was complete`);
  return page;
}

function pageOf(value: unknown): Page {
  const metadata = isObject(value) && isObject(value.metadata) ? value.metadata : {};
  const { resourceVersion, continue: next } = metadata;
  if (typeof resourceVersion !== 'string' || resourceVersion === '') {
    throw new Error('a list without metadata.resourceVersion');
  }
  return { resourceVersion, next: typeof next === 'string' ? next : '' };
}
