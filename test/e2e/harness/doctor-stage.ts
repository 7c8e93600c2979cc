/** A whole installation with certificates in files, of which any part can be spoilt and mended again. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { CLIENTS } from '../../../src/config/identity.ts';
import { type KeyPairPem, makeAuthority, makeClient, makeLeaf } from '../../../src/server/tls/authority.ts';
import { daemonward, type Finished } from '../../unit/cli/terminal.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { readCredentials } from './credentials.ts';
import { SYSTEM_TENANT } from './daemonward.ts';
import { type FaultProxy, startFaultProxy } from './fault-proxy.ts';
import { freePorts } from './free-ports.ts';
import { createNamespace } from './namespaces.ts';
import { createNodes } from './nodes.ts';
import { daemonwardBeside } from './pod-beside.ts';
import { proxiedKubeconfig } from './proxied-kubeconfig.ts';
import { exchange } from './request.ts';
import { type Scheduler, startScheduler } from './scheduler.ts';
import type { Running } from './supervisor.ts';
import { waitFor } from './wait-for.ts';
import { deploymentObject, type Pod, podsPath } from './workloads.ts';

export const POOL = 'ward';
export const NAMESPACE = 'daemonward-system';
const DAY_MS = 86_400_000;

/** Silence is noticed within the test, and a moment of load is none. */
const CLUSTER = { staleAfterSeconds: 15, watchIdleSeconds: 5 };

/** What a `KubeSchedulerConfiguration` has of ours. */
export interface Block {
  readonly extenders: readonly Readonly<Record<string, unknown>>[];
}

export interface DoctorLine {
  readonly check: string;
  readonly status: string;
  readonly text: string;
  readonly remedy: string | null;
}

