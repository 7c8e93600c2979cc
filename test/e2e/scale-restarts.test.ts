/** A burst while room is kept everywhere, and in the middle of it Daemonward is killed, or the scheduler's leader is. */
import { afterAll, afterEach, beforeEach, expect, test } from 'vitest';
import { resourcesOf } from '../../src/kube/resources/requests.ts';
import { Bindings, left } from './harness/bindings.ts';
import type { KubeObject } from './harness/client.ts';
import { readCredentials } from './harness/credentials.ts';
import { listPool } from './harness/nodes.ts';
import { activeHolds, holdsOf } from './harness/ops-port.ts';
import { boundPods } from './harness/placing-time.ts';
import { preempted } from './harness/pod-history.ts';
import type { PodEvent } from './harness/pod-watch.ts';
import { agentFor, exchange } from './harness/request.ts';
import type { Pace, SchedulerConfiguration } from './harness/scheduler.ts';
import { type Mode, type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject } from './harness/workloads.ts';

interface ResourceQuota extends KubeObject {
  spec: { hard: Readonly<Record<string, string>> };
}

const FULL_NODES = 120;
const FREE_NODES = 180;
const NODES = FULL_NODES + FREE_NODES;

/** A node of four cpus has three places for tenants: two as long as one cpu is kept for the daemon. */
const NODE_SIZE = { cpu: '4' };
const DAEMON_CPU = '1';
const TENANT_CPU = '1200m';
const PLACES = 3;
const KEPT_PLACES = FREE_NODES * 2;
const BURST = 500;
/**
 * A slower client than users have, and that is the harder case: the queue of bindings that Daemonward has never heard of
 * is still there when it is back. At the 50 a second of the default a busy machine may need longer to start it than the
 * client to send them, and then there is nothing to see. These are more than such a client can send meanwhile, on however busy a machine.
 */
const SLOW_CLIENT = { qps: 20 };
const BEFORE = 400;
/** So many are bound when it happens: the scheduler has chosen nodes for hundreds more, and sends 50 a second. */
const IN_THE_MIDDLE = 20;

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let stage: Stage;
let scene: Scene;
/** More urgent than those that fill nodes: whoever is refused looks for somebody to evict. */
let urgent: string;

afterEach(async () => {
  await scene.close();
  await stage.end();
});
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

async function prepare(
  name: string,
  mode: Mode,
  more: { pace?: Pace; scheduler?: SchedulerConfiguration } = {},
): Promise<void> {
  const { pace = 'own', scheduler = {} } = more;
  stage = await startStage(plane, supervisor, { name, mode, pace, scheduler });
  scene = await stage.openScene('burst');
  const { client, system, work } = scene;
  urgent = await scene.createPriorityClass('urgent', { value: 1_000 });
  const daemons = await scene.createPriorityClass('daemons', { value: 2_000 });
  // Its pods cannot be made: room is kept for it, and it never takes it.
  await client.create(`/api/v1/namespaces/${system}/resourcequotas`, {
    apiVersion: 'v1',
    kind: 'ResourceQuota',
    metadata: { name: 'nothing' },
    spec: { hard: { pods: '0' } },
  } satisfies ResourceQuota);
  const names = await scene.createNodes(NODES, { size: NODE_SIZE });
  const full = names.slice(0, FULL_NODES).flatMap((node) => Array<string>(PLACES).fill(node));
  await scene.fillNodes(full, 'old', work({ cpu: TENANT_CPU }));
  await scene.createDaemonSet(
    daemonSetObject('agent', work({ cpu: DAEMON_CPU, priorityClassName: daemons })),
  );
  await waitFor(
    'room is kept on every node',
    async () => activeHolds(await holdsOf(stage.daemonward, system, 'agent')),
    (holds) => holds === NODES,
    { withinMs: 60_000 },
  );
}

function createBurst(name: string, count: number): Promise<void> {
  return scene.createTenantPods(count, name, scene.work({ cpu: TENANT_CPU, priorityClassName: urgent }));
}

function isNew({ object }: PodEvent): boolean {
  return object.metadata?.name?.startsWith('new') ?? false;
}

