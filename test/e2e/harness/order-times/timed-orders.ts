/** Orders with two nodes each, of which the second one is there for the pods of owners. */
import type { Client } from '../client.ts';
import type { Daemonward } from '../daemonward.ts';
import { createNodes, type Node, nodeName } from '../nodes.ts';
import { orderObject, ordersPath, refusedOn, type Wish } from '../orders.ts';
import { inParallel } from '../parallel.ts';
import { podObject, podsPath } from '../workloads.ts';

export const SYSTEM = 'kube-system';

/** Of every node that tests make. */
const NODE_CPUS = 4;
/** Of an Order, and of a pod that uses all of it. */
const CPU = '1';

const AGENT = { app: 'agent' };

/** Where it reserves, and how much, is the same for all. */
export type TimedWish = Pick<Wish, 'more' | 'template'>;

export class TimedOrders {
  readonly #client: Client;
  /** How many pods of owners each Order has. */
  readonly #claims = new Map<string, number>();

  constructor(client: Client) {
    this.#client = client;
  }

  async reserve(name: string, wish: TimedWish): Promise<void> {
    const client = this.#client;
    for (const node of await createNodes(client, 2, { namePrefix: name, awaitReady: false })) {
      // No controller is there to take off the taint that every new node gets.
      await client.patch<Node>(`/api/v1/nodes/${node}`, { spec: { taints: [] } }, 'merge');
    }
    const more = { owners: [{ selector: { matchLabels: AGENT } }], ...wish.more };
    await client.create(ordersPath(SYSTEM), orderObject(name, { ...wish, pool: name, cpu: CPU, more }));
  }

  /** A pod of an owner on the second node of each, which started then. */
  async claim(names: readonly string[], startTime: string): Promise<void> {
    await inParallel(names, async (pool) => {
      const count = (this.#claims.get(pool) ?? 0) + 1;
      this.#claims.set(pool, count);
      const name = `${pool}-agent-${count}`;
      const pod = podObject(name, { pool, cpu: CPU, nodeName: nodeName(pool, 1) });
      await this.#client.create(podsPath(SYSTEM), { ...pod, metadata: { name, labels: AGENT } });
      const status = { phase: 'Running', startTime };
      await this.#client.patch(`${podsPath(SYSTEM)}/${name}/status`, { status }, 'merge');
    });
  }

  /** By Order, which of its two nodes the filter refuses to a tenant's pod that asks for all that no other pod has. */
  async refused(
    names: readonly string[],
    daemonward: Daemonward,
    namespace: string,
  ): Promise<ReadonlyMap<string, readonly boolean[]>> {
    const asks = names.flatMap((name) => [
      { node: nodeName(name, 0), cpus: NODE_CPUS },
      { node: nodeName(name, 1), cpus: NODE_CPUS - (this.#claims.get(name) ?? 0) },
    ]);
    const refused = new Set<string>();
    for (const [cpus, group] of Map.groupBy(asks, ({ cpus }) => cpus)) {
      const nodes = group.map(({ node }) => node);
      const reasons = await refusedOn(daemonward, nodes, { namespace, cpu: String(cpus) });
      for (const [node, reason] of Object.entries(reasons)) if (reason.startsWith('DW505')) refused.add(node);
    }
    return new Map(names.map((name) => [name, [0, 1].map((index) => refused.has(nodeName(name, index)))]));
  }
}
