/** Where a pod with a gate stands in the queue of its scheduler, for people. */
import type { SchedulerLine } from './scheduler-line.ts';
import { type TenantLine, tenantKey } from './tenant-line.ts';

/**
 * `due`: it waits for its turn. `held`: gates of others keep it, too. `releasing`: its gate is being taken off. `refused`: that
 * was refused, and is tried again.
 */
export type TurnState = 'due' | 'held' | 'releasing' | 'refused';

export interface TurnPlace {
  readonly state: TurnState;
  readonly scheduler: string;
  /** Whose turns it waits for, and how many it has for each of others. */
  readonly tenant: string;
  readonly weight: number;
  /** Among those of its tenant that wait for a turn, from 1; null when it is none of them. */
  readonly place: number | null;
  /** How many of its tenant wait for a turn, and how many tenants have such pods. */
  readonly ofTenant: number;
  readonly tenants: number;
  /** How many of all tenants go before it as things stand: groups, and who comes or leaves, change it. Null as `place`. */
  readonly before: number | null;
}

export function turnPlace(
  uid: string,
  state: TurnState,
  own: TenantLine,
  line: SchedulerLine,
  scheduler: string,
): TurnPlace {
  const place = own.gated.placeOf(uid) ?? null;
  const waiting = [...line.tenants.values()].filter(({ gated }) => gated.size > 0);
  return {
    state,
    scheduler,
    tenant: own.tenant.name,
    weight: own.weight,
    place,
    ofTenant: own.gated.size,
    tenants: waiting.length,
    before: place === null ? null : podsBefore(place, own, waiting, line),
  };
}

/** Whoever stands behind the moment of its turn has all its turns up to there before it. */
function podsBefore(
  place: number,
  own: TenantLine,
  waiting: readonly TenantLine[],
  { turns }: SchedulerLine,
): number {
  const earlier = place - 1;
  const moment = turns.placeOf(tenantKey(own.tenant)) + earlier / own.weight;
  return waiting
    .filter((other) => other !== own)
    .map(({ tenant, weight, gated }) => {
      const turnsBefore = Math.ceil((moment - turns.placeOf(tenantKey(tenant))) * weight);
      return Math.min(Math.max(turnsBefore, 0), gated.size);
    })
    .reduce((sum, pods) => sum + pods, earlier);
}
