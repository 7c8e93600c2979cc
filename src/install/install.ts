/** From nothing, or from an older installation, to one that guards: what runs first, and what refuses only when that is ready. */
import { isObject } from '../json/object.ts';
import { type KubeObject, PART_OF } from '../render/manifest.ts';
import { applyAll, deleteAll, leftovers, type Target } from './apply.ts';
import {
  labelledPath,
  NAMESPACE_KIND,
  OURS,
  pathOf,
  REGISTERED,
  REGISTRATION_KINDS,
  WORKLOAD_KINDS,
} from './resources.ts';
import { rolledOut } from './rollout.ts';

export interface Plan {
  readonly namespace: string;
  readonly workload: readonly KubeObject[];
  /** Asked for when the workload is ready: only then there is a CA. */
  registrations(): Promise<readonly KubeObject[]>;
}

export interface Patience {
  /** False: registers at once, whatever runs. */
  readonly wait: boolean;
  readonly timeoutMs: number;
}

/** Something in the cluster is in the way: says what, and what to do. */
export class InTheWayError extends Error {
  override readonly name = 'InTheWayError';
}

/** What this command has applied, and so may take away again when it is no longer rendered. */
const MANAGED = { key: 'app.kubernetes.io/managed-by', value: 'daemonward' } as const;

export async function install(plan: Plan, target: Target, { wait, timeoutMs }: Patience): Promise<void> {
  const { api, dryRun } = target;
  await refuseSecond(plan, target);
  const workload = (await withoutOthersNamespace(plan, target)).map(managed);
  const later = await changedServices(workload, target);
  await applyAll(
    workload.filter((object) => !later.includes(object)),
    target,
  );
  if (wait && !dryRun) {
    for (const object of workload) if (isDeployment(object)) await rolledOut(object, api, timeoutMs);
  }
  await applyAll(later, target);
  const labels = { ...OURS, [MANAGED.key]: MANAGED.value };
  await deleteAll(await leftovers(api, WORKLOAD_KINDS, labels, workload), target);
  await register(await plan.registrations(), target);
}

/** All that the API server is told, and nothing of what it was told before: a rule that is off is off. */
export async function register(registrations: readonly KubeObject[], target: Target): Promise<void> {
  await applyAll(registrations.map(managed), target);
  const old = await leftovers(target.api, REGISTRATION_KINDS, REGISTERED, registrations);
  await deleteAll(old, target);
}

function managed(object: KubeObject): KubeObject {
  const labels = { ...object.metadata.labels, [MANAGED.key]: MANAGED.value };
  return { ...object, metadata: { ...object.metadata, labels } };
}

function isDeployment({ kind }: KubeObject): boolean {
  return kind === 'Deployment';
}

/**
 * A Service that is there and will look for other pods goes on serving from the old ones until the new ones are ready.
 * A new one comes with the rest: then its addresses are known when somebody is told to call.
 */
async function changedServices(workload: readonly KubeObject[], { api }: Target): Promise<KubeObject[]> {
  const services = workload.filter(({ kind }) => kind === 'Service');
  const found = await Promise.all(services.map((service) => api.find(pathOf(service))));
  return services.filter((_, place) => found[place] !== undefined);
}

/** A namespace that somebody else has made is used as it is: uninstalling must not take it away. */
async function withoutOthersNamespace({ namespace, workload }: Plan, { api }: Target): Promise<KubeObject[]> {
  const own = workload.find(({ kind }) => kind === NAMESPACE_KIND.kind);
  const found = own === undefined ? undefined : await api.find(pathOf(own));
  const { labels } = isObject(found?.metadata) ? found.metadata : {};
  const isOurs = found === undefined || (isObject(labels) && labels[PART_OF.key] === PART_OF.value);
  return workload.filter(
    ({ kind, metadata }) => isOurs || kind !== NAMESPACE_KIND.kind || metadata.name !== namespace,
  );
}

/** Two would share their registrations and cluster roles, and each take away the other's. */
async function refuseSecond({ namespace }: Plan, { api }: Target): Promise<void> {
  const [deployments] = WORKLOAD_KINDS;
  if (deployments === undefined) return;
  const { items } = (await api.find(labelledPath(deployments, OURS))) ?? {};
  const namespaces = (Array.isArray(items) ? items : []).map((item: unknown) =>
    isObject(item) && isObject(item.metadata) ? item.metadata.namespace : undefined,
  );
  const other = namespaces.find((found) => found !== namespace);
  if (other === undefined) return;
  throw new InTheWayError(
    `Daemonward runs in the namespace ${other} already; give --namespace ${other}, or remove it first with daemonward uninstall`,
  );
}
