/** A control plane with a scheduler at its own defaults, a Daemonward that takes turns, and tenants that make many pods. */
import { valueAt } from '../../../src/json/path.ts';
import { type ControlPlane, startControlPlane } from './control-plane.ts';
import { type Daemonward, type DaemonwardOptions, OWN_NAMESPACE, startDaemonward } from './daemonward.ts';
import { TENANT_LABEL } from './guarded-cluster.ts';
import { createNamespace } from './namespaces.ts';
import { createNodes } from './nodes.ts';
import { inParallel } from './parallel.ts';
import { type PodWatch, watchPods } from './pod-watch.ts';
import { register } from './registrations.ts';
import { type Scheduler, startScheduler } from './scheduler.ts';
import { waitFor } from './wait-for.ts';
import { type Pod, podObject, podsPath } from './workloads.ts';

const RBAC = 'rbac.authorization.k8s.io';
const NAME = 'e2e-daemonward-turns';
export const FAIR_POOL = 'fair';
const PODS_PER_NODE = 110;
export const FAIR_GATE = 'daemonward.dev/fair-share';

/** What an installation gives for turns, and for the Lease. */
const RULES = [
  { apiGroups: [''], resources: ['pods'], verbs: ['patch'] },
  { apiGroups: ['coordination.k8s.io'], resources: ['leases'], verbs: ['get', 'create', 'update'] },
];

/** Next to nothing, so that only the number of pods matters. */
const WORK = { pool: FAIR_POOL, cpu: '1m', memory: '1Mi' };

export interface FairPlane extends ControlPlane {
  startScheduler(): Promise<void>;
  stopScheduler(): Promise<void>;
}

export async function startFairPlane(places: number): Promise<FairPlane> {
  const plane = await startControlPlane({ controllerManager: true });
  const client = plane.client();
  const metadata = { name: NAME };
  await client.create('/api/v1/namespaces', { metadata: { name: OWN_NAMESPACE } });
  await client.create(`/apis/${RBAC}/v1/clusterroles`, { metadata, ...{ rules: RULES } });
  await client.create(`/apis/${RBAC}/v1/clusterrolebindings`, {
    metadata,
    ...{
      roleRef: { apiGroup: RBAC, kind: 'ClusterRole', name: NAME },
      subjects: [{ apiGroup: RBAC, kind: 'User', name: 'daemonward' }],
    },
  });
  await createNodes(client, Math.ceil(places / PODS_PER_NODE), { namePrefix: FAIR_POOL });
  let scheduler: Scheduler | undefined;
  const fair: FairPlane = {
    ...plane,
    async startScheduler() {
      scheduler = await startScheduler(plane.handle, plane.supervisor, {}, 'own-scheduler', 'own');
    },
    async stopScheduler() {
      await scheduler?.running.stop();
    },
  };
  await fair.startScheduler();
  return fair;
}

/** Registered as `daemonward render` says for its configuration; returns when the holder of the Lease is known. */
export async function startFairDaemonward(
  plane: ControlPlane,
  fairness: Readonly<Record<string, unknown>>,
  more: Partial<DaemonwardOptions> = {},
): Promise<Daemonward> {
  const daemonward = await startDaemonward(plane.supervisor, {
    env: { KUBECONFIG: plane.kubeconfig('daemonward') },
    ...more,
    sections: { fairness, ...more.sections },
  });
  await register(plane, daemonward, { policies: false });
  await waitFor(
    'it holds the Lease',
    async () => valueAt(await (await fetch(`${daemonward.opsUrl}/state`)).json(), ['writer', 'holds']),
    (holds) => holds === true || fairness.mode !== 'on',
    { withinMs: 30_000 },
  );
  return daemonward;
}

export interface FairScene {
  readonly watch: PodWatch;
  /** The namespace of each tenant. */
  readonly namespaces: Readonly<Record<string, string>>;
  /** So many, as fast as the API server takes them. */
  create(tenant: string, count: number, more?: Partial<Pod['spec']>): Promise<void>;
  /** Seconds from the first that was made to the last that was bound; waits until so many are. */
  placed(tenant: string, count: number, withinMs: number): Promise<number>;
  /** From the so manieth that was bound to another. */
  secondsBetween(first: number, last: number): number;
  /** In the order in which they were bound: whose each was. */
  order(): string[];
  /** How many have ever had our gate. */
  gated(tenant: string): number;
  pods(tenant: string): Promise<Pod[]>;
  close(): Promise<void>;
}

export async function openFairScene(plane: ControlPlane, tenants: readonly string[]): Promise<FairScene> {
  const client = plane.client();
  const namespaces: Record<string, string> = {};
  for (const tenant of tenants) {
    namespaces[tenant] = await createNamespace(plane, tenant, { labels: { [TENANT_LABEL]: tenant } });
  }
  const watch = await watchPods(plane, Object.values(namespaces));
  const of = (tenant: string) =>
    watch.events.filter(({ object }) => namespaceOf(object) === namespaces[tenant]);
  const path = (tenant: string) => podsPath(namespaces[tenant] ?? '');
  let made = 0;
  return {
    watch,
    namespaces,
    create(tenant, count, more = {}) {
      const names = Array.from({ length: count }, () => {
        made += 1;
        return `${tenant}-${made}`;
      });
      return inParallel(names, (name) => {
        const pod = podObject(name, WORK);
        return client.create(path(tenant), { ...pod, spec: { ...pod.spec, ...more } });
      });
    },
    async placed(tenant, count, withinMs) {
      await waitFor(
        `${count} pods of ${tenant} are placed`,
        () => boundAt(of(tenant)).size,
        (size) => size >= count,
        { withinMs, everyMs: 200 },
      );
      const events = of(tenant);
      const begin = Math.min(...events.map(({ at }) => at));
      const end = Math.max(...boundAt(events).values());
      return (end - begin) / 1000;
    },
    secondsBetween(first, last) {
      const times = [...boundAt(watch.events).values()];
      return ((times[last - 1] ?? Number.NaN) - (times[first - 1] ?? Number.NaN)) / 1000;
    },
    order() {
      const whose = new Map(Object.entries(namespaces).map(([tenant, namespace]) => [namespace, tenant]));
      const seen = new Set<string>();
      return watch.events.flatMap(({ object }) => {
        const uid = object.metadata?.uid ?? '';
        if (!object.spec.nodeName || seen.has(uid)) return [];
        seen.add(uid);
        return [whose.get(namespaceOf(object)) ?? ''];
      });
    },
    gated: (tenant) =>
      new Set(
        of(tenant)
          .filter(({ object }) => object.spec.schedulingGates?.some(({ name }) => name === FAIR_GATE))
          .map(({ object }) => object.metadata?.uid),
      ).size,
    pods: (tenant) => client.list<Pod>(path(tenant)),
    async close() {
      watch.stop();
      for (const tenant of tenants) {
        const pods = await client.list<Pod>(path(tenant));
        await inParallel(pods, ({ metadata }) =>
          client.delete(`${path(tenant)}/${metadata?.name}?gracePeriodSeconds=0`),
        );
        await client.delete(`/api/v1/namespaces/${namespaces[tenant]}`);
      }
    },
  };
}

function namespaceOf({ metadata }: Pod): string {
  return metadata?.namespace ?? '';
}

/** By uid, when it was first seen bound. */
function boundAt(events: PodWatch['events']): Map<string, number> {
  const bound = new Map<string, number>();
  for (const { object, at } of events) {
    const uid = object.metadata?.uid ?? '';
    if (object.spec.nodeName && !bound.has(uid)) bound.set(uid, at);
  }
  return bound;
}
