/** Two replicas behind one address are restarted in turn, and one is killed, under a load of reviews and of scheduling. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, expect, test } from 'vitest';
import { resourcesOf } from '../../src/kube/resources/requests.ts';
import { Bindings, left } from './harness/bindings.ts';
import { SYSTEM_MARK } from './harness/daemonward.ts';
import { TENANT_LABEL } from './harness/guarded-cluster.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { createNodes, deletePool, listPool } from './harness/nodes.ts';
import { activeHolds, holdsOf } from './harness/ops-port.ts';
import { inParallel } from './harness/parallel.ts';
import { boundPods } from './harness/placing-time.ts';
import { type PodEvent, type PodWatch, watchPods } from './harness/pod-watch.ts';
import { ENDPOINT_LAG_MS, type Replicas, startReplicas } from './harness/replicas.ts';
import { failedOpen, startReviews } from './harness/review-load.ts';
import { startScheduler } from './harness/scheduler.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { skippedAt } from './harness/skipped-calls.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, daemonSetsPath, type Pod, podObject, podsPath } from './harness/workloads.ts';

/** Five by `DAEMONWARD_E2E_ROLLS=5`: each takes as long as a replica drains. */
const ROLLS = Number(process.env.DAEMONWARD_E2E_ROLLS ?? 1);
const TIMEOUT_MS = 150_000 + ROLLS * 2 * 60_000;

const SCHEDULER = 'rolling';
const POOL = 'rolling';
const NODES = 60;
/** A node of four cpus has two places for tenants while one cpu is kept for the daemon, and three otherwise. */
const NODE_SIZE = { cpu: '4' };
const DAEMON_CPU = '1';
const TENANT_CPU = '1200m';
const KEPT_PLACES = NODES * 2;
const PODS = NODES * 3;

/** The rest of the pods, for which there is no room, are tried again at least this often. */
const LONGEST_BACK_OFF_MS = 10_000;

/** What was chosen without an answer is bound by then, at 50 a second. */
const UNDER_WAY_MS = 5_000;

/** The API server gives up a webhook after so long (render: timeoutSeconds), when nobody refuses and nobody answers. */
const REVIEW_TIMEOUT_MS = 3_000;

/** And the scheduler an extender (`httpTimeout`). */
const CALL_TIMEOUT_MS = 2_000;

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let replicas: Replicas;
let watch: PodWatch | undefined;
const namespaces: string[] = [];
afterEach(async () => {
  watch?.stop();
  await replicas?.end();
  await plane.client().delete(daemonSetsPath(namespaces[0] ?? ''));
  for (const namespace of namespaces.splice(0)) {
    const pods = await plane.client().list<Pod>(podsPath(namespace));
    await inParallel(pods, ({ metadata }) =>
      plane.client().delete(`${podsPath(namespace)}/${metadata?.name}?gracePeriodSeconds=0`),
    );
    await deleteNamespace(plane, namespace);
  }
  await deletePool(plane.client(), POOL);
});
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

/** Nodes that keep room for a daemon whose pods cannot be made, and a scheduler that asks by the Service. */
async function prepare() {
  const client = plane.client();
  const system = await createNamespace(plane, 'rolling-system', { labels: SYSTEM_MARK });
  const tenant = await createNamespace(plane, 'rolling-tenant', { labels: { [TENANT_LABEL]: 'tenant-a' } });
  namespaces.push(system, tenant);
  await client.create(`/api/v1/namespaces/${system}/resourcequotas`, {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'nothing' },
    ...{ spec: { hard: { pods: '0' } } },
  });
  await createNodes(client, NODES, { namePrefix: POOL, pool: POOL, size: NODE_SIZE });
  replicas = await startReplicas(plane, supervisor, {
    name: 'rolling',
    count: 2,
    sections: { rules: {}, daemons: { schedulers: [SCHEDULER] } },
  });
  await replicas.register();
  const work = { pool: POOL, schedulerName: SCHEDULER };
  await waitFor(
    'the daemon is accepted',
    () =>
      client.raw(
        'POST',
        daemonSetsPath(system),
        daemonSetObject('agent', { ...work, cpu: DAEMON_CPU, priorityClassName: 'system-node-critical' }),
      ),
    ({ status }) => status === 201,
  );
  for (const replica of replicas.all) {
    await waitFor(
      'room is kept on every node',
      async () => activeHolds(await holdsOf(replica, system, 'agent')),
      (holds) => holds === NODES,
    );
  }
  const scheduler = await startScheduler(
    plane.handle,
    supervisor,
    await replicas.schedulerConfiguration(SCHEDULER),
    SCHEDULER,
    'own',
  );
  watch = await watchPods(plane, [tenant]);
  return { system, tenant, scheduler, work, watch };
}

