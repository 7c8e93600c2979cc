/** A real control plane with nodes, tenants and room that is kept, on which Daemonward is set up anew for each scene. */
import { type ControlPlane, startControlPlane } from '../../e2e/harness/control-plane.ts';
import { SYSTEM_MARK } from '../../e2e/harness/daemonward.ts';
import { TENANT_LABEL } from '../../e2e/harness/guarded-cluster.ts';
import { createNamespace } from '../../e2e/harness/namespaces.ts';
import { createNodes } from '../../e2e/harness/nodes.ts';
import { register } from '../../e2e/harness/registrations.ts';
import { type Scheduler, startScheduler } from '../../e2e/harness/scheduler.ts';
import { userConfiguration } from '../../e2e/harness/scheduling-stage.ts';
import { type ServiceProxy, startServiceProxy } from '../../e2e/harness/service-proxy.ts';
import { daemonSetObject, daemonSetsPath } from '../../e2e/harness/workloads.ts';
import { DAEMON, DAEMON_CPU, NODE_SIZE, NODES, POOL, SCHEDULER } from './layout.ts';
import { openService, type Service, type ServiceSetup } from './service.ts';

export interface Stage {
  readonly plane: ControlPlane;
  /** For the registrations, and for the scheduler, which stays with one replica as long as it is there. */
  readonly addresses: { readonly admission: ServiceProxy; readonly scheduling: ServiceProxy };
  /** A namespace of the system's by its mark, and one of the tenant `tenant-a`. */
  readonly system: string;
  readonly tenant: string;
  scheduler(): Scheduler;
  /** Starts Daemonward at the addresses; the first time it is also registered, and a scheduler started that asks it. */
  open(setup: ServiceSetup): Promise<Service>;
  close(options: { failed: boolean }): Promise<string | undefined>;
}

export async function openStage(): Promise<Stage> {
  const plane = await startControlPlane({ controllerManager: true, nodes: 'kwok' });
  const client = plane.client();
  const system = await createNamespace(plane, 'platform', { labels: SYSTEM_MARK });
  const tenant = await createNamespace(plane, 'shop', {
    labels: { [TENANT_LABEL]: 'tenant-a' },
    tenant: 'tenant-a',
  });
  await client.create(`/api/v1/namespaces/${system}/resourcequotas`, {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'nothing' },
    ...{ spec: { hard: { pods: '0' } } },
  });
  await createNodes(client, NODES, { namePrefix: POOL, size: NODE_SIZE });
  const work = { pool: POOL, schedulerName: SCHEDULER, cpu: DAEMON_CPU };
  await client.create(
    daemonSetsPath(system),
    daemonSetObject(DAEMON, { ...work, priorityClassName: 'system-node-critical' }),
  );
  const addresses = {
    admission: await startServiceProxy(),
    scheduling: await startServiceProxy({ sticky: true }),
  };
  let scheduler: Scheduler | undefined;

  return {
    plane,
    addresses,
    system,
    tenant,
    scheduler() {
      if (scheduler === undefined) throw new Error('no service was opened yet');
      return scheduler;
    },
    async open(setup) {
      const service = await openService(plane, addresses, setup);
      if (scheduler !== undefined) return service;
      const [first] = service.replicas();
      if (first === undefined) throw new Error('there is no replica');
      const address = { ...first, serviceUrl: addresses.admission.url };
      // Without the native policies, which would answer for us: what is refused is refused by Daemonward, or fails closed.
      await register(plane, address, { policies: false });
      const reach = { url: addresses.scheduling.url, ca: first.ca(), client: first.client('scheduler') };
      const configuration = userConfiguration(SCHEDULER, { profile: 'lean', witness: true }, reach);
      scheduler = await startScheduler(plane.handle, plane.supervisor, configuration, SCHEDULER, 'own');
      return service;
    },
    async close(options) {
      await Promise.all([addresses.admission.close(), addresses.scheduling.close()]);
      return plane.stop(options);
    },
  };
}
