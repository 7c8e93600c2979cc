/** What is written of Orders, in each partition by itself. */
import type { ClusterOrders } from './open-orders.ts';

export function allOrders(all: readonly ClusterOrders[]): ClusterOrders {
  return {
    follow: (extender) => {
      for (const orders of all) orders.follow(extender);
    },
    stop: async () => {
      await Promise.all(all.map((orders) => orders.stop()));
    },
  };
}
