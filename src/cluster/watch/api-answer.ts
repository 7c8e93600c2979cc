/** What an API server answers, and how it can fail. */
import { isObject, type JsonObject } from '../../json/object.ts';

export interface ApiAnswer {
  readonly status: number;
  readonly body: AsyncIterable<Buffer>;
}

/** The one thing that is asked of a connection: a GET whose body is read as it comes. */
export interface ApiConnection {
  get(path: string, signal: AbortSignal): Promise<ApiAnswer>;
}

/** The API server said no. 410 means that it no longer has the version that was asked for: list anew. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

export const GONE = 410;

const FORBIDDEN = 403;
const NOT_FOUND = 404;

/** The server is there, and has no such kind or does not show it to us. */
export function isWithheld(error: unknown): boolean {
  return error instanceof ApiError && (error.status === FORBIDDEN || error.status === NOT_FOUND);
}

/** Error bodies are short; what is longer is not one. */
const LONGEST_ERROR_BODY = 64 * 1024;

/** The body of an answer; an ApiError with the server's own words when that is not 200. */
export async function getBody(
  connection: ApiConnection,
  path: string,
  signal: AbortSignal,
): Promise<AsyncIterable<Buffer>> {
  const { status, body } = await connection.get(path, signal);
  if (status === 200) return body;
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LONGEST_ERROR_BODY) break;
    chunks.push(chunk);
  }
  throw new ApiError(status, `the API server answered ${status}${statusMessage(Buffer.concat(chunks))}`);
}

/** The server's own words in a Status, to be put behind ours. */
export function messageIn({ message }: JsonObject): string {
  return typeof message === 'string' ? `: ${message}` : '';
}

function statusMessage(body: Buffer): string {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    return isObject(value) ? messageIn(value) : '';
  } catch {
    return '';
  }
}
