/** DW6xx: what the schema of an Order cannot say, because it needs to know whose a namespace is, or what a cron means. */
import { isDeepStrictEqual } from 'node:util';
import type { Order } from '../../kube/objects.ts';
import { SYSTEM_PRIORITIES } from '../../kube/priority.ts';
import type { Tenant } from '../../tenancy/tenant.ts';
import type { Finding } from '../finding.ts';
import type { PolicyView } from '../policy-view.ts';
import type { PolicySettings } from '../settings.ts';
import { scheduleFindings } from './schedules.ts';

export interface OrderChange {
  readonly operation: 'CREATE' | 'UPDATE' | 'DELETE';
  readonly object: Order | undefined;
  readonly old: Order | undefined;
  readonly tenant: Tenant;
}

export interface OrderContext {
  readonly settings: PolicySettings;
  /** Undefined where there is no cluster to look at. */
  readonly view: PolicyView | undefined;
  tenantOf(namespace: string, objectTenant: string | undefined): Tenant;
}

/** What is there already can be deleted, and its metadata and status changed, whatever it says. */
export function orderFindings(change: OrderChange, context: OrderContext): Finding[] {
  const { operation, object, old, tenant } = change;
  if (object === undefined || operation === 'DELETE') return [];
  if (old !== undefined && (old.metadata?.deletionTimestamp || isDeepStrictEqual(object.spec, old.spec))) {
    return [];
  }
  return [
    ...tenancyFindings(tenant),
    ...ownerFindings(object, context),
    ...scheduleFindings(object),
    ...priorityFindings(object, context),
    ...guardianFindings(object, context),
  ];
}

function tenancyFindings(tenant: Tenant): Finding[] {
  if (tenant.system) return [];
  const detail = `the namespace belongs ${whoseText(tenant)}, and only the system tenant may have an Order`;
  return [{ code: 'DW601', field: 'metadata.namespace', detail }];
}

function whoseText({ by, name }: Tenant): string {
  return by === 'unknown' ? 'to no tenant that is known' : `to the tenant ${JSON.stringify(name)}`;
}

/** An owner without a namespace is looked for in that of the Order, of which the rule above speaks. */
function ownerFindings({ metadata, spec }: Order, { tenantOf }: OrderContext): Finding[] {
  return (spec?.owners ?? []).flatMap(({ namespace }, position) => {
    if (!namespace || namespace === metadata?.namespace) return [];
    const tenant = tenantOf(namespace, metadata?.tenant ?? undefined);
    if (tenant.system) return [];
    const detail = `${JSON.stringify(namespace)} belongs ${whoseText(tenant)}`;
    return [{ code: 'DW602' as const, field: `spec.owners[${position}].namespace`, detail }];
  });
}

const CLASS_FIELD = 'spec.template.spec.priorityClassName';

function priorityFindings({ spec }: Order, { view }: OrderContext): Finding[] {
  const name = spec?.template?.spec?.priorityClassName;
  if (!name || !view?.synced || priorityOf(name, view) !== undefined) return [];
  return [{ code: 'DW604', field: CLASS_FIELD, detail: `there is no PriorityClass ${JSON.stringify(name)}` }];
}

/** Above this are only the classes that Kubernetes keeps for its own critical pods. */
const HIGHEST_USER_PRIORITY = 1_000_000_000;

function guardianFindings({ spec }: Order, { settings, view }: OrderContext): Finding[] {
  if (spec?.enforcement !== 'Guardian') return [];
  if (settings.orders.guardians === 'off') {
    return [{ code: 'DW606', field: 'spec.enforcement', detail: 'is Guardian, and orders.guardians is off' }];
  }
  const own = spec.template?.spec?.priorityClassName;
  const name = own || settings.orders.guardianPriorityClass;
  const value = priorityOf(name, view);
  const ceiling = settings.daemons.tenantPriorityCeiling;
  if (value === undefined || (value > ceiling && value <= HIGHEST_USER_PRIORITY)) return [];
  const why =
    value <= ceiling
      ? `and tenants may use up to ${ceiling}`
      : 'which is that of critical pods: daemons could not come in';
  return [{ code: 'DW605', field: CLASS_FIELD, detail: `${name} has the value ${value}, ${why}` }];
}

function priorityOf(name: string, view: PolicyView | undefined): number | undefined {
  return SYSTEM_PRIORITIES.get(name) ?? view?.priorityClass(name)?.value;
}
