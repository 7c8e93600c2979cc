/** A cluster of many kinds of nodes, daemons and tenant pods, all of which come at once. */
import { afterEach, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { startControllerManager } from './harness/controller-manager.ts';
import { SYSTEM_MARK } from './harness/daemonward.ts';
import { TENANT_LABEL } from './harness/guarded-cluster.ts';
import { DAEMON_KINDS, type DaemonKind, fleetKinds, nodeKinds, TENANT_KINDS } from './harness/mixed-kinds.ts';
import { createNamespace } from './harness/namespaces.ts';
import { createNodes, nodeObject } from './harness/nodes.ts';
import { headroomState } from './harness/ops-port.ts';
import { inParallel } from './harness/parallel.ts';
import { type JudgedDaemon, PlacementJudge } from './harness/placement-judge.ts';
import { followPods } from './harness/pod-watch.ts';
import { createPriorityClass } from './harness/priority-classes.ts';
import { type Stage, type StageOptions, startStage } from './harness/scheduling-stage.ts';
import { waitFor } from './harness/wait-for.ts';
import {
  daemonPodObject,
  daemonSetObject,
  daemonSetsPath,
  type Pod,
  podObject,
  podsPath,
} from './harness/workloads.ts';

const POOL = 'mixed';
const SCHEDULER = 'mixed';
const COMMON = { pool: POOL, schedulerName: SCHEDULER };
const TENANT_PODS = TENANT_KINDS.reduce((sum, { pods }) => sum + pods, 0);
const THOUSAND = 1_000;

/** Some ten thousand pods more than in CI, and five times the nodes. */
const LARGE = process.env.DAEMONWARD_E2E_LARGE === '1';
const LARGE_TIMEOUT_MS = 1_800_000;
const LARGE_NODES = 5_000;
const LARGE_FLEET = 14;

/** Every tenth node of the large cluster has none of its daemons yet. */
const BARE_NODES = 10;

/**
 * Every pod comes at once, of every kind: what is looked at is where each may be, and at 50 bindings a second that would
 * take minutes. It asks for scores and does not tell its choices, as schedulers before 1.30 and that of Arktos; the
 * default profile at the scheduler's own pace is in scale-new-daemonsets.
 */
const OLD_SCHEDULER = {
  name: SCHEDULER,
  mode: 'enforce',
  profile: 'full',
  tells: false,
  pace: 'quick',
  // As it has it unless told otherwise: thousands that are tried every second take its time from the others.
  scheduler: { podMaxBackoffSeconds: 10 },
} as const satisfies StageOptions;

let plane: ControlPlane | undefined;
afterEach(async ({ task }) => {
  await plane?.stop({ failed: task.result?.state === 'fail' });
});

interface Namespaces {
  system: string;
  tenant: string;
}

async function createNamespaces(at: ControlPlane): Promise<Namespaces> {
  const systemLabels = SYSTEM_MARK;
  return {
    system: await createNamespace(at, 'platform', { labels: systemLabels }),
    tenant: await createNamespace(at, 'shop', { labels: { [TENANT_LABEL]: 'tenant-a' } }),
  };
}

async function createDaemonSets(
  at: ControlPlane,
  { system }: Namespaces,
  kinds: readonly DaemonKind[],
): Promise<JudgedDaemon[]> {
  const client = at.client();
  const daemons: JudgedDaemon[] = [];
  for (const { name, priority, work } of kinds) {
    await createPriorityClass(client, name, { value: priority });
    const object = daemonSetObject(name, { ...COMMON, ...work, priorityClassName: name });
    daemons.push({ priority, daemonSet: await client.create(daemonSetsPath(system), object) });
  }
  return daemons;
}

/** Two thousand at once, as fast as the API server takes them. */
async function createTenantPods(at: ControlPlane, { tenant }: Namespaces): Promise<void> {
  const client = at.client();
  for (const { name, priority } of TENANT_KINDS) {
    // While half of the nodes are not there yet, tenants would evict one another; daemons need not evict anybody.
    await createPriorityClass(client, name, { value: priority, preemptionPolicy: 'Never' });
  }
  const pods = TENANT_KINDS.flatMap(({ name, pods: count, work }) =>
    Array.from({ length: count }, (_, index) =>
      podObject(`${name}-${index}`, { ...COMMON, ...work, priorityClassName: name }),
    ),
  );
  await inParallel(pods, (pod) => client.create(podsPath(tenant), pod));
}

function nodesOf(total: number, fleet: number) {
  return nodeKinds(fleet).map(({ name, share, ...kind }) => {
    const options = { ...kind, namePrefix: `${POOL}-${name}`, pool: POOL, awaitReady: false };
    const count = (share * total) / THOUSAND;
    return {
      count,
      options,
      objects: Array.from({ length: count }, (_, index) => nodeObject(index, options)),
    };
  });
}

async function knowsDaemons({ daemonward }: Stage, count: number): Promise<void> {
  await waitFor(
    'Daemonward knows the DaemonSets',
    async () => (await headroomState(daemonward)).daemonSets.length,
    (known) => known === count,
  );
}

/** Lets everything come, waits until every pod has its place, and judges how each came to it. */
async function judgeAll(
  at: ControlPlane,
  namespaces: Namespaces,
  judge: PlacementJudge,
  come: () => Promise<unknown>,
): Promise<void> {
  const client = at.client();
  const following = await followPods(at, (event) => judge.take(event));
  await come();
  await waitFor(
    'every pod has its place',
    () => ({ placed: judge.placed, missing: judge.missing, faults: judge.faults.slice(0, 10) }),
    ({ placed, missing, faults }) => faults.length > 0 || (placed === TENANT_PODS && missing === 0),
    { withinMs: LARGE ? LARGE_TIMEOUT_MS : 150_000, everyMs: 500 },
  );
  await following.upToNow();
  following.stop();

  expect(judge.faults).toEqual([]);
  expect(await client.list(podsPath(namespaces.tenant))).toHaveLength(TENANT_PODS);
  expect(await client.list(podsPath(namespaces.system))).toHaveLength(judge.wanted);
}

test('1,000 nodes, 6 DaemonSets and 2,000 tenant pods: none is lost, none is where it may not be', async () => {
  // Without kubelets: who is bound where is all that is asked, and thousands of writes are spared.
  const started = await startControlPlane({ controllerManager: true });
  plane = started;
  const stage = await startStage(started, started.supervisor, OLD_SCHEDULER);
  const namespaces = await createNamespaces(started);
  const daemons = await createDaemonSets(started, namespaces, DAEMON_KINDS);
  await knowsDaemons(stage, daemons.length);
  const kinds = nodesOf(THOUSAND, 0);
  const nodes = kinds.flatMap(({ objects }) => objects);

  await judgeAll(started, namespaces, new PlacementJudge(nodes, daemons), () =>
    Promise.all([
      ...kinds.map(({ count, options }) => createNodes(started.client(), count, options)),
      createTenantPods(started, namespaces),
    ]),
  );
});

test.runIf(LARGE)(
  '5,000 nodes and 20 DaemonSets, most of whose pods are there already',
  async () => {
    // The controllers come later: they would make all the pods themselves.
    const started = await startControlPlane();
    plane = started;
    const client = started.client();
    const namespaces = await createNamespaces(started);
    const kinds = nodesOf(LARGE_NODES, LARGE_FLEET);
    const nodes = kinds.flatMap(({ objects }) => objects);
    for (const { count, options } of kinds) await createNodes(client, count, options);
    const daemonKinds = [...DAEMON_KINDS, ...fleetKinds(LARGE_FLEET)];
    const daemons = await createDaemonSets(started, namespaces, daemonKinds);
    const judge = new PlacementJudge(nodes, daemons);
    const bare = new Set(
      nodes.flatMap(({ metadata }, index) => (index % BARE_NODES === 0 ? metadata?.name : [])),
    );
    const bound = judge.places().filter(({ node }) => !bare.has(node));
    await inParallel(bound, async ({ daemonSet, node }) => {
      const object = await client.create<Pod>(podsPath(namespaces.system), daemonPodObject(daemonSet, node));
      judge.take({ type: 'ADDED', object });
    });
    const stage = await startStage(started, started.supervisor, OLD_SCHEDULER);
    await knowsDaemons(stage, daemons.length);

    await judgeAll(started, namespaces, judge, () =>
      Promise.all([
        startControllerManager(started.handle, started.supervisor),
        createTenantPods(started, namespaces),
      ]),
    );
  },
  LARGE_TIMEOUT_MS,
);
