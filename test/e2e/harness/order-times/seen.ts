/** What is seen of an Order in the two places where it shows, and what should be. */
import type { OrderObject } from '../orders.ts';
import type { Stand } from './timelines.ts';

export type Status = NonNullable<OrderObject['status']>;

export interface Seen extends Pick<Status, 'eligible' | 'held' | 'claimed' | 'short'> {
  /** Its nodes, by the filter, to a tenant's pod; the rest is on the API server. */
  refused: readonly boolean[];
  periodStart: string | null;
  nextRefresh: string | null;
  /** With their reasons. */
  conditions: readonly string[];
}

export function seenIn(status: Status, refused: readonly boolean[]): Seen {
  const { eligible, held, claimed, short, periodStart = null, nextRefresh = null, conditions = [] } = status;
  const words = conditions.map(({ type, reason }) => `${type}: ${reason}`);
  return { refused, eligible, held, claimed, short, periodStart, nextRefresh, conditions: words };
}

/** The times of it as the API has them. */
export function expected({ nodes, periodStart, nextRefresh, ready }: Omit<Stand, 'from'>): Seen {
  return {
    refused: nodes.map((state) => state === 'kept'),
    eligible: nodes.filter((state) => state !== '-').length,
    held: nodes.filter((state) => state === 'kept').length,
    claimed: nodes.filter((state) => state === 'used').length,
    short: 0,
    periodStart,
    nextRefresh,
    conditions: [`Ready: ${ready}`, 'Conflicting: NoConflict'],
  };
}
