/** Orders as people and monitors see them: what each reserves, where it is short, and what comes next. */
import type { OrderAnswer, OrdersAnswer } from '../../../explain/grid/answer.ts';
import { orderStates } from '../../../headroom/order-states.ts';
import type { OrderStatus } from '../../../orders/order-status.ts';
import type { Extender } from '../../../scheduler/extender.ts';

/** In one answer: nobody reads more of them, and each names up to twenty nodes. */
const ORDERS_SHOWN = 100;

/** Over all orders: names are no labels. A node that belongs to two orders counts twice. */
export interface OrderCounts {
  readonly nodes: Readonly<Record<'eligible' | 'held' | 'claimed' | 'short', number>>;
  readonly orders: Readonly<Record<'ready' | 'not_ready' | 'conflicting', number>>;
}

/** `time` is in ms since 1970. */
export function orderCounts(extender: Extender, time: number): OrderCounts {
  const nodes = { eligible: 0, held: 0, claimed: 0, short: 0 };
  const orders = { ready: 0, not_ready: 0, conflicting: 0 };
  for (const status of statusesOf(extender, time)) {
    nodes.eligible += status.eligible;
    nodes.held += status.held;
    nodes.claimed += status.claimed;
    nodes.short += status.short;
    orders[isTrue(status, 'Ready') ? 'ready' : 'not_ready'] += 1;
    if (isTrue(status, 'Conflicting')) orders.conflicting += 1;
  }
  return { nodes, orders };
}

export function ordersState(extender: Extender, time: number): OrdersAnswer {
  const statuses = statusesOf(extender, time);
  return {
    inAll: statuses.length,
    orders: statuses.slice(0, ORDERS_SHOWN).map(orderState),
  };
}

function orderState({ order, periodStart, nextRefresh, ...status }: OrderStatus): OrderAnswer {
  const { tenant, namespace, name, enforcement, strategy, paused } = order;
  const text = (ms: number | undefined) => (ms === undefined ? null : new Date(ms).toISOString());
  return {
    order: [tenant, namespace, name].filter(Boolean).join('/'),
    enforcement,
    strategy: strategy.type,
    refreshPolicy: strategy.refreshPolicy,
    paused,
    ...status,
    periodStart: text(periodStart),
    nextRefresh: text(nextRefresh),
  };
}

function statusesOf({ ledger, view, settings }: Extender, time: number): OrderStatus[] {
  ledger.refresh();
  return orderStates(ledger, view, time, settings.headroom.mode === 'enforce');
}

function isTrue({ conditions }: OrderStatus, type: string): boolean {
  return conditions.some((condition) => condition.type === type && condition.status === 'True');
}
