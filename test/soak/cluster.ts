/** The cluster that is soaked: a real control plane with nodes, a Daemonward whose webhooks are registered, and a scheduler that asks it. */
import { type ControlPlane, startControlPlane } from '../e2e/harness/control-plane.ts';
import { type Daemonward, SYSTEM_MARK } from '../e2e/harness/daemonward.ts';
import { TENANT_LABEL } from '../e2e/harness/guarded-cluster.ts';
import { createNamespace } from '../e2e/harness/namespaces.ts';
import { createNodes } from '../e2e/harness/nodes.ts';
import { defineOrders, grantOrders } from '../e2e/harness/orders.ts';
import { type Replicas, startReplicas } from '../e2e/harness/replicas.ts';
import { startScheduler } from '../e2e/harness/scheduler.ts';
import { waitFor } from '../e2e/harness/wait-for.ts';
import { daemonSetObject, daemonSetsPath } from '../e2e/harness/workloads.ts';

/** Also the scheduler's name. */
export const POOL = 'soak';

/** On each is a pod of every DaemonSet, which is made anew at every rollout. */
export const NODES = 24;

/** So little that not everybody always fits: room is held, and refused. */
export const NODE_SIZE = { cpu: '2', memory: '8Gi', pods: '110' };

/** The new CA signs so long after it was published: registrations and the scheduler have it by then. */
const OVERLAP_SECONDS = 20;

export interface SoakedCluster {
  readonly plane: ControlPlane;
  readonly replicas: Replicas;
  readonly daemonward: Daemonward;
  readonly system: string;
  readonly tenant: string;
  /** With the block that `daemonward render` prints now; the one before is stopped. */
  restartScheduler(): Promise<void>;
  stop(options: { failed: boolean }): Promise<string | undefined>;
}

export async function startSoakedCluster(
  probeEnv: (directory: string) => Readonly<Record<string, string>>,
): Promise<SoakedCluster> {
  const plane = await startControlPlane({ controllerManager: true, nodes: 'kwok' });
  try {
    return await furnish(plane, probeEnv(plane.supervisor.directory));
  } catch (error) {
    const logs = await plane.stop({ failed: true });
    throw new Error(`the cluster did not start; logs: ${logs}`, { cause: error });
  }
}

async function furnish(plane: ControlPlane, env: Readonly<Record<string, string>>): Promise<SoakedCluster> {
  const { supervisor } = plane;
  await defineOrders(plane);
  await grantOrders(plane);
  const system = await createNamespace(plane, 'soak-system', { labels: SYSTEM_MARK });
  const tenant = await createNamespace(plane, 'soak-tenant', { labels: { [TENANT_LABEL]: 'tenant-a' } });
  await createNodes(plane.client(), NODES, { namePrefix: POOL, pool: POOL, size: NODE_SIZE });
  const replicas = await startReplicas(plane, supervisor, {
    name: 'soak',
    count: 1,
    overlapSeconds: OVERLAP_SECONDS,
    env,
    sections: {
      rules: {},
      headroom: { mode: 'enforce' },
      preempt: { mode: 'enforce' },
      daemons: { schedulers: [POOL] },
      events: { mode: 'on' },
      orders: { guardians: 'on' },
    },
  });
  const [daemonward] = replicas.all;
  if (daemonward === undefined) throw new Error('there is no Daemonward');
  await replicas.register();
  await untilRefused(plane, tenant);

  let starts = 0;
  const start = async () => {
    starts += 1;
    const configuration = await replicas.schedulerConfiguration(POOL);
    return startScheduler(plane.handle, supervisor, configuration, `${POOL}-scheduler-${starts}`, 'own');
  };
  let scheduler = await start();

  return {
    plane,
    replicas,
    daemonward,
    system,
    tenant,
    async restartScheduler() {
      await scheduler.running.stop();
      scheduler = await start();
    },
    async stop(options) {
      await Promise.all([replicas.admission.close(), replicas.scheduling.close()]);
      return await plane.stop(options);
    },
  };
}

/** The API server takes up registrations a moment later. */
async function untilRefused(plane: ControlPlane, tenant: string): Promise<void> {
  await waitFor(
    'a tenant’s DaemonSet is refused',
    () =>
      plane
        .client()
        .raw('POST', `${daemonSetsPath(tenant)}?dryRun=All`, daemonSetObject('try-out', { pool: POOL })),
    ({ text }) => text.includes('DW101'),
  );
}
