/** Takes everything away again: what refuses first, so that there is no moment in which nobody answers. */
import type { ApiClient } from '../cluster/api/api-client.ts';
import { LEASE_NAME } from '../config/identity.ts';
import { valueAt } from '../json/path.ts';
import { GUARDIAN_LABELS } from '../kube/guardians.ts';
import { secretOf } from '../render/workload/configuration.ts';
import { TLS_SECRET } from '../render/workload/installation.ts';
import { deleteAll, leftovers, type Target } from './apply.ts';
import type { Patience } from './install.ts';
import { findInstalled } from './installed.ts';
import { releaseGates } from './release-gates.ts';
import { removeOrders } from './remove-orders.ts';
import {
  NAMESPACE_KIND,
  type ObjectKey,
  OURS,
  POD_KIND,
  pathOf,
  REGISTERED,
  REGISTRATION_KINDS,
  WORKLOAD_KINDS,
} from './resources.ts';
import { gone } from './rollout.ts';

/** `withOrders`: those that people have written go too. */
export async function uninstall(
  target: Target,
  { wait, timeoutMs }: Patience,
  withOrders: boolean,
): Promise<void> {
  const { api, dryRun } = target;
  await deleteAll(await leftovers(api, REGISTRATION_KINDS, REGISTERED), target);
  const workload = await leftovers(api, WORKLOAD_KINDS, OURS);
  const made = [...madeByService(workload), ...(await otherSecret(api))];
  await deleteAll([...workload, ...made], target);
  // Nobody would take them away for those who come to use their room.
  await deleteAll(await leftovers(api, [POD_KIND], GUARDIAN_LABELS), target);
  // Nobody would ever take them off.
  await releaseGates(target);
  await removeOrders(target, withOrders);
  const namespaces = await leftovers(api, [NAMESPACE_KIND], OURS);
  await deleteAll(namespaces, target);
  if (!wait || dryRun) return;
  for (const namespace of namespaces) await gone(namespace, api, timeoutMs);
}

/** What the running service has made for itself, beside its Deployments. */
function madeByService(workload: readonly ObjectKey[]): ObjectKey[] {
  const deployments = workload.filter(({ kind }) => kind === 'Deployment');
  const namespaces = new Set(deployments.map(({ metadata }) => metadata.namespace ?? ''));
  return [...namespaces].flatMap((namespace) => [
    { apiVersion: 'v1', kind: 'Secret', metadata: { name: TLS_SECRET, namespace } },
    { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: LEASE_NAME, namespace } },
  ]);
}

/** Under a name of the configuration: only when it is one that the service has made. */
async function otherSecret(api: ApiClient): Promise<ObjectKey[]> {
  const { namespace = '', configuration } = (await findInstalled(api)) ?? {};
  const name = configuration === undefined ? undefined : secretOf(configuration.text);
  if (name === undefined || name === TLS_SECRET) return [];
  const secret = { apiVersion: 'v1', kind: 'Secret', metadata: { name, namespace } };
  const found = await api.find(pathOf(secret));
  const labels = Object.entries(REGISTERED);
  const isOurs = labels.every(([key, value]) => valueAt(found, ['metadata', 'labels', key]) === value);
  return isOurs ? [secret] : [];
}
