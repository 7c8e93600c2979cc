/** The way to one API server, by the credentials that were found. The only file that talks to one. */
import { existsSync } from 'node:fs';
import { request as httpRequest } from 'node:http';
import { Agent, request as httpsRequest, type RequestOptions } from 'node:https';
import type { KubeConfig } from '@kubernetes/client-node';
import { messageOf } from '../../json/error-message.ts';
import type { ApiAnswer, ApiConnection, ApiSender } from './api-answer.ts';
import type { Credentials } from './credentials.ts';

/** The credentials cannot be used, or nobody answers: says which file or server, and why. */
export class ClusterAccessError extends Error {
  override readonly name = 'ClusterAccessError';
}

export interface Connected {
  readonly connection: ApiConnection & ApiSender;
  /** Its address, with the name that its certificate carries where that is another. */
  readonly server: string;
  /** For `/state` and the log: which server, by which credentials. */
  readonly detail: string;
  /** Where the context looks for what names no namespace; undefined when it does not say. */
  readonly namespace: string | undefined;
}

/** Opens no connection yet: only reads the credentials. `agent` is the name we go by in the API server's log. */
export async function connectTo(credentials: Credentials, agent: string): Promise<Connected> {
  // Loaded late: it takes half a second and 70 MB, and a process on a snapshot does without.
  const { KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  const origin = loadInto(config, credentials, KubeConfig);
  const { server, tlsServerName = '' } = config.getCurrentCluster() ?? {};
  if (!server) {
    const what = 'has no cluster with a server for its current context';
    throw unusable(credentials, what, 'choose a context in it');
  }
  assertComplete(config, credentials);
  const namespace = config.getContextObject(config.getCurrentContext())?.namespace || undefined;
  return {
    connection: connectionOf(config, server, agent),
    server: `${baseOf(server)} ${tlsServerName}`.trimEnd(),
    detail: `${server} (${origin})`,
    namespace,
  };
}

/** Every problem of a kubeconfig names the file, who named it, and what there is to do. */
function unusable(credentials: Credentials, what: string, remedy: string): ClusterAccessError {
  const where =
    credentials.kind === 'in-cluster'
      ? 'the credentials of the pod'
      : `${credentials.files.join(', ')} (${credentials.namedBy})`;
  return new ClusterAccessError(`${where}: ${what}; ${remedy}`);
}

/** What a kubeconfig points at is read at each request: better to hear now that it is not there. */
function assertComplete(config: KubeConfig, credentials: Credentials): void {
  const cluster = config.getCurrentCluster();
  const user = config.getCurrentUser();
  const named = config.getContextObject(config.getCurrentContext())?.user;
  if (named && user === null) {
    throw unusable(credentials, `has no user "${named}", which its current context names`, 'add it');
  }
  const files = {
    'certificate-authority': cluster?.caFile,
    'client-certificate': user?.certFile,
    'client-key': user?.keyFile,
  };
  for (const [field, file] of Object.entries(files)) {
    if (!file || existsSync(file)) continue;
    throw unusable(
      credentials,
      `${field} is ${file}, which does not exist`,
      'put it there, or mend the field',
    );
  }
}

function loadInto(config: KubeConfig, credentials: Credentials, Config: new () => KubeConfig): string {
  if (credentials.kind === 'in-cluster') {
    config.loadFromCluster();
    return 'in-cluster credentials';
  }
  const [first = '', ...others] = credentials.files;
  try {
    config.loadFromFile(first);
    for (const file of others) {
      const more = new Config();
      more.loadFromFile(file);
      config.mergeConfig(more);
    }
  } catch (error) {
    // A YAML parser draws the place over several lines; the first says it.
    const why = messageOf(error).split('\n', 1)[0];
    throw unusable(credentials, `cannot be used as a kubeconfig (${why})`, 'mend the file, or what names it');
  }
  const { context } = credentials;
  if (context !== undefined) {
    if (config.getContextObject(context) === null) {
      const known = config.getContexts().map(({ name }) => name);
      const { contextNamedBy = 'cluster.context' } = credentials;
      const what = `has no context "${context}", which ${contextNamedBy} names`;
      throw unusable(credentials, what, `it has ${known.join(', ') || 'none'}`);
    }
    config.setCurrentContext(context);
  }
  return `context ${config.getCurrentContext()} of ${credentials.files.join(', ')}`;
}

/** Credentials are applied to each request anew: tokens in files and of plugins change while we run. */
function connectionOf(config: KubeConfig, server: string, agent: string): ApiConnection & ApiSender {
  const base = baseOf(server);
  const send: ApiSender['send'] = async ({ method, path, body, contentType }, signal) => {
    const options: RequestOptions = {
      method,
      headers: {
        accept: 'application/json',
        'user-agent': agent,
        ...(contentType !== undefined && { 'content-type': contentType }),
        ...(body !== undefined && { 'content-length': Buffer.byteLength(body) }),
      },
    };
    await config.applyToHTTPSOptions(options);
    const agentOf = body === undefined ? options.agent : kept(options.agent);
    return answerTo(new URL(`${base}${path}`), { ...options, agent: agentOf, signal }, body);
  };
  return { send, get: (path, signal) => send({ method: 'GET', path }, signal) };
}

/** Long before an API server closes an idle connection, which is after 90 s: a write must not meet that moment. */
const IDLE_FOR_MS = 10_000;

/** Of each agent of the library, which makes a connection for every request, one that keeps them. */
const KEEPING = new WeakMap<Agent, Agent>();

/**
 * Fifty writes a second, each with a handshake of its own, would be most of what they cost. Reads stay as they are: they are
 * watches, which have a connection for themselves anyway. So do proxies.
 */
function kept(agent: RequestOptions['agent']): RequestOptions['agent'] {
  if (!(agent instanceof Agent) || Object.getPrototypeOf(agent) !== Agent.prototype) return agent;
  const known = KEEPING.get(agent);
  if (known !== undefined) return known;
  const keeping = new Agent({ ...agent.options, keepAlive: true, timeout: IDLE_FOR_MS });
  KEEPING.set(agent, keeping);
  return keeping;
}

function baseOf(server: string): string {
  return server.replace(/\/+$/, '');
}

/** To a server that asks for no credentials, or for a token at the most: the ops port of a running service. */
export function plainConnection(server: string, agent: string, token?: string): ApiSender {
  const base = baseOf(server);
  const authorization = token === undefined ? {} : { authorization: `Bearer ${token}` };
  return {
    send: async ({ method, path, body }, signal) => {
      const headers = { accept: 'application/json', 'user-agent': agent, ...authorization };
      return answerTo(new URL(`${base}${path}`), { method, headers, signal }, body);
    },
  };
}

function answerTo(url: URL, options: RequestOptions, body: string | undefined): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'http:' ? httpRequest : httpsRequest;
    request(url, options, (incoming) => resolve({ status: incoming.statusCode ?? 0, body: incoming }))
      .on('error', reject)
      .end(body);
  });
}
