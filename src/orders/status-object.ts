/** The status of an Order as it is written: what the ledger says, with the times at which conditions have changed. */
import { isObject, type JsonObject } from '../json/object.ts';
import type { OrderCondition, OrderStatus } from './order-status.ts';

/** `before` is the status as it was last read or written; `now` in ms since 1970. */
export function statusObject(status: OrderStatus, before: JsonObject, now: number): JsonObject {
  const { order, eligible, held, claimed, short, shortNodes, periodStart, nextRefresh } = status;
  const observedGeneration = order.generation;
  return {
    observedGeneration,
    eligible,
    held,
    claimed,
    short,
    shortNodes: shortNodes.map(({ node, reason }) => ({ node, reason })),
    ...(periodStart !== undefined && { periodStart: timeText(periodStart) }),
    ...(nextRefresh !== undefined && { nextRefresh: timeText(nextRefresh) }),
    conditions: status.conditions.map((condition) => ({
      ...condition,
      observedGeneration,
      lastTransitionTime: since(condition, before) ?? timeText(now),
    })),
  };
}

/** Since when it has this status, if it had it before: other words alone are no transition. */
function since({ type, status }: OrderCondition, { conditions }: JsonObject): string | undefined {
  const all: readonly unknown[] = Array.isArray(conditions) ? conditions : [];
  const known = all.find((one) => isObject(one) && one.type === type && one.status === status);
  return isObject(known) && typeof known.lastTransitionTime === 'string'
    ? known.lastTransitionTime
    : undefined;
}

/** A time of the API has no fractions. */
function timeText(milliseconds: number): string {
  return new Date(milliseconds).toISOString().replace(/\.\d+Z$/, 'Z');
}
