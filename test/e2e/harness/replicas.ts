/** Several Daemonwards with one Secret behind one address, as a Deployment and its Service have them. */
import { execFile } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { promisify } from 'node:util';
import type { Access } from './access.ts';
import type { KubeObject } from './client.ts';
import { type Daemonward, type DaemonwardOptions, MAIN, startDaemonward } from './daemonward.ts';
import { createNamespace, deleteNamespace } from './namespaces.ts';
import { awaitReady } from './readiness.ts';
import { exchange } from './request.ts';
import type { SchedulerConfiguration } from './scheduler.ts';
import { type ServiceProxy, startServiceProxy } from './service-proxy.ts';
import type { Supervisor } from './supervisor.ts';
import { grantWriting } from './writer-role.ts';

const run = promisify(execFile);

export const SECRET = 'daemonward-certificates';

/** A kubelet sees within a second that a container has ended, and the endpoint is out on all nodes a moment later. */
export const ENDPOINT_LAG_MS = 2_000;

export interface ReplicaOptions {
  name: string;
  count: number;
  sections?: DaemonwardOptions['sections'];
  overlapSeconds?: number;
  /** False: without the right to see or write registrations. */
  registrations?: boolean;
  /** More variables of each process. */
  env?: Readonly<Record<string, string>>;
}

export interface Replicas {
  namespace: string;
  all: Daemonward[];
  /** For the registrations: any replica. */
  admission: ServiceProxy;
  /** For a scheduler: one replica as long as it is there. */
  scheduling: ServiceProxy;
  secret(): Promise<SecretObject>;
  /** Asks for something to be made anew. */
  renew(what: string): Promise<void>;
  /** Registers the webhooks at the address of the Service. */
  register(): Promise<void>;
  /** What `daemonward render --scheduler` prints now. */
  schedulerConfiguration(schedulerName: string): Promise<SchedulerConfiguration>;
  /** As a Deployment rolls: out of the rotation, SIGTERM, a new one, into the rotation when it is ready. */
  roll(index: number): Promise<void>;
  /** As a crash: the kubelet notices a moment later. Returns when it is back. */
  kill(index: number): Promise<void>;
  state(index: number): Promise<ReplicaState>;
  end(): Promise<void>;
}

export interface SecretObject extends KubeObject {
  data?: Record<string, string>;
}

export interface ReplicaState {
  certificates: {
    leaf: { sha256: string };
    ca: { sha256: string };
    shown: Record<string, { outdated: string | null }>;
    handovers: { authority: string; until: string }[];
  };
  writer: { holder: string; identity: string; holds: boolean };
  missingRights: { right: string; detail: string }[];
}

interface Block {
  extenders: unknown[];
}

export async function startReplicas(
  plane: Access,
  supervisor: Supervisor,
  options: ReplicaOptions,
): Promise<Replicas> {
  const { name, count, sections = {}, overlapSeconds, registrations, env = {} } = options;
  const client = plane.client();
  const namespace = await createNamespace(plane, name, {});
  const revoke = await grantWriting(client, {
    namespace,
    secret: SECRET,
    ...(registrations !== undefined && { registrations }),
  });
  const [admission, scheduling] = [await startServiceProxy(), await startServiceProxy({ sticky: true })];
  const secretPath = `/api/v1/namespaces/${namespace}/secrets/${SECRET}`;
  const tls = { secret: SECRET, ...(overlapSeconds !== undefined && { overlapSeconds }) };
  const all: Daemonward[] = [];
  const out = new Set<Daemonward>();

  const publish = (): void => {
    const ports = all.filter((replica) => !out.has(replica)).map(portOf);
    for (const proxy of [admission, scheduling]) proxy.setEndpoints(ports);
  };
  const start = (index: number, ports?: { port: number; opsPort: number }) =>
    startDaemonward(supervisor, {
      name: `${name}-${index}`,
      env: { KUBECONFIG: plane.kubeconfig('daemonward'), POD_NAME: `${name}-${index}`, ...env },
      sections: {
        ...sections,
        server: { namespace, tls, ...sections.server, ...(ports && { port: ports.port }) },
        ops: { ...sections.ops, ...(ports && { port: ports.opsPort }) },
      },
      waitReady: false,
    });
  const replace = async (index: number): Promise<void> => {
    const replica = await start(index);
    await awaitReady(replica.running, `${replica.opsUrl}/readyz`);
    all[index] = replica;
    publish();
  };

  // All at once, as a Deployment does.
  all.push(...(await Promise.all(Array.from({ length: count }, (_, index) => start(index)))));
  await Promise.all(all.map(({ running, opsUrl }) => awaitReady(running, `${opsUrl}/readyz`)));
  publish();

  const first = (): Daemonward => {
    const [replica] = all;
    if (replica === undefined) throw new Error('there is no replica');
    return replica;
  };
  const render = async (...args: readonly string[]): Promise<string> => {
    const { stdout } = await run(
      process.execPath,
      [MAIN, 'render', '--config', first().configFile, '--output', 'json', ...args],
      { env: { ...process.env, KUBECONFIG: plane.kubeconfig('admin') }, maxBuffer: 16 * 1024 * 1024 },
    );
    return stdout;
  };

  return {
    namespace,
    all,
    admission,
    scheduling,
    secret: () => client.get<SecretObject>(secretPath),
    async renew(what) {
      await client.patch(
        secretPath,
        { metadata: { annotations: { 'daemonward.dev/renew': what } } },
        'merge',
      );
    },
    async register() {
      const { items }: { items: KubeObject[] } = JSON.parse(await render('--url', admission.url));
      const hooks = items.filter(({ kind }) => kind?.endsWith('WebhookConfiguration'));
      const input = JSON.stringify({ apiVersion: 'v1', kind: 'List', items: hooks });
      const { code, stderr } = await plane.kubectl(['apply', '-f', '-'], { input });
      if (code !== 0) throw new Error(`the registrations were not taken: ${stderr}`);
    },
    async schedulerConfiguration(schedulerName) {
      const text = await render('--scheduler', '--url', scheduling.url, '--namespace', namespace);
      const { extenders }: Block = JSON.parse(text);
      return { profiles: [{ schedulerName }], extenders };
    },
    async roll(index) {
      const replica = all[index];
      if (replica === undefined) return;
      // The kubelet and the endpoints learn of it at the same time, and nobody waits for the other.
      const ended = replica.running.stop('SIGTERM');
      await sleep(ENDPOINT_LAG_MS);
      out.add(replica);
      publish();
      await ended;
      await replace(index);
    },
    async kill(index) {
      const replica = all[index];
      if (replica === undefined) return;
      await replica.running.stop('SIGKILL');
      await sleep(ENDPOINT_LAG_MS);
      out.add(replica);
      publish();
      await replace(index);
    },
    async state(index) {
      const { text } = await exchange(`${all[index]?.opsUrl}/state`);
      return JSON.parse(text);
    },
    async end() {
      await plane.kubectl([
        'delete',
        'validatingwebhookconfiguration,mutatingwebhookconfiguration',
        'daemonward',
        '--ignore-not-found',
      ]);
      await Promise.all(all.map(({ running }) => running.stop('SIGKILL')));
      await Promise.all([admission.close(), scheduling.close()]);
      await revoke();
      await deleteNamespace(plane, namespace);
    },
  };
}

function portOf({ serviceUrl }: Daemonward): number {
  return Number(new URL(serviceUrl).port);
}
