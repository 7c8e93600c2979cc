/** The pods of one tenant that wait for one scheduler. */
import type { Tenant } from '../tenancy/tenant.ts';
import { GatedPods } from './gated-pods.ts';

export class TenantLine {
  readonly tenant: Tenant;
  readonly weight: number;
  /** Those that only our gate keeps. */
  readonly gated = new GatedPods();
  /** Those that somebody else's gate keeps, with ours or without, and those that could not be released: by uid. */
  readonly held = new Set<string>();
  /** Those that nothing keeps and no scheduler has looked at yet, by uid: since when, oldest first. */
  readonly window = new Map<string, number>();

  /** When a scheduler last took one of those up, in ms. */
  takenUpAt = Number.NEGATIVE_INFINITY;

  constructor(tenant: Tenant, weight: number) {
    this.tenant = tenant;
    this.weight = weight;
  }

  get waiting(): number {
    return this.gated.size + this.held.size + this.window.size;
  }
}

/**
 * A namespace that no convention gives to a tenant may be called as a tenant is: it is another's all the same, or whoever
 * may make namespaces could stand in the line of anybody.
 */
export function tenantKey({ name, by }: Tenant): string {
  return by === 'unknown' ? `namespace/${name}` : name;
}
