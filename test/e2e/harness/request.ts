/** One HTTP or HTTPS exchange, as text; the certificates are in the agent. */
import { type ClientRequestArgs, request as requestHttp } from 'node:http';
import { Agent, request as requestHttps } from 'node:https';

export interface Answer {
  status: number;
  text: string;
}

export interface Exchange {
  method?: string;
  body?: string;
  contentType?: string;
  agent?: Agent;
  timeoutMs?: number;
}

/** As long as the API server itself gives a request. */
const DEFAULT_TIMEOUT_MS = 60_000;

export interface Credentials {
  /** PEM. */
  ca: string;
  certificate?: string;
  key?: string;
}

/** Enough for a thousand objects in a second; more only queue in the API server. */
const MAX_SOCKETS = 64;

export function agentFor({ ca, certificate, key }: Credentials): Agent {
  return new Agent({ ca, cert: certificate, key, keepAlive: true, maxSockets: MAX_SOCKETS });
}

export function exchange(url: string, options: Exchange = {}): Promise<Answer> {
  const {
    method = 'GET',
    body,
    contentType = 'application/json',
    agent,
    timeoutMs = DEFAULT_TIMEOUT_MS,
  } = options;
  const args: ClientRequestArgs = { method, timeout: timeoutMs, headers: { accept: 'application/json' } };
  if (body !== undefined) {
    args.headers = {
      ...args.headers,
      'content-type': contentType,
      'content-length': Buffer.byteLength(body),
    };
  }
  if (agent !== undefined) args.agent = agent;
  return new Promise((resolve, reject) => {
    const request = (url.startsWith('https:') ? requestHttps : requestHttp)(url, args, (response) => {
      const chunks: Buffer[] = [];
      response.on('data', (chunk: Buffer) => chunks.push(chunk));
      response.on('error', reject);
      response.on('end', () => {
        resolve({ status: response.statusCode ?? 0, text: Buffer.concat(chunks).toString('utf8') });
      });
    });
    request.on('timeout', () => request.destroy(new Error(`${method} ${url}: no answer in ${timeoutMs} ms`)));
    request.on('error', reject);
    request.end(body);
  });
}
