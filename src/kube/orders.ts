/** The Order, Daemonward's own kind: what it is called, and the words that its fields take. */
import type { Maybe } from './objects.ts';

export const ORDER_GROUP = 'daemonward.dev';
export const ORDER_VERSION = 'v1alpha1';
export const ORDER_KIND = 'Order';
export const ORDER_PLURAL = 'orders';

/** `Hold`: the extender keeps the room. `Guardian`: a pod takes it, for schedulers that ask nobody. */
export const ENFORCEMENTS = ['Hold', 'Guardian'] as const;
export type Enforcement = (typeof ENFORCEMENTS)[number];

/** When room is reserved: once, at each time of a schedule, or always. `orders/periods.ts` has the meaning of each. */
export const STRATEGIES = ['OneTime', 'Scheduled', 'Recurring'] as const;
export type Strategy = (typeof STRATEGIES)[number];

/** What a refresh begins anew: what is claimed, everything, or nothing. */
export const REFRESH_POLICIES = ['OnClaim', 'Always', 'Never'] as const;
export type RefreshPolicy = (typeof REFRESH_POLICIES)[number];

/** What korder's own webhook fills in, so that its manifests mean what they meant. */
export const ORDER_DEFAULTS = {
  enforcement: 'Hold',
  refreshPolicy: 'OnClaim',
  duration: '24h',
  timeZone: 'UTC',
} as const;

/** A guardian pod has the Order as its controller. Who writes such a reference by hand proves nothing by it. */
export function isOrderOwner(owner: { readonly group: string; readonly kind: Maybe<string> }): boolean {
  return owner.kind === ORDER_KIND && owner.group === ORDER_GROUP;
}
