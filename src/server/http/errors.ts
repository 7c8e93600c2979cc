/** Every error that a caller can get over HTTP. docs/http-errors.md is generated from this table. */

export const HTTP_ERRORS = {
  'empty-body': { status: 400, when: 'The body is empty.' },
  'invalid-json': {
    status: 400,
    when: 'The body is not UTF-8 or not JSON; the message says where it breaks.',
  },
  'invalid-field': { status: 400, when: 'A field is missing or has a wrong value; the message names it.' },
  'invalid-manifest': {
    status: 400,
    when: 'The body of `POST /forecast` is no manifest with a DaemonSet; the message names the line.',
  },
  'broken-body': { status: 400, when: 'The body ended before its announced length.' },
  'bad-request': {
    status: 400,
    when: 'The request itself is not HTTP that can be read (URL, headers, framing).',
  },
  'client-certificate-missing': {
    status: 401,
    when: 'The path is for known callers (`server.clients`), and this one showed no client certificate.',
  },
  'client-certificate-expired': { status: 401, when: 'The client certificate has ended.' },
  'client-certificate-untrusted': {
    status: 401,
    when: 'The client certificate was signed by somebody else, is not valid yet, or is not one for clients; the message says which.',
  },
  'client-name-unknown': {
    status: 403,
    when: 'The client certificate is good, and has none of the names in `server.clients.*.names`.',
  },
  'token-missing': {
    status: 401,
    when: 'The path needs a bearer token (`ops.access`), and there is none in the header `Authorization`.',
  },
  'token-unknown': { status: 401, when: 'The API server does not know the bearer token, or it has ended.' },
  'access-denied': {
    status: 403,
    when: 'The API server says that the owner of the bearer token may not read this; the message names the right.',
  },
  'unknown-host': {
    status: 403,
    when: 'A browser asks for the page, or for what it shows, by a name that is not known: another site could have led it here. An address, `localhost`, and names within the cluster are known.',
  },
  'not-found': { status: 404, when: 'There is no such path.' },
  'unknown-object': {
    status: 404,
    when: 'The view has no DaemonSet, pod or node of that name; the message says which there are.',
  },
  'door-closed': {
    status: 404,
    when: 'This process does not open the path: `server.doors` leaves it out, or `cluster.partitions` has none of that name.',
  },
  'method-not-allowed': { status: 405, when: 'The path takes another method; `Allow` names it.' },
  'request-timeout': { status: 408, when: 'The headers or the body did not arrive in time.' },
  'body-too-large': {
    status: 413,
    when: 'The body is over the limit of its path: `server.reviewLimitBytes`, `server.extenderLimitBytes`, or `server.wholeNodesLimitBytes` where that is set; 16 KiB for a binding, 2 MiB for a manifest.',
  },
  'too-many-values': {
    status: 413,
    when: 'The body holds more values, names or levels than anything real; the message says which.',
  },
  'whole-nodes': {
    status: 422,
    when: 'The scheduler sends whole nodes or whole victims (`nodeCacheCapable: false`), and `server.wholeNodesLimitBytes` is 0.',
  },
  'unsupported-media-type': { status: 415, when: 'The content type is not `application/json`.' },
  'headers-too-large': { status: 431, when: 'The headers are over 16 KiB.' },
  overloaded: {
    status: 503,
    // Without Retry-After: with it, client-go in the API server would sleep and ask again, ten times within one timeout.
    when: 'More bytes are being read and answered than `server.reviewsInFlightLimitBytes` or `server.callsInFlightLimitBytes`, or the body took too long to read; of a review also: too many of the same tenant wait for their turn, or its caller waited no longer.',
  },
  'cluster-unknown': {
    status: 503,
    when: 'The answer needs the whole cluster, and its view is not complete yet or too old; `/readyz` says why.',
  },
  'access-unknown': {
    status: 503,
    when: 'The API server could not be asked who the owner of the bearer token is, or too many are being asked about.',
  },
  'too-many-followers': {
    status: 503,
    when: 'As many browsers follow the page as may; the message says how many.',
  },
  internal: { status: 500, when: 'A mistake of ours. The log has it, under the request id.' },
} as const satisfies Record<string, { status: number; when: string }>;

export type HttpErrorCode = keyof typeof HTTP_ERRORS;

/** An answer other than 200, thrown by what reads the request and written by the app's error handler. */
export class HttpError extends Error {
  override readonly name = 'HttpError';
  readonly code: HttpErrorCode;
  /** The rest of the body was not read, so the connection cannot be used again. */
  readonly closes: boolean;
  /** Whoever made it writes a line about many of its kind: one for each would be theirs who ask. */
  readonly isLogged: boolean;

  constructor(code: HttpErrorCode, message: string, { closes = false, isLogged = false } = {}) {
    super(message);
    this.code = code;
    this.closes = closes;
    this.isLogged = isLogged;
  }
}

export function errorBody(code: HttpErrorCode, message: string): string {
  return JSON.stringify({ error: { code, message } });
}
