/** A Daemonward and a real scheduler that has it as its extender; and for each test a scene: namespaces and nodes of its own. */
import { randomBytes } from 'node:crypto';
import { extenderEntry, type Profile } from '../../../src/render/scheduler/extender.ts';
import type { Access } from './access.ts';
import type { Client } from './client.ts';
import { type Daemonward, type DaemonwardOptions, SYSTEM_MARK, startDaemonward } from './daemonward.ts';
import { TENANT_LABEL } from './guarded-cluster.ts';
import { createNamespace, deleteNamespace } from './namespaces.ts';
import { createNodes, deletePool, type NodeOptions } from './nodes.ts';
import { inParallel } from './parallel.ts';
import { type PodWatch, watchPods } from './pod-watch.ts';
import { createPriorityClass, deletePriorityClass, type Urgency } from './priority-classes.ts';
import { awaitReady } from './readiness.ts';
import { type Pace, type Scheduler, type SchedulerConfiguration, startScheduler } from './scheduler.ts';
import type { Supervisor } from './supervisor.ts';
import {
  type DaemonSetObject,
  daemonSetsPath,
  type Pod,
  podObject,
  podsPath,
  type Work,
} from './workloads.ts';

/** The modes that a test compares: what Daemonward is for, and how it would be without. */
export const MODES = ['off', 'enforce'] as const;
export type Mode = (typeof MODES)[number];

export interface StageOptions {
  /** Also the scheduler's name and the beginning of every other name. */
  name: string;
  /** Of headroom and preemption both. */
  mode: Mode;
  /** How long a hold lasts at most, where a test waits for its end. */
  patience?: string;
  /** Which extender `daemonward render` prints; unless given, its default. */
  profile?: Profile;
  /** Unless given, what users have: the scheduler's own. Whoever takes another says why. */
  pace?: Pace;
  /** False: the scheduler does not tell which node it has chosen, as those before 1.30 and that of Arktos do not. */
  tells?: boolean;
  /** More of the scheduler's configuration. */
  scheduler?: SchedulerConfiguration;
  /** More of Daemonward's configuration. */
  sections?: DaemonwardOptions['sections'];
  /** Where it finds the API server, unless at its own address. */
  kubeconfig?: string;
  /** False: it need not know the cluster yet. */
  waitReady?: boolean;
}

export interface Stage {
  plane: Access;
  daemonward: Daemonward;
  scheduler: Scheduler;
  schedulerName: string;
  openScene(name: string): Promise<Scene>;
  /** One more scheduler of the same configuration, which leads when the first one does not. */
  startStandby(): Promise<void>;
  /** Kills Daemonward, and starts it again at the same place; returns when it is ready. */
  restartDaemonward(): Promise<void>;
  end(): Promise<void>;
}

/** One test's own part of the cluster. */
export interface Scene {
  stage: Stage;
  client: Client;
  pool: string;
  /** A namespace of the system tenant: its DaemonSets are protected. */
  system: string;
  /** A namespace of a tenant. */
  tenant: string;
  /** All that has happened in the two namespaces. */
  watch: PodWatch;
  /** For this scene's nodes and this stage's scheduler. */
  work(more?: Partial<Work>): Work;
  createNodes(count: number, options?: Partial<NodeOptions>): Promise<string[]>;
  /** Returns the name of the class. */
  createPriorityClass(name: string, urgency: Urgency): Promise<string>;
  createDaemonSet(daemonSet: DaemonSetObject): Promise<DaemonSetObject>;
  /** Makes so many alike in the tenant's namespace, named `<name>-<number>`, as fast as the API server takes them. */
  createTenantPods(count: number, name: string, work: Work): Promise<void>;
  /** One of the tenant's on each of these nodes, past every scheduler; a node may be named several times. */
  fillNodes(nodes: readonly string[], name: string, work: Work): Promise<void>;
  /** The pods of the namespace, perhaps of one app only. */
  pods(namespace: string, app?: string): Promise<Pod[]>;
  close(): Promise<void>;
}

const SUFFIX_BYTES = 3;

