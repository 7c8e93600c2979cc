/** Starts a real control plane of its own, and stops it. */
import { join } from 'node:path';
import { requireAssets } from '../controlplane/assets.ts';
import { chosenKubernetes } from '../controlplane/versions.ts';
import { type Access, access } from './access.ts';
import { apiServerCommand } from './api-server.ts';
import {
  type ControllerManagerOptions,
  grantAllControllers,
  startControllerManager,
} from './controller-manager.ts';
import { readCredentials, writeCredentials } from './credentials.ts';
import { grantReadAccess } from './daemonward-role.ts';
import { etcdCommand, etcdUrl } from './etcd.ts';
import { freePorts } from './free-ports.ts';
import type { Handle } from './handle.ts';
import { kwokCommand } from './kwok.ts';
import { awaitReady } from './readiness.ts';
import { agentFor, type Exchange } from './request.ts';
import { type SchedulerConfiguration, startScheduler } from './scheduler.ts';
import { type Command, type Running, type Supervisor, startSupervisor } from './supervisor.ts';

export interface ControlPlaneOptions {
  controllerManager?: boolean | ControllerManagerOptions;
  /** A scheduler with this configuration; `{ config: {} }` is the default one. */
  scheduler?: { config: SchedulerConfiguration };
  /** Who plays the kubelets; without it nodes and pods stay as the test writes them. */
  nodes?: 'kwok';
  /** More flags for the API server, such as feature gates. */
  apiServerArgs?: readonly string[];
}

export interface ControlPlane extends Access {
  /** For more processes that are to end with this control plane. */
  supervisor: Supervisor;
  /** As a crash would: no request is finished, no watch is closed. */
  killApiServer(): Promise<void>;
  /** On the same port with the same data; returns when it is ready. */
  startApiServer(): Promise<void>;
  restartApiServer(): Promise<void>;
  /** Ends every process and removes the files; with `failed` the logs stay, and their folder is returned. */
  stop(options?: { failed?: boolean }): Promise<string | undefined>;
}

async function startAll(supervisor: Supervisor, options: ControlPlaneOptions): Promise<ControlPlane> {
  const [api = 0, client = 0, peer = 0, kwok = 0] = await freePorts(4);
  const { directory } = supervisor;
  const handle: Handle = {
    version: chosenKubernetes(process.env.DAEMONWARD_K8S_VERSION),
    url: `https://127.0.0.1:${api}`,
    directory,
    auditLog: join(supervisor.logs, 'audit.log'),
    programs: requireAssets(process.env),
    controllerManager: Boolean(options.controllerManager),
  };
  const etcd = etcdUrl({ client, peer });
  const etcdStarted = await supervisor.start(etcdCommand(handle, { client, peer }));
  await Promise.all([writeCredentials(directory, handle.url), awaitReady(etcdStarted, `${etcd}/readyz`)]);

  const agent = agentFor(readCredentials(directory, 'admin'));
  const extraArgs = options.apiServerArgs ?? [];
  const apiServer = apiServerCommand({ handle, port: api, etcd, extraArgs });
  let apiServerRunning: Running | undefined;

  async function startReady(command: Command, url: string, exchange?: Exchange): Promise<Running> {
    const running = await supervisor.start(command);
    await awaitReady(running, url, exchange);
    return running;
  }
  async function startApiServer(): Promise<void> {
    apiServerRunning = await startReady(apiServer, `${handle.url}/readyz`, { agent });
  }
  async function killApiServer(): Promise<void> {
    await apiServerRunning?.stop('SIGKILL');
  }

  await startApiServer();
  const plane = access(handle);
  const others: Promise<unknown>[] = [grantReadAccess(plane.client())];
  if (options.controllerManager) {
    const { sharesUser = false } = options.controllerManager === true ? {} : options.controllerManager;
    if (sharesUser) await grantAllControllers(plane.client());
    others.push(startControllerManager(handle, supervisor, { sharesUser }));
  }
  if (options.scheduler) others.push(startScheduler(handle, supervisor, options.scheduler.config));
  if (options.nodes === 'kwok') {
    others.push(startReady(kwokCommand(handle, kwok), `http://127.0.0.1:${kwok}/healthz`));
  }
  await Promise.all(others);

  return {
    ...plane,
    supervisor,
    killApiServer,
    startApiServer,
    async restartApiServer() {
      await killApiServer();
      await startApiServer();
    },
    async stop({ failed = false } = {}) {
      plane.close();
      agent.destroy();
      await supervisor.end({ keepLogs: failed });
      return failed ? supervisor.logs : undefined;
    },
  };
}

/** Everything that was asked for is ready when this returns; when it throws, nothing is left running. */
export async function startControlPlane(options: ControlPlaneOptions = {}): Promise<ControlPlane> {
  requireAssets(process.env);
  const supervisor = startSupervisor();
  try {
    return await startAll(supervisor, options);
  } catch (error) {
    await supervisor.end({ keepLogs: true });
    throw new Error(`the control plane did not start; logs: ${supervisor.logs}`, { cause: error });
  }
}
