/** What the pods of an installation would run, as processes beside the cluster: no kubelet runs them here. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse } from 'yaml';
import type { Access } from './access.ts';
import { accountKubeconfig } from './account-kubeconfig.ts';
import type { KubeObject } from './client.ts';
import { MAIN } from './daemonward.ts';
import { awaitReady } from './readiness.ts';
import { startScheduler } from './scheduler.ts';
import type { Running, Supervisor } from './supervisor.ts';
import { waitFor } from './wait-for.ts';

const NAMESPACE = 'daemonward-system';

interface Data extends KubeObject {
  readonly data?: Readonly<Record<string, string>>;
}

interface Beside {
  readonly plane: Access;
  readonly supervisor: Supervisor;
}

async function textOf(plane: Access, configMap: string, file: string): Promise<string> {
  const path = `/api/v1/namespaces/${NAMESPACE}/configmaps/${configMap}`;
  const found = await waitFor(
    `configmap ${configMap}`,
    () => plane.client().find<Data>(path),
    (object) => object !== undefined,
  );
  return found?.data?.[file] ?? '';
}

export interface BesideOptions {
  readonly port: number;
  readonly opsPort: number;
  /** Of somebody else than the account of its Deployment. */
  readonly kubeconfig?: string;
}

/** With the configuration and the account of its Deployment; only the ports are those of this machine. */
export async function daemonwardBeside(
  { plane, supervisor }: Beside,
  { port, opsPort, kubeconfig }: BesideOptions,
): Promise<{ running: Running; opsUrl: string }> {
  const configuration = parse(await textOf(plane, 'daemonward-configuration', 'daemonward.yaml'));
  const local = { address: '127.0.0.1' };
  const file = join(supervisor.directory, 'installed.yaml');
  writeFileSync(
    file,
    JSON.stringify({
      ...configuration,
      server: { ...configuration.server, ...local, port },
      ops: { ...configuration.ops, ...local, port: opsPort },
    }),
  );
  const account = { name: 'daemonward', namespace: NAMESPACE };
  await waitFor(
    'the account has its rights',
    () => plane.client().find('/apis/rbac.authorization.k8s.io/v1/clusterrolebindings/daemonward'),
    (found) => found !== undefined,
  );
  const KUBECONFIG = kubeconfig ?? (await accountKubeconfig(plane, account, supervisor.directory));
  const running = await supervisor.start({
    name: 'installed',
    command: process.execPath,
    args: [MAIN, 'serve', '--config', file],
    env: { KUBECONFIG, POD_NAMESPACE: NAMESPACE, POD_NAME: 'daemonward-beside' },
  });
  const opsUrl = `http://127.0.0.1:${opsPort}`;
  await awaitReady(running, `${opsUrl}/readyz`);
  return { running, opsUrl };
}

/** With its own configuration, account and certificates; only the address is another. */
export async function schedulerBeside({ plane, supervisor }: Beside, url: string): Promise<void> {
  const folder = join(supervisor.directory, 'scheduler-files');
  mkdirSync(folder);
  const { data = {} } = await plane
    .client()
    .get<Data>(`/api/v1/namespaces/${NAMESPACE}/secrets/daemonward-tls`);
  for (const name of ['ca.crt', 'scheduler.crt', 'scheduler.key']) {
    writeFileSync(join(folder, name), Buffer.from(data[name] ?? '', 'base64'));
  }
  const text = await textOf(plane, 'daemonward-scheduler-configuration', 'scheduler.yaml');
  const configuration = parse(
    text
      .replaceAll('/etc/kubernetes/daemonward', folder)
      .replace('https://daemonward.daemonward-system.svc:443', url),
  );
  const account = { name: 'daemonward-scheduler', namespace: NAMESPACE };
  const kubeconfig = await accountKubeconfig(plane, account, supervisor.directory);
  const connected = { ...configuration, clientConnection: { kubeconfig } };
  await startScheduler(plane.handle, supervisor, connected, 'daemonward-scheduler');
}
