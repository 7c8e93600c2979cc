/** The part of the configuration that says whose an object is and who asks, with what follows from where we run. */
import { SECOND_SCHEDULER } from '../config/identity.ts';
import type { Configuration } from '../config/schema/schema.ts';
import { KUBE_SCHEDULER, SHARED_CONTROLLER } from '../config/schema/tenancy-settings.ts';
import { type ActorSettings, serviceAccount } from './actor.ts';
import type { TenancySettings } from './tenant.ts';

/**
 * Whoever lists another scheduler or controller adds it: without Kubernetes' own no pod of a tenant would be bound, and no
 * daemon made. Only the namespace that we run in is ours. One that is merely called as ours usually is may be anybody's: whoever may
 * make namespaces could make it.
 */
export function tenancyOf({ cluster, server, tenancy }: Configuration): TenancySettings & ActorSettings {
  const own = server.namespace === undefined ? [] : [server.namespace];
  const ownScheduler = own.map((namespace) => serviceAccount(namespace, SECOND_SCHEDULER));
  return {
    ...tenancy,
    flavor: cluster.flavor,
    systemNamespaces: [...new Set([...tenancy.systemNamespaces, ...own])],
    sharedControllers: [...new Set([SHARED_CONTROLLER, ...tenancy.sharedControllers])],
    schedulers: [...new Set([KUBE_SCHEDULER, ...tenancy.schedulers, ...ownScheduler])],
  };
}
