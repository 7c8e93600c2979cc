/** Whose pods come in where an order keeps its room. */
import type { SlimPod } from '../cluster/records.ts';
import type { CompiledOrder, IsSystem } from './compiled-order.ts';

/** Who asks for room. */
export interface Comer {
  readonly pod: SlimPod;
  readonly priority: number;
  /** It is a protected daemon, which can run nowhere else. */
  readonly isDaemon: boolean;
}

const NONE: readonly CompiledOrder[] = [];

/**
 * The orders whose room is open to the pod: those that name it as one of their owners; and for others of the system tenant
 * those of a lower priority, for daemons of an equal one too. To a tenant's pod none is, whatever its priority.
 */
export function ordersOpenTo(
  { pod, priority, isDaemon }: Comer,
  orders: readonly CompiledOrder[],
  isSystem: IsSystem,
): readonly CompiledOrder[] {
  if (orders.length === 0 || !isSystem(pod)) return NONE;
  const isAbove = (order: CompiledOrder) =>
    priority > order.priority || (isDaemon && priority === order.priority);
  return orders.filter((order) => isAbove(order) || order.isClaimant(pod));
}
