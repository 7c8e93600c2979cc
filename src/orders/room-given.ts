/** Whose pods come in where an order keeps its room. */
import type { SlimPod } from '../cluster/records.ts';
import type { CompiledOrder, IsSystem } from './compiled-order.ts';

/** Who asks for room. */
export interface Comer {
  readonly pod: SlimPod;
  readonly priority: number;
  /** It is a protected daemon, which can run nowhere else. */
  readonly isDaemon: boolean;
  /** The order whose guardian it is; undefined for all other pods. */
  readonly guards: CompiledOrder | undefined;
}

const NONE: readonly CompiledOrder[] = [];

/**
 * The orders whose room is open to the pod: those that name it as one of their owners; for others of the system tenant those of
 * a lower priority, and for daemons all of them, because a rollout must find the room again that it has just left. To a
 * tenant's pod none is, whatever its priority. A guardian comes in the name of its order, whatever the class of guardians:
 * into its room, and into that of orders that come after it.
 */
export function ordersOpenTo(
  { pod, priority, isDaemon, guards }: Comer,
  orders: readonly CompiledOrder[],
  isSystem: IsSystem,
): readonly CompiledOrder[] {
  if (orders.length === 0 || !isSystem(pod)) return NONE;
  if (guards !== undefined) return orders.includes(guards) ? orders.slice(orders.indexOf(guards)) : NONE;
  if (isDaemon) return orders;
  return orders.filter((order) => priority > order.priority || order.isClaimant(pod));
}
