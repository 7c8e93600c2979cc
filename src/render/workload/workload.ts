/** Everything that runs in the cluster, in the order in which it is made. What is registered at the API server comes after it. */
import type { KubeManifest } from '../manifest.ts';
import { namespaceAndAccount } from './account.ts';
import { certificates } from './cert-manager.ts';
import { takesOrders } from './configuration.ts';
import { deployments } from './deployment.ts';
import { disruptionBudgets } from './disruption-budget.ts';
import { guardianClass } from './guardian-class.ts';
import { type Installation, partsOf } from './installation.ts';
import { networkPolicy, services } from './network.ts';
import { orderDefinition } from './order-definition.ts';
import { rights } from './rights.ts';
import { secondScheduler } from './second-scheduler.ts';

export function workload(installation: Installation): KubeManifest[] {
  const parts = partsOf(installation);
  return [
    // Before whoever watches it, and outside the namespace: it stays when that goes.
    ...(takesOrders(installation.configuration) ? [orderDefinition()] : []),
    ...namespaceAndAccount(installation),
    ...guardianClass(installation),
    ...rights(installation),
    ...certificates(installation),
    ...services(installation, parts),
    networkPolicy(installation),
    ...disruptionBudgets(installation, parts),
    ...deployments(installation, parts),
    ...secondScheduler(installation),
  ];
}
