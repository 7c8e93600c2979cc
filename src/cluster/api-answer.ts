/** What an API server answers, and how it can fail. */

export interface ApiAnswer {
  readonly status: number;
  readonly body: AsyncIterable<Buffer>;
}

/** The one thing that is asked of a connection: a GET whose body is read as it comes. */
export interface ApiConnection {
  get(path: string, signal: AbortSignal): Promise<ApiAnswer>;
}

/** The API server said no. 410 means that what was asked for is no longer there to be told: list anew. */
export class ApiError extends Error {
  readonly status: number;

  constructor(status: number, message: string) {
    super(message);
    this.name = 'ApiError';
    this.status = status;
  }
}

export const GONE = 410;

/** Error bodies are short; what is longer is not one. */
const LONGEST_ERROR_BODY = 64 * 1024;

/** The error that an answer other than 200 stands for, with the server's own words when it sent a Status. */
export async function errorOf({ status, body }: ApiAnswer): Promise<ApiError> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of body) {
    size += chunk.length;
    if (size > LONGEST_ERROR_BODY) break;
    chunks.push(chunk);
  }
  return new ApiError(status, `the API server answered ${status}${statusMessage(Buffer.concat(chunks))}`);
}

function statusMessage(body: Buffer): string {
  try {
    const value: unknown = JSON.parse(body.toString('utf8'));
    const message =
      typeof value === 'object' && value !== null && 'message' in value ? value.message : undefined;
    return typeof message === 'string' ? `: ${message}` : '';
  } catch {
    return '';
  }
}
