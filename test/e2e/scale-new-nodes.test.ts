/**
 * Sixty nodes join a full cluster of 240 while tenant pods wait for room, at the scheduler's own pace: with headroom every
 * daemon of the new nodes finds its place, the tenants get the rest, and the nodes are full as soon as they would be without.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { makeReady } from './harness/nodes.ts';
import {
  expectAsSoon,
  type OffBesideEnforce,
  PLAY_TIMEOUT_MS,
  startOffBesideEnforce,
} from './harness/off-beside-enforce.ts';
import { inParallel } from './harness/parallel.ts';
import { lacksRoom, onceLackedRoom, preempted, present, refusalOf } from './harness/pod-history.ts';
import { countFromHere } from './harness/request-counts.ts';
import { rolledOut } from './harness/rollouts.ts';
import type { Mode, Scene } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, type Pod } from './harness/workloads.ts';

const OLD_NODES = 240;
const NEW_NODES = 60;
const DAEMONS = ['network', 'logs'];
const DAEMON_CPU = '400m';
const DAEMON_PODS = (OLD_NODES + NEW_NODES) * DAEMONS.length;

/** All that the daemons leave of a node of 4 cpu. */
const FILLING_CPU = '3200m';
/** Three of these leave 700m of a node: too little for both daemons. Beside these there is room for two. */
const TENANT_CPU = '1100m';
const TENANT_PODS = 200;
const PLACES = NEW_NODES * 2;
/** Whoever comes first, four of them fill a node: two of each, or three tenant pods and one daemon. */
const FULL = NEW_NODES * 4;

/**
 * A kubelet registers its node first and says that it is ready later; by then everybody knows the node. The scheduler has written
 * each tenant pod a new reason meanwhile, 50 a second: when it begins with those still to write, it takes up to three seconds more.
 */
const REGISTERED_MS = 10_000;

/** What the scheduler says of nodes that are not ready. A pod told so has not been tried on the nodes since. */
const NOT_READY = 'untolerated taint';

/** How often a pod that waits is asked about meanwhile: its back-off grows from one second to ten. */
const MOST_ATTEMPTS = 6;

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let both: OffBesideEnforce;

beforeAll(async () => {
  both = await startOffBesideEnforce(plane, supervisor, { name: 'join' });
});
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

interface Outcome {
  daemons: number;
  /** Daemons that found no room, even for a moment. */
  displaced: number;
  evicted: number;
  /** Tenant pods on the new nodes. */
  placed: number;
  /** Until the new nodes are full, be it with daemons or with tenants. */
  secondsToFull: number;
  /**
   * Until everybody who found no place has been told as well. Each is one request of the scheduler's 50 a second, in both modes
   * eighty: without headroom most are of daemons, which come last, and with it all are of tenants, which come before the daemons.
   */
  seconds: number;
  filterCalls: number;
}

async function nodesJoin(scene: Scene, mode: Mode): Promise<Outcome> {
  const { stage, client, system, tenant, work, watch } = scene;
  // Of one priority: whoever comes first stays (kubernetes #140984).
  const priorityClassName = await scene.createPriorityClass('all', { value: 1_000 });
  const old = await scene.createNodes(OLD_NODES);
  await scene.fillNodes(old, 'filling', work({ cpu: FILLING_CPU, priorityClassName }));
  for (const name of DAEMONS) {
    await scene.createDaemonSet(daemonSetObject(name, work({ cpu: DAEMON_CPU, priorityClassName })));
  }
  for (const name of DAEMONS) await rolledOut(client, { namespace: system, name });
  await scene.createTenantPods(TENANT_PODS, 'web', work({ cpu: TENANT_CPU, priorityClassName }));
  const podsOf = (namespace: string) =>
    present(watch.events).filter(({ metadata }) => metadata?.namespace === namespace);
  const waiting = () => podsOf(tenant).filter((pod) => refusalOf(pod) !== '').length;
  await waitFor('all tenant pods wait', waiting, (count) => count === TENANT_PODS);

  const counts = await countFromHere(stage.daemonward);
  const names = await scene.createNodes(NEW_NODES, { from: OLD_NODES, ready: false });
  await sleep(REGISTERED_MS);
  const begin = Date.now();
  await inParallel(names, (name) => makeReady(client, name));
  const isNew = ({ spec }: Pod) => names.includes(spec.nodeName ?? '');
  const onNewNodes = () => present(watch.events).filter(isNew).length;
  await waitFor('the new nodes are full', onNewNodes, (count) => count === FULL, { withinMs: 90_000 });
  const secondsToFull = (Date.now() - begin) / 1000;
  await waitFor(
    'every daemon has been tried',
    () => podsOf(system).filter((pod) => pod.spec.nodeName || (mode === 'off' && lacksRoom(pod))).length,
    (tried) => tried === DAEMON_PODS,
  );
  const untold = () => podsOf(tenant).filter((pod) => refusalOf(pod).includes(NOT_READY)).length;
  await waitFor('every tenant pod has been tried', untold, (count) => count === 0, { withinMs: 90_000 });
  const seconds = (Date.now() - begin) / 1000;
  await watch.upToNow();
  return {
    daemons: podsOf(system).filter(({ spec }) => spec.nodeName).length,
    displaced: onceLackedRoom(watch.events).filter((name) => name.startsWith(`${system}/`)).length,
    evicted: preempted(watch.events).length,
    placed: podsOf(tenant).filter(isNew).length,
    secondsToFull,
    seconds,
    filterCalls: await counts.answered('/scheduler/filter'),
  };
}

test(
  'every daemon finds its place, nobody is evicted, and the nodes are full as soon',
  async () => {
    const outcomes = await both.play('new nodes', nodesJoin);

    for (const off of outcomes.off) expect(off.displaced).toBeGreaterThan(0);
    for (const enforce of outcomes.enforce) {
      expect(enforce).toMatchObject({ daemons: DAEMON_PODS, displaced: 0, evicted: 0, placed: PLACES });
      expect(enforce.filterCalls).toBeLessThanOrEqual(
        NEW_NODES * DAEMONS.length + TENANT_PODS * MOST_ATTEMPTS,
      );
    }
    expectAsSoon(outcomes);
  },
  PLAY_TIMEOUT_MS,
);
