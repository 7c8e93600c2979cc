/** A control plane of its own, with nodes, tenants and a Daemonward whose registrations are in force. */
import type { Access } from './access.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { type Daemonward, type DaemonwardOptions, SYSTEM_MARK, startDaemonward } from './daemonward.ts';
import { createNamespace } from './namespaces.ts';
import { createNodes } from './nodes.ts';
import { type RegistrationOptions, register } from './registrations.ts';
import { requestCounts } from './request-counts.ts';
import { waitFor } from './wait-for.ts';
import { REVIEW_PATHS } from './webhooks.ts';
import { daemonSetObject, daemonSetsPath, podObject, podsPath } from './workloads.ts';

/** Capsule's, one of the marks that Daemonward knows unless it is told others. */
export const TENANT_LABEL = 'capsule.clastix.io/tenant';

export const POOL = 'guarded';
const NODES = 3;

export interface GuardedCluster {
  plane: ControlPlane;
  daemonward: Daemonward;
  /** Of POOL. */
  nodes: readonly string[];
  /** A namespace that is the system's by its mark, not by its name. */
  system: string;
  /** A namespace of the tenant `tenant-a`. */
  tenant: string;
}

export interface GuardedOptions extends RegistrationOptions {
  /** The rules are the product's own defaults unless they are given here. */
  sections?: DaemonwardOptions['sections'];
  /** False: an API server alone, for tests that write nothing. */
  controllers?: boolean;
  /** All controllers act as one user. */
  sharedController?: boolean;
  /** More flags for the API server. */
  apiServerArgs?: readonly string[];
  /** What was there before Daemonward. */
  before?(cluster: Omit<GuardedCluster, 'daemonward'>): Promise<unknown>;
}

export function guardingOptions(
  plane: Access,
  sections: DaemonwardOptions['sections'] = {},
): DaemonwardOptions {
  return { env: { KUBECONFIG: plane.kubeconfig('daemonward') }, sections: { rules: {}, ...sections } };
}

export async function startGuardedCluster(options: GuardedOptions = {}): Promise<GuardedCluster> {
  const { controllers = true, sharedController = false, sections, apiServerArgs = [], before } = options;
  const plane = await startControlPlane(
    controllers
      ? {
          controllerManager: { sharesUser: sharedController },
          scheduler: { config: {} },
          nodes: 'kwok',
          apiServerArgs,
        }
      : { apiServerArgs },
  );
  try {
    const nodes = controllers ? await createNodes(plane.client(), NODES, { namePrefix: POOL }) : [];
    const system = await createNamespace(plane, 'platform', {
      labels: SYSTEM_MARK,
    });
    const tenant = await createNamespace(plane, 'shop', {
      labels: { [TENANT_LABEL]: 'tenant-a' },
      tenant: 'tenant-a',
    });
    const cluster = { plane, nodes, system, tenant };
    await before?.(cluster);
    const daemonward = await startDaemonward(plane.supervisor, guardingOptions(plane, sections));
    await register(plane, daemonward, options);
    await untilAsked({ ...cluster, daemonward });
    return { ...cluster, daemonward };
  } catch (error) {
    const logs = await plane.stop({ failed: true });
    throw new Error(`the guarded cluster did not start; logs: ${logs}`, { cause: error });
  }
}

/** Waits until the API server asks on all four paths: it takes up registrations a little later. */
export async function untilAsked({ plane, daemonward, system }: GuardedCluster): Promise<void> {
  const client = plane.client();
  const work = { pool: POOL, priorityClassName: 'system-node-critical' };
  const daemonSet = daemonSetObject('try-out', work);
  const pod = podObject('try-out', work);
  const annotations = { 'daemonward.dev/target-node': 'somewhere' };
  await waitFor(
    'Daemonward is asked',
    async () => {
      const before = await requestCounts(daemonward);
      await client.create(`${daemonSetsPath(system)}?dryRun=All`, daemonSet);
      await client.create(`${podsPath(system)}?dryRun=All`, {
        ...pod,
        metadata: { ...pod.metadata, annotations },
      });
      const after = await requestCounts(daemonward);
      return REVIEW_PATHS.filter((path) => (after.answered[path] ?? 0) <= (before.answered[path] ?? 0));
    },
    (silent) => silent.length === 0,
  );
}
