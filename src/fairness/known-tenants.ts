/** Whose each namespace is, and how many tenants a cluster has: with one alone nobody waits for anybody. */
import type { SlimNamespace } from '../cluster/records.ts';
import type { ClusterView } from '../cluster/view.ts';
import { createTenantResolver, type TenancySettings, type Tenant } from '../tenancy/tenant.ts';
import { tenantKey } from './tenant-line.ts';

/** Every cluster has it, and by itself it is nobody's. Whose pods wait in it is a tenant as any other. */
const UNUSED_NAMESPACE = 'default';

export class KnownTenants {
  readonly #view: ClusterView;
  readonly #resolve: (namespace: string, record: SlimNamespace | undefined) => Tenant;
  /** By namespace; as many as the view has. */
  readonly #tenants = new Map<string, Tenant>();
  /** By key of the tenant, how many namespaces it has. */
  readonly #namespaces = new Map<string, number>();

  constructor(view: ClusterView, tenancy: TenancySettings) {
    const resolve = createTenantResolver(tenancy);
    this.#view = view;
    this.#resolve = (namespace, record) => resolve({ namespace, objectTenant: undefined, record });
    for (const namespace of view.namespaces()) this.change(undefined, namespace);
  }

  of(namespace: string): Tenant {
    return (
      this.#tenants.get(namespace) ?? this.#resolve(namespace, this.#view.within('').namespace(namespace))
    );
  }

  /** Whether there is another one than this, apart from the system. */
  hasOther(tenant: Tenant): boolean {
    return this.#namespaces.size > (this.#namespaces.has(tenantKey(tenant)) ? 1 : 0);
  }

  /** A namespace has come, changed or gone. True when it is another's than before, or than was thought before it was seen. */
  change(before: SlimNamespace | undefined, after: SlimNamespace | undefined): boolean {
    const name = after?.name ?? before?.name ?? '';
    const counted = this.#tenants.get(name);
    const old = counted ?? this.#resolve(name, undefined);
    const tenant = after && this.#resolve(name, after);
    if (counted !== undefined && name !== UNUSED_NAMESPACE) this.#count(counted, -1);
    if (tenant === undefined) this.#tenants.delete(name);
    else this.#tenants.set(name, tenant);
    if (tenant !== undefined && name !== UNUSED_NAMESPACE) this.#count(tenant, 1);
    return tenant !== undefined && (old.system !== tenant.system || tenantKey(old) !== tenantKey(tenant));
  }

  #count(tenant: Tenant, more: number): void {
    if (tenant.system) return;
    const key = tenantKey(tenant);
    const count = (this.#namespaces.get(key) ?? 0) + more;
    if (count > 0) this.#namespaces.set(key, count);
    else this.#namespaces.delete(key);
  }
}
