/** Nodes, DaemonSets and Orders of a cluster without controllers: whoever is not made here does not exist. */
import { createHash } from 'node:crypto';
import type { ControlPlane } from '../../e2e/harness/control-plane.ts';
import { SYSTEM_MARK } from '../../e2e/harness/daemonward.ts';
import { TENANT_LABEL } from '../../e2e/harness/guarded-cluster.ts';
import { createNamespace } from '../../e2e/harness/namespaces.ts';
import { createNodes } from '../../e2e/harness/nodes.ts';
import { orderObject, ordersPath } from '../../e2e/harness/orders.ts';
import { inParallel } from '../../e2e/harness/parallel.ts';
import {
  daemonPodObject,
  daemonSetObject,
  daemonSetsPath,
  type Pod,
  podsPath,
} from '../../e2e/harness/workloads.ts';
import type { Stock } from './result.ts';

/** Little enough that pods find room beside all of them. */
const DAEMON_CPU = '20m';
const ORDER_CPU = '20m';

export interface Stocked {
  readonly pool: string;
  /** A tenant's namespace, for the pods that are placed. */
  readonly tenant: string;
  clear(): Promise<void>;
}

export async function stockUp(plane: ControlPlane, stock: Stock): Promise<Stocked> {
  const client = plane.client();
  const pool = `pool-${createHash('sha256').update(JSON.stringify(stock)).digest('hex').slice(0, 8)}`;
  const system = await createNamespace(plane, 'system', { labels: SYSTEM_MARK });
  const tenant = await createNamespace(plane, 'tenant', { labels: { [TENANT_LABEL]: 'tenant-a' } });
  const nodes = await createNodes(client, stock.nodes, { namePrefix: pool });
  const work = { pool, cpu: DAEMON_CPU, priorityClassName: 'system-node-critical' };
  for (let index = 0; index < stock.daemonSets; index += 1) {
    const made = await client.create(daemonSetsPath(system), daemonSetObject(`agent-${index}`, work));
    if (!stock.bound) continue;
    await inParallel(nodes, (node) => client.create(podsPath(system), daemonPodObject(made, node)));
  }
  for (let index = 0; index < stock.orders; index += 1)
    await client.create(ordersPath(system), orderObject(`room-${index}`, { pool, cpu: ORDER_CPU }));
  return {
    pool,
    tenant,
    async clear() {
      if (stock.orders > 0) await client.delete(ordersPath(system));
      await client.delete(daemonSetsPath(system));
      for (const namespace of [system, tenant]) await deletePods(plane, namespace);
      await inParallel(nodes, (node) => client.delete(`/api/v1/nodes/${node}`));
    },
  };
}

/** One by one: thousands in one request take longer than a request may. */
export async function deletePods(plane: ControlPlane, namespace: string): Promise<void> {
  const client = plane.client();
  const pods = await client.list<Pod>(podsPath(namespace));
  await inParallel(pods, ({ metadata }) =>
    client.delete(`${podsPath(namespace)}/${metadata?.name}?gracePeriodSeconds=0`),
  );
}
