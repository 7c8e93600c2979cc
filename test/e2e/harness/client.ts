/** A small REST client of the API server, for one identity. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { ObjectMeta } from '../../../src/kube/objects.ts';
import { type Answer, agentFor, type Credentials, exchange } from './request.ts';

export interface KubeObject {
  readonly apiVersion?: string | null | undefined;
  readonly kind?: string | null | undefined;
  readonly metadata?: ObjectMeta | null | undefined;
}

/** The API server's refusal: occurs on any status but 2xx, and carries the status and the server's message. */
export class ApiError extends Error {
  override name = 'ApiError';
  readonly status: number;
  constructor(method: string, path: string, { status, text }: Answer) {
    super(`${method} ${path}: ${status}: ${messageOf(text)}`);
    this.status = status;
  }
}

function messageOf(text: string): string {
  try {
    const { message }: { message?: unknown } = JSON.parse(text);
    return typeof message === 'string' ? message : text;
  } catch {
    return text;
  }
}

const PATCH_TYPES = {
  json: 'application/json-patch+json',
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  apply: 'application/apply-patch+yaml',
} as const;

/** Objects per page of a list: a hundred thousand pods at once would be one string of a gigabyte. */
const PAGE = 5_000;

const NOT_FOUND = 404;
const TOO_MANY_REQUESTS = 429;

/** The API server asks for one second; it is overloaded for a few of those at most. */
const BUSY_RETRIES = 20;
const BUSY_PAUSE_MS = 500;

export interface Client {
  /** Any request; no status is an error. */
  raw(method: string, path: string, body?: unknown, contentType?: string): Promise<Answer>;
  get<T extends KubeObject>(path: string): Promise<T>;
  /** Like `get`, but undefined when there is none. */
  find<T extends KubeObject>(path: string): Promise<T | undefined>;
  /** All objects, page by page; `path` may have a query. */
  list<T extends KubeObject>(path: string): Promise<T[]>;
  create<T extends KubeObject>(path: string, object: T): Promise<T>;
  replace<T extends KubeObject>(path: string, object: T): Promise<T>;
  patch<T extends KubeObject>(path: string, patch: unknown, type?: keyof typeof PATCH_TYPES): Promise<T>;
  /** Also a collection, with a query. What is not there counts as deleted. */
  delete(path: string): Promise<void>;
  close(): void;
}

interface List<T> {
  items: T[];
  metadata: { continue?: string | null };
}

export function createClient(url: string, credentials: Credentials): Client {
  const agent = agentFor(credentials);

  async function raw(method: string, path: string, body?: unknown, contentType?: string): Promise<Answer> {
    // A text goes as it is: manifests are sent as they were written.
    const text = body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) };
    const type = contentType === undefined ? {} : { contentType };
    for (let attempt = 0; ; attempt += 1) {
      const answer = await exchange(`${url}${path}`, { method, agent, ...text, ...type });
      if (answer.status !== TOO_MANY_REQUESTS || attempt === BUSY_RETRIES) return answer;
      await sleep(BUSY_PAUSE_MS);
    }
  }

  async function call<T>(method: string, path: string, body?: unknown, contentType?: string): Promise<T> {
    const answer = await raw(method, path, body, contentType);
    if (answer.status < 200 || answer.status > 299) throw new ApiError(method, path, answer);
    return JSON.parse(answer.text);
  }

  async function find<T extends KubeObject>(path: string): Promise<T | undefined> {
    try {
      return await call<T>('GET', path);
    } catch (error) {
      if (error instanceof ApiError && error.status === NOT_FOUND) return undefined;
      throw error;
    }
  }

  async function list<T extends KubeObject>(path: string): Promise<T[]> {
    const items: T[] = [];
    const start = `${path}${path.includes('?') ? '&' : '?'}limit=${PAGE}`;
    for (let next: string | undefined = start; next !== undefined; ) {
      const page: List<T> = await call('GET', next);
      for (const item of page.items) items.push(item);
      const token: string | null | undefined = page.metadata.continue;
      next = token ? `${start}&continue=${encodeURIComponent(token)}` : undefined;
    }
    return items;
  }

  async function remove(path: string): Promise<void> {
    try {
      await call('DELETE', path);
    } catch (error) {
      if (!(error instanceof ApiError && error.status === NOT_FOUND)) throw error;
    }
  }

  return {
    raw,
    get: (path) => call('GET', path),
    find,
    list,
    create: (path, object) => call('POST', path, object),
    replace: (path, object) => call('PUT', path, object),
    patch: (path, patch, type = 'merge') => call('PATCH', path, patch, PATCH_TYPES[type]),
    delete: remove,
    close: () => agent.destroy(),
  };
}
