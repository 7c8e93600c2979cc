/** Reads and writes single objects of an API server: JSON in, JSON out, each within a bound of time and of bytes. */
import { errorCode, messageOf } from '../../json/error-message.ts';
import { isObject, type JsonObject } from '../../json/object.ts';
import { ApiError, type ApiRequest, type ApiSender, bodyOf, isNotFound } from './api-answer.ts';
import { ClusterAccessError } from './connection.ts';

/** An API server answers within milliseconds, or has given up itself after a minute; webhooks may take 30 s of it. */
const ANSWERED_WITHIN_MS = 35_000;

/** etcd holds 1.5 MiB for an object; what we read are single objects and lists of a few. */
const LARGEST_ANSWER_BYTES = 16 * 1024 * 1024;

const JSON_TYPE = 'application/json';

/** JSON is YAML: a server-side apply takes either. */
const APPLY_TYPE = 'application/apply-patch+yaml';

const PATCH_TYPES = {
  merge: 'application/merge-patch+json',
  strategic: 'application/strategic-merge-patch+json',
  json: 'application/json-patch+json',
} as const;

export interface ClientOptions {
  /** What it is called in messages. */
  readonly who?: string;
  readonly timeoutMs?: number;
  readonly largestAnswerBytes?: number;
}

export interface WriteOptions {
  /** Whose fields they are from now on. Needed for an apply. */
  readonly fieldManager?: string;
  /** Goes all the way through admission and validation, and changes nothing. */
  readonly dryRun?: boolean;
}

export interface ApplyOptions extends WriteOptions {
  readonly fieldManager: string;
  /** Takes fields from other managers; otherwise their difference is a conflict (409) that names them. */
  readonly force?: boolean;
}

export interface DeleteOptions extends Pick<WriteOptions, 'dryRun'> {
  readonly propagation?: 'Background' | 'Foreground' | 'Orphan';
  /** Only this very object, not another that was made under its name since. */
  readonly uid?: string;
}

/**
 * A refusal is an ApiError with the server's status, reason and words; no answer at all is a ClusterAccessError. Paths
 * come from `objectPath` and `collectionPath`.
 */
export class ApiClient {
  readonly #sender: ApiSender;
  readonly #who: string;
  readonly #timeoutMs: number;
  readonly #largestBytes: number;

  constructor(
    sender: ApiSender,
    {
      who = 'the API server',
      timeoutMs = ANSWERED_WITHIN_MS,
      largestAnswerBytes = LARGEST_ANSWER_BYTES,
    }: ClientOptions = {},
  ) {
    this.#who = who;
    this.#sender = sender;
    this.#timeoutMs = timeoutMs;
    this.#largestBytes = largestAnswerBytes;
  }

  get(path: string): Promise<JsonObject> {
    return this.#ask({ method: 'GET', path });
  }

  /** Undefined when there is no such object. */
  async find(path: string): Promise<JsonObject | undefined> {
    try {
      return await this.get(path);
    } catch (error) {
      if (isNotFound(error)) return undefined;
      throw error;
    }
  }

  /** Server-side apply: makes it, or changes just the fields that are given. */
  apply(path: string, object: JsonObject, options: ApplyOptions): Promise<JsonObject> {
    const query = queryOf(options);
    if (options.force) query.set('force', 'true');
    return this.#write('PATCH', withQuery(path, query), object, APPLY_TYPE);
  }

  create(path: string, object: JsonObject, options: WriteOptions = {}): Promise<JsonObject> {
    return this.#write('POST', withQuery(path, queryOf(options)), object, JSON_TYPE);
  }

  /** Replaces it whole. With `metadata.resourceVersion` of a read object: a conflict (409) when it has changed since. */
  update(path: string, object: JsonObject, options: WriteOptions = {}): Promise<JsonObject> {
    return this.#write('PUT', withQuery(path, queryOf(options)), object, JSON_TYPE);
  }

  patch(
    path: string,
    patch: JsonObject | readonly JsonObject[],
    { type = 'merge', ...options }: WriteOptions & { readonly type?: keyof typeof PATCH_TYPES } = {},
  ): Promise<JsonObject> {
    return this.#write('PATCH', withQuery(path, queryOf(options)), patch, PATCH_TYPES[type]);
  }

  /** False when it was not there. */
  async delete(path: string, { propagation, uid, dryRun }: DeleteOptions = {}): Promise<boolean> {
    const options = {
      apiVersion: 'v1',
      kind: 'DeleteOptions',
      ...(propagation !== undefined && { propagationPolicy: propagation }),
      ...(uid !== undefined && { preconditions: { uid } }),
      ...(dryRun && { dryRun: ['All'] }),
    };
    try {
      await this.#write('DELETE', path, options, JSON_TYPE);
      return true;
    } catch (error) {
      if (isNotFound(error)) return false;
      throw error;
    }
  }

  #write(
    method: ApiRequest['method'],
    path: string,
    value: JsonObject | readonly JsonObject[],
    contentType: string,
  ): Promise<JsonObject> {
    return this.#ask({ method, path, body: JSON.stringify(value), contentType });
  }

  async #ask(request: ApiRequest): Promise<JsonObject> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    const where = `${request.method} ${request.path}`;
    try {
      const body = await bodyOf(await this.#sender.send(request, signal), this.#who);
      return await this.#read(body, where);
    } catch (error) {
      if (error instanceof ApiError || error instanceof ClusterAccessError) throw error;
      const why = signal.aborted ? `no answer within ${this.#timeoutMs / 1000} s` : whyOf(error);
      throw new ClusterAccessError(`${this.#who} was not reached for ${where}: ${why}`);
    }
  }

  async #read(body: AsyncIterable<Buffer>, where: string): Promise<JsonObject> {
    const chunks: Buffer[] = [];
    let size = 0;
    for await (const chunk of body) {
      size += chunk.length;
      if (size > this.#largestBytes) {
        throw new ClusterAccessError(`the answer to ${where} is larger than ${this.#largestBytes} bytes`);
      }
      chunks.push(chunk);
    }
    const value = parsed(Buffer.concat(chunks).toString('utf8'));
    if (isObject(value)) return value;
    throw new ClusterAccessError(`the answer to ${where} is no JSON object: is this an API server?`);
  }
}

function queryOf({ fieldManager, dryRun }: WriteOptions): URLSearchParams {
  return new URLSearchParams({
    ...(fieldManager !== undefined && { fieldManager }),
    ...(dryRun && { dryRun: 'All' }),
  });
}

function withQuery(path: string, query: URLSearchParams): string {
  return query.size === 0 ? path : `${path}?${query}`;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Some errors of sockets have a code and no words. */
function whyOf(error: unknown): string {
  return messageOf(error) || errorCode(error);
}