/** The bindings that took room that was kept. */
async function brokenHolds({ events }: PodWatch): Promise<PodEvent[]> {
  const pool = await listPool(plane.client(), POOL);
  const nodes = new Map(pool.map((node) => [node.metadata?.name ?? '', node]));
  const bindings = new Bindings();
  return events.filter((event) => {
    const isBinding = bindings.apply(event);
    const node = nodes.get(event.object.spec.nodeName ?? '');
    if (!isBinding || node === undefined) return false;
    const rest = left(node, bindings.podsOn(node.metadata?.name ?? ''), [resourcesOf({ cpu: DAEMON_CPU })]);
    return (rest.get('cpu') ?? 0n) < 0n;
  });
}

test(
  'restarts in turn: not one review fails, not one call of the scheduler, and no room is given away',
  async () => {
    const { system, tenant, scheduler, work, watch } = await prepare();
    const openBefore = await failedOpen(plane);
    const reviews = startReviews(plane, system);
    const perRoll = Math.ceil(PODS / (ROLLS * 2));

    for (let turn = 0; turn < ROLLS * 2; turn += 1) {
      const names = Array.from({ length: perRoll }, (_, index) => `new-${turn}-${index}`);
      const created = inParallel(names, (name) =>
        plane.client().create(podsPath(tenant), podObject(name, { ...work, cpu: TENANT_CPU })),
      );
      await replicas.roll(turn % 2);
      await created;
    }
    const bound = await waitFor(
      'all that there is room for are bound',
      async () => boundPods(watch, () => true).size,
      (count) => count >= KEPT_PLACES,
      { withinMs: 90_000 },
    );
    await reviews.stop();
    await watch.upToNow();
    const broken = (await brokenHolds(watch)).length;
    const skips = skippedAt(scheduler.running.log);
    await scheduler.running.stop();
    const [answered, failed] = [reviews.answered(), reviews.failed.length];
    console.log(JSON.stringify({ rolls: ROLLS * 2, answered, failed, bound, skips: skips.length, broken }));

    expect(reviews.failed).toEqual([]);
    expect((await failedOpen(plane)) - openBefore).toBe(0);
    expect(skips).toEqual([]);
    expect(broken).toBe(0);
  },
  TIMEOUT_MS,
);

test(
  'one is killed: reviews fail only until its endpoint is out, and so does the keeping of room',
  async () => {
    const { system, tenant, scheduler, work, watch } = await prepare();
    const reviews = startReviews(plane, system);
    const names = Array.from({ length: PODS }, (_, index) => `new-${index}`);
    const created = inParallel(names, (name) =>
      plane.client().create(podsPath(tenant), podObject(name, { ...work, cpu: TENANT_CPU })),
    );
    await waitFor(
      'some are bound',
      async () => boundPods(watch, () => true).size,
      (count) => count >= 10,
      { everyMs: 20 },
    );

    // The one that the scheduler asks: its account is lost with it.
    const asked = await askedReplica();
    const killedAt = Date.now();
    await replicas.kill(asked);
    await created;
    const bound = await waitFor(
      'all that there is room for are bound',
      async () => boundPods(watch, () => true).size,
      (count) => count >= KEPT_PLACES,
      { withinMs: 90_000 },
    );
    // Those that found no place go on pressing on the room that is held.
    await sleep(LONGEST_BACK_OFF_MS + UNDER_WAY_MS);
    await reviews.stop();
    await watch.upToNow();
    const all = await brokenHolds(watch);
    const broken = all.length;
    const overAt = killedAt + ENDPOINT_LAG_MS + UNDER_WAY_MS;
    const brokenLater = all.filter(({ at }) => at > overAt).length;
    const skips = skippedAt(scheduler.running.log);
    await scheduler.running.stop();
    const lastMs = Math.max(0, ...reviews.failed.map(({ at }) => at - killedAt));
    const lastSkipMs = Math.max(0, ...skips.map((at) => at - killedAt));
    const [answered, failed] = [reviews.answered(), reviews.failed.length];
    console.log(
      JSON.stringify({
        answered,
        failed,
        lastMs,
        bound,
        skips: skips.length,
        lastSkipMs,
        broken,
        brokenLater,
      }),
    );

    expect(lastMs).toBeLessThan(ENDPOINT_LAG_MS + REVIEW_TIMEOUT_MS);
    expect(lastSkipMs).toBeLessThan(ENDPOINT_LAG_MS + CALL_TIMEOUT_MS);
    expect(broken).toBeLessThanOrEqual(skips.length);
    expect(brokenLater).toBe(0);
  },
  TIMEOUT_MS,
);

/** By the count of calls that each has answered. */
async function askedReplica(): Promise<number> {
  const counts = await Promise.all(
    replicas.all.map(async (replica) => {
      const response = await fetch(`${replica.opsUrl}/metrics`);
      const text = await response.text();
      const found = /daemonward_http_requests_total\{path="\/scheduler\/filter",code="200"\} (\d+)/.exec(
        text,
      );
      return Number(found?.[1] ?? 0);
    }),
  );
  return counts.indexOf(Math.max(...counts));
}