function boundCount(): number {
  return boundPods(scene.watch, isNew).size;
}

function untilBound(count: number, withinMs: number): Promise<number> {
  return waitFor(
    `${count} are bound`,
    async () => boundCount(),
    (bound) => bound >= count,
    { withinMs, everyMs: 20 },
  );
}

/** Pods whose node the scheduler has chosen and which are not bound yet, by its own count, and the one it is about to. */
async function chosenAndUnbound(): Promise<number> {
  const agent = agentFor(readCredentials(plane.handle.directory, 'admin'));
  const { text } = await exchange(`${stage.scheduler.url}/metrics`, { agent });
  agent.destroy();
  const binding = Number(/^scheduler_goroutines\{operation="binding"\} (\d+)/m.exec(text)?.[1] ?? 0);
  return binding === 0 ? 0 : binding + 1;
}

/** For each binding of a new pod, in order: whether it took room that was kept. */
async function brokenHolds(): Promise<boolean[]> {
  const pool = await listPool(scene.client, scene.pool);
  const nodes = new Map(pool.map((node) => [node.metadata?.name ?? '', node]));
  const bindings = new Bindings();
  return scene.watch.events.flatMap((event) => {
    const isBinding = bindings.apply(event);
    const node = nodes.get(event.object.spec.nodeName ?? '');
    if (!isBinding || !isNew(event) || node === undefined) return [];
    const rest = left(node, bindings.podsOn(node.metadata?.name ?? ''), [resourcesOf({ cpu: DAEMON_CPU })]);
    return [(rest.get('cpu') ?? 0n) < 0n];
  });
}

function evicted(): number {
  return preempted(scene.watch.events).length;
}

beforeEach(({ task }) => console.log(task.name));

test('without Daemonward the room is taken', async () => {
  await prepare('restart-off', 'off');

  await createBurst('new', BURST);
  await untilBound(BURST, 120_000);
  await scene.watch.upToNow();

  expect((await brokenHolds()).filter(Boolean).length).toBeGreaterThanOrEqual(BURST - KEPT_PLACES);
});

test('Daemonward is killed and comes back: room is kept again from then on, and nobody is evicted', async () => {
  await prepare('restart', 'enforce', { pace: SLOW_CLIENT });

  await createBurst('new-a', BEFORE);
  await untilBound(IN_THE_MIDDLE, 60_000);
  await stage.restartDaemonward();
  const [boundBefore, onTheirWay] = [boundCount(), await chosenAndUnbound()];
  await createBurst('new-b', BURST - BEFORE);
  const bound = await untilBound(KEPT_PLACES, 120_000);
  await waitFor('none is on its way any more', chosenAndUnbound, (count) => count === 0);
  await scene.watch.upToNow();

  const broken = await brokenHolds();
  console.log(JSON.stringify({ boundBefore, onTheirWay, bound, broken: broken.filter(Boolean).length }));
  expect(onTheirWay).toBeGreaterThan(0);
  expect(broken.slice(boundBefore + onTheirWay).filter(Boolean)).toEqual([]);
  expect(evicted()).toBe(0);
});

test('the scheduler’s leader is killed and another takes over: no room is given away, and nobody is evicted', async () => {
  const lease = { leaderElect: true, resourceName: 'burst-leader', resourceNamespace: 'kube-system' };
  await prepare('leader', 'enforce', { scheduler: { leaderElection: lease } });
  await stage.startStandby();

  await createBurst('new', BURST);
  await untilBound(IN_THE_MIDDLE, 60_000);
  await stage.scheduler.running.stop('SIGKILL');
  const boundBefore = boundCount();
  const bound = await untilBound(KEPT_PLACES, 150_000);
  await scene.watch.upToNow();

  const broken = await brokenHolds();
  console.log(JSON.stringify({ boundBefore, bound, broken: broken.filter(Boolean).length }));
  expect(boundBefore).toBeLessThan(KEPT_PLACES);
  expect(broken.filter(Boolean)).toEqual([]);
  expect(evicted()).toBe(0);
});