export async function startStage(
  plane: Access,
  supervisor: Supervisor,
  options: StageOptions,
): Promise<Stage> {
  const { name, mode, patience, sections = {}, waitReady = true } = options;
  const { kubeconfig = plane.kubeconfig('daemonward') } = options;
  const daemonwardOptions: DaemonwardOptions = {
    name: `daemonward-${name}`,
    env: { KUBECONFIG: kubeconfig },
    sections: {
      headroom: { mode, ...(patience === undefined ? {} : { patience }) },
      preempt: { mode },
      daemons: { schedulers: [name] },
      ...sections,
    },
    waitReady,
  };
  const daemonward = await startDaemonward(supervisor, daemonwardOptions);
  // It serves, with its certificate, before it knows the cluster.
  if (!waitReady) await awaitReady(daemonward.running, `${daemonward.opsUrl}/livez`);
  const client = daemonward.client('scheduler');
  const reach = { url: daemonward.serviceUrl, ca: daemonward.ca(), client };
  const { profile = 'lean', pace = 'own', tells = true } = options;
  const configuration = {
    ...userConfiguration(name, { profile, witness: tells }, reach),
    ...options.scheduler,
  };
  const scheduler = await startScheduler(plane.handle, supervisor, configuration, name, pace);
  let standby: Scheduler | undefined;
  const stage: Stage = {
    plane,
    daemonward,
    scheduler,
    schedulerName: name,
    openScene: (sceneName) => openScene(stage, sceneName),
    async startStandby() {
      standby = await startScheduler(plane.handle, supervisor, configuration, `${name}-standby`, pace);
    },
    async restartDaemonward() {
      const { running, serviceUrl, opsUrl } = stage.daemonward;
      const [port, opsPort] = [serviceUrl, opsUrl].map((url) => Number(new URL(url).port));
      await running.stop('SIGKILL');
      stage.daemonward = await startDaemonward(supervisor, {
        ...daemonwardOptions,
        sections: {
          ...daemonwardOptions.sections,
          server: { ...sections.server, port },
          ops: { ...sections.ops, port: opsPort },
        },
      });
    },
    async end() {
      await scheduler.running.stop();
      await standby?.running.stop();
      // Nobody asks it any more: no need to wait until it has drained.
      await stage.daemonward.running.stop('SIGKILL');
    },
  };
  return stage;
}

/** What a user gets from `daemonward render --scheduler`, for a scheduler of this name. */
export function userConfiguration(
  schedulerName: string,
  chosen: { profile: Profile; witness: boolean },
  { url, ca, client: { cert, key } }: { url: string; ca: string; client: { cert: string; key: string } },
): SchedulerConfiguration {
  const base64 = (pem: string) => Buffer.from(pem).toString('base64');
  const client = { certData: base64(cert), keyData: base64(key), names: [] };
  const reach = { url, serverName: 'localhost', caBundle: base64(ca), client };
  return { profiles: [{ schedulerName }], extenders: [extenderEntry({ ...chosen, ...reach }, false)] };
}

async function openScene(stage: Stage, sceneName: string): Promise<Scene> {
  const { plane, schedulerName } = stage;
  const client = plane.client();
  const pool = `${schedulerName}-${sceneName}-${randomBytes(SUFFIX_BYTES).toString('hex')}`;
  const system = await createNamespace(plane, `${schedulerName}-system`, {
    labels: SYSTEM_MARK,
  });
  const tenant = await createNamespace(plane, `${schedulerName}-tenant`, {
    labels: { [TENANT_LABEL]: 'tenant-a' },
  });
  const watch = await watchPods(plane, [system, tenant]);
  const classes: string[] = [];

  async function close(): Promise<void> {
    watch.stop();
    await client.delete(daemonSetsPath(system));
    for (const namespace of [system, tenant]) {
      // One by one: thousands in one request take longer than a request may.
      const pods = await client.list<Pod>(podsPath(namespace));
      await inParallel(pods, ({ metadata }) =>
        client.delete(`${podsPath(namespace)}/${metadata?.name}?gracePeriodSeconds=0`),
      );
      await deleteNamespace(plane, namespace);
    }
    await deletePool(client, pool);
    for (const name of classes) await deletePriorityClass(client, name);
  }

  return {
    stage,
    client,
    pool,
    system,
    tenant,
    watch,
    work: (more = {}) => ({ pool, schedulerName, ...more }),
    createNodes: (count, options = {}) => createNodes(client, count, { namePrefix: pool, pool, ...options }),
    async createPriorityClass(name, urgency) {
      const full = `${pool}-${name}`;
      classes.push(full);
      await createPriorityClass(client, full, urgency);
      return full;
    },
    createDaemonSet: (daemonSet) => client.create(daemonSetsPath(system), daemonSet),
    createTenantPods(count, name, work) {
      const names = Array.from({ length: count }, (_, index) => `${name}-${index}`);
      return inParallel(names, (podName) => client.create(podsPath(tenant), podObject(podName, work)));
    },
    fillNodes: (nodes, name, work) =>
      inParallel([...nodes.entries()], ([index, nodeName]) =>
        client.create(podsPath(tenant), podObject(`${name}-${index}`, { ...work, nodeName })),
      ),
    pods: (namespace, app) => {
      const query = app === undefined ? '' : `?labelSelector=${encodeURIComponent(`app=${app}`)}`;
      return client.list<Pod>(`${podsPath(namespace)}${query}`);
    },
    close,
  };
}
