/** The settings with their patterns and tenants compiled: which DaemonSets are protected, and who belongs to the system. */
import type { ClusterView } from '../cluster/view.ts';
import type { LedgerSettings } from '../headroom/hold-ledger.ts';
import { namePattern } from '../tenancy/pattern.ts';
import { createTenantResolver } from '../tenancy/tenant.ts';
import type { SchedulingSettings } from './settings.ts';

export interface SchedulingRules {
  readonly settings: SchedulingSettings;
  readonly ledger: LedgerSettings;
  /** Whether an object belongs to the system tenant. */
  isSystem(object: Owned): boolean;
  /** The name of the tenant that an object belongs to; where nobody says, its namespace stands for one. */
  tenantOf(object: Owned): string;
  /** Whether the scheduler of an unbound pod is one that asks this extender. */
  isAskedAbout(pod: { readonly schedulerName: string }): boolean;
}

/** What says whose an object is; `tenant` is empty but on Arktos. */
interface Owned {
  readonly partition: string;
  readonly namespace: string;
  readonly tenant: string;
}

/** What holds for the whole of one call. */
export interface Moment {
  readonly rules: SchedulingRules;
  readonly now: number;
  /** Resource partitions that are behind: of their nodes nothing is decided. */
  readonly behind?: ReadonlySet<string>;
}

/** Compiles anew only when the settings are others than before. */
export function schedulingRules(
  settings: () => SchedulingSettings,
  view: ClusterView,
): () => SchedulingRules {
  let current: SchedulingRules | undefined;
  return () => {
    const newest = settings();
    if (current?.settings !== newest) current = compile(newest, view);
    return current;
  };
}

function compile(settings: SchedulingSettings, view: ClusterView): SchedulingRules {
  const { patienceMs, daemonSets, resources } = settings.headroom;
  const resolve = createTenantResolver(settings.tenancy);
  const resolved = ({ partition, namespace, tenant }: Owned) => {
    const record = view.within(partition).namespace(namespace, tenant);
    return resolve({ namespace, objectTenant: tenant, record });
  };
  const isSystem: SchedulingRules['isSystem'] = (object) => resolved(object).system;
  const named = daemonSets.map((entry) => {
    const inNamespace = namePattern(entry.namespace);
    const hasName = namePattern(entry.name);
    const ofTenant = entry.tenant === undefined ? () => true : namePattern(entry.tenant);
    return ({ namespace, name, tenant }: Owned & { readonly name: string }) =>
      inNamespace(namespace) && hasName(name) && ofTenant(tenant);
  });
  const startupTaints = settings.daemons.startupTaints.map(namePattern);
  const kept = new Set(resources);
  const schedulers = new Set(settings.daemons.schedulers);
  return {
    settings,
    isSystem,
    isAskedAbout: ({ schedulerName }) => schedulers.has(schedulerName),
    tenantOf: (object) => resolved(object).name || object.namespace,
    ledger: {
      isSystem,
      patienceMs,
      isProtected: named.length === 0 ? isSystem : (daemonSet) => named.some((matches) => matches(daemonSet)),
      isStartupTaint: (key) => startupTaints.some((matches) => matches(key)),
      isHeld: (resource) => kept.size === 0 || kept.has(resource),
    },
  };
}
