/** The live view: every kind listed and watched at one API server. The only file that talks to one. */
import { request as httpRequest } from 'node:http';
import { request as httpsRequest, type RequestOptions } from 'node:https';
import { setTimeout as sleep } from 'node:timers/promises';
import type { KubeConfig } from '@kubernetes/client-node';
import { messageOf } from '../../json/error-message.ts';
import type { Flavor } from '../../kube/flavor.ts';
import { listPath, OPTIONAL_KINDS } from '../api-kinds.ts';
import { createProjector } from '../projection/projector.ts';
import { OBJECT_KINDS, type ObjectKind } from '../records.ts';
import { ClusterStore } from '../store/store.ts';
import type { ApiAnswer, ApiConnection } from './api-answer.ts';
import type { Credentials } from './credentials.ts';
import { type Clock, type ReflectorOptions, reflect } from './reflector.ts';

/** The credentials cannot be used: says which file and why. */
export class ClusterAccessError extends Error {
  override readonly name = 'ClusterAccessError';
}

export interface WatchOptions
  extends Pick<ReflectorOptions<ObjectKind>, 'connection' | 'pageSize' | 'idleMs' | 'report'> {
  /** For `/state` and the log: which server, by which credentials. */
  readonly detail: string;
  readonly flavor: Flavor;
  readonly clock?: Clock;
}

export interface ClusterWatch {
  readonly view: ClusterStore;
  stop(): Promise<void>;
}

const systemClock: Clock = {
  now: Date.now,
  sleep: (milliseconds, signal) => sleep(milliseconds, undefined, { signal }).catch(() => {}),
  random: Math.random,
};

/** Begins to watch; the view fills while the process goes on, and says when it is complete. */
export function watchCluster({ detail, flavor, clock = systemClock, ...rest }: WatchOptions): ClusterWatch {
  const store = new ClusterStore({ kind: 'watch', detail });
  const projector = createProjector();
  const ending = new AbortController();
  const start = <K extends ObjectKind>(kind: K): Promise<void> =>
    reflect({
      ...rest,
      kind,
      path: listPath(kind, flavor),
      optional: OPTIONAL_KINDS.has(kind),
      store,
      project: projector[kind],
      signal: ending.signal,
      clock,
    });
  const running = OBJECT_KINDS.map((kind) => start(kind));
  return {
    view: store,
    stop: async () => {
      ending.abort();
      await Promise.all(running);
    },
  };
}

export interface Connected {
  readonly connection: ApiConnection;
  readonly detail: string;
}

/** Opens no connection yet: only reads the credentials. `agent` is the name we go by in the API server's log. */
export async function connectTo(credentials: Credentials, agent: string): Promise<Connected> {
  // Loaded late: it takes half a second and 70 MB, and a process on a snapshot does without.
  const { KubeConfig } = await import('@kubernetes/client-node');
  const config = new KubeConfig();
  const origin = loadInto(config, credentials, KubeConfig);
  const server = config.getCurrentCluster()?.server;
  if (server === undefined) throw new ClusterAccessError(`${origin}: names no current cluster`);
  return { connection: connectionOf(config, server, agent), detail: `${server} (${origin})` };
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
    throw new ClusterAccessError(`${credentials.files.join(', ')}: cannot be used as a kubeconfig (${why})`);
  }
  const { context } = credentials;
  if (context !== undefined) {
    if (config.getContextObject(context) === null) {
      const known = config.getContexts().map(({ name }) => name);
      throw new ClusterAccessError(
        `${first}: has no context "${context}"; it has ${known.join(', ') || 'none'}`,
      );
    }
    config.setCurrentContext(context);
  }
  return `context ${config.getCurrentContext()} of ${credentials.files.join(', ')}`;
}

/** Credentials are applied to each request anew: tokens in files and of plugins change while we run. */
function connectionOf(config: KubeConfig, server: string, agent: string): ApiConnection {
  const base = server.replace(/\/+$/, '');
  return {
    async get(path, signal) {
      const options: RequestOptions = { headers: { accept: 'application/json', 'user-agent': agent } };
      await config.applyToHTTPSOptions(options);
      const url = new URL(`${base}${path}`);
      return send(url, { ...options, signal });
    },
  };
}

function send(url: URL, options: RequestOptions): Promise<ApiAnswer> {
  return new Promise((resolve, reject) => {
    const request = url.protocol === 'http:' ? httpRequest : httpsRequest;
    request(url, options, (incoming) => resolve({ status: incoming.statusCode ?? 0, body: incoming }))
      .on('error', reject)
      .end();
  });
}
