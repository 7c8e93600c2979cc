/** Which DaemonSets are protected, and who belongs to the system: the settings, compiled for one decision after another. */
import type { ClusterView } from '../cluster/view.ts';
import { namePattern } from '../tenancy/pattern.ts';
import { createTenantResolver } from '../tenancy/tenant.ts';
import type { SchedulingAtWork, SchedulingSettings } from './settings.ts';

/** Compiles anew only when the settings are others than before. */
export function schedulingAtWork(
  settings: () => SchedulingSettings,
  view: ClusterView,
): () => SchedulingAtWork {
  let current: SchedulingAtWork | undefined;
  return () => {
    const newest = settings();
    if (current?.settings !== newest) current = compile(newest, view);
    return current;
  };
}

function compile(settings: SchedulingSettings, view: ClusterView): SchedulingAtWork {
  const { patienceMs, daemonSets, resources } = settings.headroom;
  const resolve = createTenantResolver(settings.tenancy);
  const isSystem: SchedulingAtWork['isSystem'] = ({ namespace, tenant }) =>
    resolve({ namespace, objectTenant: tenant, record: view.namespace(namespace, tenant) }).system;
  const named = daemonSets.map(({ namespace, name }) => {
    const [inNamespace, hasName] = [namePattern(namespace), namePattern(name)];
    return (object: { namespace: string; name: string }) =>
      inNamespace(object.namespace) && hasName(object.name);
  });
  const kept = new Set(resources);
  return {
    settings,
    isSystem,
    ledger: {
      patienceMs,
      isProtected: named.length === 0 ? isSystem : (daemonSet) => named.some((matches) => matches(daemonSet)),
      isHeld: (resource) => kept.size === 0 || kept.has(resource),
    },
  };
}
