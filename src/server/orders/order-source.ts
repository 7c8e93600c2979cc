/** What the writers of Orders ask for: the ledger of the running extender, or nothing while it cannot be relied on. */
import type { SlimOrder } from '../../cluster/order-record.ts';
import type { DueGuardian, OrderStatus } from '../../orders/order-status.ts';

export interface OrderSource {
  /** Of every Order; undefined while the view cannot be relied on. */
  statuses(): readonly OrderStatus[] | undefined;
  /** None of an Order that is kept by the extender alone. */
  dueGuardians(order: SlimOrder): Iterable<DueGuardian>;
}
