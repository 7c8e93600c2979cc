/** Daemons are placed by the cluster's own scheduler, tenants by a second one that asks us: no node gets both for one room. */
import { afterAll, afterEach, expect, test } from 'vitest';
import { resourcesOf } from '../../src/kube/resources/requests.ts';
import { Bindings, left } from './harness/bindings.ts';
import { listPool } from './harness/nodes.ts';
import { activeHolds, holdsOf } from './harness/ops-port.ts';
import { inParallel } from './harness/parallel.ts';
import { startScheduler } from './harness/scheduler.ts';
import { type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, podsPath } from './harness/workloads.ts';

const NODES = 300;
const NODE_SIZE = { cpu: '4' };
/** Three of these and there is no place for the daemon; two, and there is one for it or for another tenant. */
const OLD_CPU = '1200m';
const OLD_PODS = 3;
const DAEMON_CPU = '1';
const WAITING_CPU = '1';
const WAITING = 300;

const RUNS = Number(process.env.DAEMONWARD_E2E_RUNS ?? '1');

const OWN = 'two-own';

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let stage: Stage;
let scene: Scene;

afterEach(() => scene.close());
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

/** Nodes that had less than nothing left after some binding, in the order of the API server. */
async function overcommitted(): Promise<string[]> {
  const nodes = new Map(
    (await listPool(scene.client, scene.pool)).map((node) => [node.metadata?.name ?? '', node]),
  );
  const bindings = new Bindings();
  const found = scene.watch.events.flatMap((event) => {
    if (!bindings.apply(event)) return [];
    const name = event.object.spec.nodeName ?? '';
    const node = nodes.get(name);
    if (node === undefined) return [];
    const rest = left(node, bindings.podsOn(name), [resourcesOf({})]);
    return [...rest.values()].some((amount) => amount < 0n) ? [name] : [];
  });
  return [...new Set(found)];
}

test.each(Array.from({ length: RUNS }, (_, index) => index + 1))(
  'run %d: every daemon gets its place, and no node is overcommitted',
  async (run) => {
    if (run === 1) {
      stage = await startStage(plane, supervisor, {
        name: 'two-second',
        mode: 'enforce',
      });
      await startScheduler(plane.handle, supervisor, { profiles: [{ schedulerName: OWN }] }, OWN, 'own');
    }
    scene = await stage.openScene('two');
    const { client, system, tenant, work } = scene;
    const names = await scene.createNodes(NODES, { size: NODE_SIZE });
    const places = names.flatMap((name) => Array<string>(OLD_PODS).fill(name));
    await scene.fillNodes(places, 'old', work({ cpu: OLD_CPU }));
    await scene.createDaemonSet(daemonSetObject('agent', work({ cpu: DAEMON_CPU, schedulerName: OWN })));
    await waitFor(
      'room is kept on every node',
      async () => activeHolds(await holdsOf(stage.daemonward, system, 'agent')),
      (holds) => holds === NODES,
      { withinMs: 60_000 },
    );
    await scene.createTenantPods(WAITING, 'new', work({ cpu: WAITING_CPU }));

    // One place on each node becomes free, and both schedulers hear of it.
    const leaving = names.map((_, index) => `old-${index * OLD_PODS}`);
    await inParallel(leaving, (name) => client.delete(`${podsPath(tenant)}/${name}?gracePeriodSeconds=0`));
    await waitFor(
      'every daemon is placed',
      async () => (await scene.pods(system)).filter(({ spec }) => spec.nodeName).length,
      (placed) => placed === NODES,
      { withinMs: 120_000, everyMs: 500 },
    );
    await scene.watch.upToNow();

    expect(await overcommitted()).toEqual([]);
  },
);
