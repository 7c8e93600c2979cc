/** The two conditions of an order: whether all of its room is there, and whether another one has it. */
import type { CompiledOrder } from './compiled-order.ts';
import type { OrderCondition, OrderStatus } from './order-status.ts';

/** The reason of `Ready` when nothing is to come any more. */
export const EXPIRED = 'Expired';

type Facts = Pick<OrderStatus, 'eligible' | 'short' | 'periodStart' | 'nextRefresh'> & {
  /** Nodes that have the room, and keep nobody from it. */
  readonly unkept: number;
  /** Nodes that lack what an order has that comes first. */
  readonly conflicts: number;
  /** Its only period has ended. */
  readonly isOver: boolean;
};

export function conditionsOf(order: CompiledOrder, facts: Facts): readonly OrderCondition[] {
  return [readyCondition(order, facts), conflictCondition(facts)];
}

function readyCondition({ order, problem }: CompiledOrder, facts: Facts): OrderCondition {
  const { eligible, short, unkept, periodStart, nextRefresh, isOver } = facts;
  if (problem !== undefined) return notReady('Invalid', problem);
  if (order.terminating) return notReady('Terminating', 'the order is being deleted');
  if (order.paused) return notReady('Paused', 'spec.paused is true: nothing is reserved');
  if (periodStart === undefined && eligible === 0) {
    if (nextRefresh === undefined) return notReady(EXPIRED, 'its time is over, and nothing begins it anew');
    const next = new Date(nextRefresh).toISOString();
    return isOver
      ? notReady(EXPIRED, `its time is over; it begins anew where an owner has a pod at ${next}`)
      : notReady('Waiting', `nothing is reserved until ${next}`);
  }
  if (eligible === 0)
    return notReady('NoEligibleNodes', 'no node is ready, not cordoned, and meant by the template');
  if (unkept > 0)
    return notReady(
      'NotEnforced',
      `headroom.mode is not enforce: nobody is kept from the room on ${nodesOf(unkept)}`,
    );
  if (short > 0) return notReady('Short', `${short} of ${nodesOf(eligible)} cannot give the room`);
  return { type: 'Ready', status: 'True', reason: 'Reserved', message: `reserved on ${nodesOf(eligible)}` };
}

function notReady(reason: string, message: string): OrderCondition {
  return { type: 'Ready', status: 'False', reason, message };
}

function conflictCondition({ conflicts }: Facts): OrderCondition {
  if (conflicts === 0) {
    return {
      type: 'Conflicting',
      status: 'False',
      reason: 'NoConflict',
      message: 'no other order has its room',
    };
  }
  const message = `on ${nodesOf(conflicts)} the room is kept by orders that come first`;
  return { type: 'Conflicting', status: 'True', reason: 'RoomTaken', message };
}

function nodesOf(count: number): string {
  return count === 1 ? '1 node' : `${count} nodes`;
}
