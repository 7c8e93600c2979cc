/** A cluster of several real control planes: two that have the pods, two that have the nodes, and one Daemonward for all. */
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { type Daemonward, MAIN, SYSTEM_MARK, startDaemonward } from './daemonward.ts';
import { createNodes, nodeName, nodeObject } from './nodes.ts';
import { inParallel } from './parallel.ts';
import { type Scheduler, type SchedulerConfiguration, startScheduler } from './scheduler.ts';
import { waitFor } from './wait-for.ts';

const run = promisify(execFile);

export const TENANTS = ['blue', 'green'] as const;
export const RESOURCES = ['east', 'west'] as const;
export type TenantPartition = (typeof TENANTS)[number];
export type ResourcePartition = (typeof RESOURCES)[number];

/** The same in both, as kube-system is. */
export const SYSTEM = 'platform';
export const TENANT = 'shop';

export interface PartitionedCluster {
  readonly tenants: Readonly<Record<TenantPartition, ControlPlane>>;
  readonly resources: Readonly<Record<ResourcePartition, ControlPlane>>;
  readonly daemonward: Daemonward;
  /** In a resource partition, and as a copy in both tenant partitions, whose schedulers look for it there. */
  addNodes(partition: ResourcePartition, count: number, from?: number): Promise<string[]>;
  stop(): Promise<void>;
}

export interface PartitionedOptions {
  /** How long holds last. */
  readonly patience: string;
  readonly pool: string;
}

export async function startPartitionedCluster({
  patience,
  pool,
}: PartitionedOptions): Promise<PartitionedCluster> {
  const [blue, green, east, west] = await Promise.all([
    startControlPlane({ controllerManager: true, nodes: 'kwok' }),
    startControlPlane({ controllerManager: true, nodes: 'kwok' }),
    startControlPlane(),
    startControlPlane(),
  ]);
  const tenants = { blue, green };
  const resources = { east, west };
  const planes = [blue, green, east, west];
  await Promise.all(TENANTS.map((name) => makeNamespaces(tenants[name])));
  const partitions = [
    ...TENANTS.map((name) => ({ name, role: 'tenant', kubeconfig: tenants[name].kubeconfig('daemonward') })),
    ...RESOURCES.map((name) => ({
      name,
      role: 'resource',
      kubeconfig: resources[name].kubeconfig('daemonward'),
    })),
  ];
  const daemonward = await startDaemonward(blue.supervisor, {
    // Else it would look for one cluster, and be given the example.
    env: { KUBECONFIG: '' },
    sections: {
      // A kind of which nothing has changed since the API server began has no bookmarks: its watch is opened anew when it has
      // been silent, and that is the news. Shorter than by default, so that a test need not wait for minutes.
      cluster: { partitions, watchIdleSeconds: 5, staleAfterSeconds: 15 },
      headroom: { patience },
    },
  });
  const schedulers = await Promise.all(
    TENANTS.map((name) => startOwnScheduler(tenants[name], name, daemonward)),
  );
  return {
    tenants,
    resources,
    daemonward,
    async addNodes(partition, count, from = 0) {
      const options = { namePrefix: `${pool}-${partition}`, pool };
      const indexes = Array.from({ length: count }, (_, offset) => from + offset);
      // First the node itself, and then whoever copies it: a scheduler hears of it last.
      await inParallel(indexes, (index) =>
        resources[partition].client().create('/api/v1/nodes', nodeObject(index, options)),
      );
      await Promise.all(
        TENANTS.map((name) =>
          createNodes(tenants[name].client(), count, { ...options, from, awaitReady: false }),
        ),
      );
      return indexes.map((index) => nodeName(options.namePrefix, index));
    },
    async stop() {
      await Promise.all(schedulers.map(({ running }) => running.stop()));
      await daemonward.running.stop('SIGKILL');
      await Promise.all(planes.map((plane) => plane.stop()));
    },
  };
}

async function makeNamespaces(plane: ControlPlane): Promise<void> {
  for (const [name, labels] of [
    [SYSTEM, SYSTEM_MARK],
    [TENANT, { 'capsule.clastix.io/tenant': 'tenant-a' }],
  ] as const) {
    await plane.client().create('/api/v1/namespaces', {
      apiVersion: 'v1',
      kind: 'Namespace',
      metadata: { name, labels },
    });
    await waitFor(
      `the default service account of ${name}`,
      () => plane.client().find(`/api/v1/namespaces/${name}/serviceaccounts/default`),
      (account) => account !== undefined,
    );
  }
}

/** With what `daemonward render --partition` prints, at the pace that a scheduler has by itself. */
async function startOwnScheduler(
  plane: ControlPlane,
  partition: TenantPartition,
  { configFile, serviceUrl }: Daemonward,
): Promise<Scheduler> {
  const flags = ['--config', configFile, '--partition', partition, '--url', serviceUrl];
  const { stdout } = await run(process.execPath, [
    MAIN,
    'render',
    '--scheduler',
    ...flags,
    '--output',
    'json',
  ]);
  const extenders: SchedulerConfiguration = JSON.parse(stdout);
  return startScheduler(plane.handle, plane.supervisor, extenders, 'kube-scheduler', 'own');
}