export interface DoctorStage {
  readonly plane: ControlPlane;
  readonly proxy: FaultProxy;
  readonly tenant: string;
  /** What the doctor finds now, with this configuration of the scheduler. */
  doctor(block?: Block): Promise<{ code: number; lines: readonly DoctorLine[] }>;
  daemonward(...args: readonly string[]): Promise<Finished>;
  /** What `apply` makes good again. */
  apply(): Promise<void>;
  writeConfiguration(sections: Readonly<Record<string, unknown>>): Promise<void>;
  /** Writes the served certificate, made so many days ago, and waits until it is served. */
  serveLeafMade(daysAgo: number): Promise<void>;
  /** The block with a client certificate that was made so many days ago. */
  blockMade(daysAgo: number): Promise<Block>;
  restartScheduler(block: Block | undefined): Promise<void>;
  /** Lets the scheduler place one more pod. */
  placePod(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
  state(): Promise<StageState>;
  end(): Promise<void>;
}

export interface StageState {
  readonly cluster: { readonly problem: string | null };
  readonly certificates: { readonly leaf: { readonly notAfter: string } };
}

export async function startDoctorStage(): Promise<DoctorStage> {
  const plane = await startControlPlane({ controllerManager: true, nodes: 'kwok' });
  const { supervisor } = plane;
  const client = plane.client();
  await createNodes(client, 2, { namePrefix: POOL });
  const tenant = await createNamespace(plane, 'shop', { tenant: 'tenant-a' });
  const proxy = await startFaultProxy(
    plane.handle.url,
    readCredentials(plane.handle.directory, 'daemonward'),
  );
  const [port = 0, opsPort = 0] = await freePorts(2);
  const url = `https://127.0.0.1:${port}`;
  const opsUrl = `http://127.0.0.1:${opsPort}`;

  const folder = join(supervisor.directory, 'own-certificates');
  mkdirSync(folder);
  const file = (name: string) => join(folder, name);
  const [authority, callers] = [await makeAuthority(new Date()), await makeAuthority(new Date(), 'callers')];
  writeFileSync(file('ca.crt'), authority.cert);
  writeFileSync(file('callers.crt'), callers.cert);
  const write = ({ cert, key }: KeyPairPem, name: string): void => {
    writeFileSync(file(`${name}.key`), key);
    writeFileSync(file(`${name}.crt`), cert);
  };
  const made = (daysAgo: number) => new Date(Date.now() - daysAgo * DAY_MS);
  const leafMade = (daysAgo: number) => makeLeaf(authority, ['127.0.0.1', 'localhost'], made(daysAgo));
  write(await leafMade(0), 'tls');

  const configuration = (sections: Readonly<Record<string, unknown>>): string =>
    JSON.stringify({
      apiVersion: 'daemonward.dev/v1alpha1',
      kind: 'Configuration',
      tenancy: { systemTenants: [SYSTEM_TENANT] },
      events: { mode: 'off' },
      cluster: CLUSTER,
      server: {
        tls: { certFile: file('tls.crt'), keyFile: file('tls.key'), caFile: file('ca.crt') },
        clients: { caFile: file('callers.crt') },
      },
      ...sections,
    });
  const configFile = join(supervisor.directory, 'doctor.yaml');
  const kubeconfig = ['--kubeconfig', plane.kubeconfig()];

  async function blockMade(daysAgo: number): Promise<Block> {
    write(await makeClient(callers, CLIENTS.scheduler, made(daysAgo)), 'scheduler');
    const { out, err } = await daemonward(
      'render',
      '--scheduler',
      ...['--url', url, '--config', configFile, '--output', 'json'],
      ...['--client-cert', file('scheduler.crt'), '--client-key', file('scheduler.key')],
    );
    if (out === '') throw new Error(err);
    return JSON.parse(out);
  }

  let scheduler: Scheduler | undefined;
  let running: Running | undefined;
  let replicas = 0;

  async function start(): Promise<void> {
    const proxied = proxiedKubeconfig(supervisor.directory, proxy.url);
    const options = { port, opsPort, kubeconfig: proxied };
    ({ running } = await daemonwardBeside({ plane, supervisor }, options));
  }
  async function restartScheduler(block: Block | undefined): Promise<void> {
    await scheduler?.running.stop('SIGKILL');
    scheduler = await startScheduler(plane.handle, supervisor, { ...block });
  }
  async function state(): Promise<StageState> {
    return JSON.parse((await exchange(`${opsUrl}/state`)).text);
  }
  async function placePod(): Promise<void> {
    replicas += 1;
    await client.patch(`/apis/apps/v1/namespaces/${tenant}/deployments/web`, { spec: { replicas } });
    await waitFor(
      'the pod is placed',
      () => client.list<Pod>(podsPath(tenant)),
      (pods) => pods.filter(({ spec }) => Boolean(spec.nodeName)).length === replicas,
    );
  }

  writeFileSync(configFile, configuration({}));
  await restartScheduler(await blockMade(0));
  const installing = daemonward(
    'install',
    ...['--config', configFile, '--image', 'registry.example/daemonward:1', '--url', url, ...kubeconfig],
  );
  await start();
  const { code, err } = await installing;
  if (code !== 0) throw new Error(`not installed: ${err}`);
  const web = deploymentObject('web', { pool: POOL });
  await client.create(`/apis/apps/v1/namespaces/${tenant}/deployments`, {
    ...web,
    spec: { ...web.spec, replicas },
  });

  return {
    plane,
    proxy,
    tenant,
    daemonward: (...args) => daemonward(...args, ...kubeconfig),
    async doctor(block) {
      const schedulerFile = join(supervisor.directory, 'scheduler-of-doctor.yaml');
      writeFileSync(schedulerFile, JSON.stringify(block ?? (await blockMade(0))));
      const finished = await daemonward(
        'doctor',
        ...['--url', opsUrl, '--scheduler-config', schedulerFile, '--output', 'json', ...kubeconfig],
      );
      if (finished.out === '') throw new Error(finished.err);
      return { code: finished.code, lines: JSON.parse(finished.out).checks };
    },
    async apply() {
      const applied = await daemonward('apply', '--url', url, ...kubeconfig);
      if (applied.code !== 0) throw new Error(applied.err);
    },
    async writeConfiguration(sections) {
      const data = { 'daemonward.yaml': configuration(sections) };
      await client.patch(`/api/v1/namespaces/${NAMESPACE}/configmaps/daemonward-configuration`, { data });
    },
    async serveLeafMade(daysAgo) {
      const before = (await state()).certificates.leaf.notAfter;
      write(await leafMade(daysAgo), 'tls');
      await waitFor(
        'the new leaf is served',
        state,
        ({ certificates }) => certificates.leaf.notAfter !== before,
      );
    },
    blockMade,
    restartScheduler,
    placePod,
    start,
    stop: async () => {
      await running?.stop('SIGKILL');
    },
    state,
    async end() {
      await proxy.close();
      await plane.stop();
    },
  };
}
