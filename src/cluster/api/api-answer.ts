/** What an API server answers, and how it can fail. */
import { isObject, type JsonObject } from '../../json/object.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly body: AsyncIterable<Buffer>;
}

/** What the watch asks of a connection: a GET whose body is read as it comes. */
export interface ApiConnection {
  get(path: string, signal: AbortSignal): Promise<ApiAnswer>;
}

export interface ApiRequest {
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly body?: string | undefined;
  readonly contentType?: string | undefined;
}

/** What a writer asks of one. */
export interface ApiSender {
  send(request: ApiRequest, signal: AbortSignal): Promise<ApiAnswer>;
}

/** The API server said no. 410 means that it no longer has the version that was asked for: list anew. */
export class ApiError extends Error {
  override readonly name = 'ApiError';
  readonly status: number;
  /** Kubernetes' own word for it (`Conflict`, `AlreadyExists`, `Forbidden`); empty when it gave none. */
  readonly reason: string;

  constructor(status: number, message: string, reason = '') {
    super(message);
    this.status = status;
    this.reason = reason;
  }
}

export const GONE = 410;

const FORBIDDEN = 403;
const NOT_FOUND = 404;
const CONFLICT = 409;
const INVALID = 422;

/** The server is there, and has no such kind or does not show it to us. */
export function isWithheld(error: unknown): boolean {
  return isForbidden(error) || isNotFound(error);
}

export function isForbidden(error: unknown): boolean {
  return error instanceof ApiError && error.status === FORBIDDEN;
}

export function isNotFound(error: unknown): boolean {
  return error instanceof ApiError && error.status === NOT_FOUND;
}

/** It is about what was sent, and comes again as often as that is sent. */
export function isInvalid(error: unknown): boolean {
  return error instanceof ApiError && error.status === INVALID;
}

/** Somebody else was first: it exists already, has changed since it was read, or its fields belong to another manager. */
export function isConflict(error: unknown): boolean {
  return error instanceof ApiError && error.status === CONFLICT;
}

/** Error bodies are short; what is longer is not one. */
const LONGEST_ERROR_BODY = 64 * 1024;

/** The body of an answer; an ApiError with the server's own words when that is not a success. `who` answered. */
export async function bodyOf(
  { status, body }: ApiAnswer,
  who = 'the API server',
): Promise<AsyncIterable<Buffer>> {
  if (status >= 200 && status <= 299) return body;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LONGEST_ERROR_BODY) break;
    chunks.push(chunk);
  }
  const said = statusIn(Buffer.concat(chunks));
  throw new ApiError(status, `${who} answered ${status}${messageIn(said)}`, reasonIn(said));
}

/** The server's own words in a Status, to be put behind ours. */
export function messageIn({ message }: JsonObject): string {
  return typeof message === 'string' ? `: ${message}` : '';
}

function reasonIn({ reason }: JsonObject): string {
  return typeof reason === 'string' ? reason : '';
}

function statusIn(body: Buffer): JsonObject {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? value : {};
  } catch {
    return {};
  }
}
