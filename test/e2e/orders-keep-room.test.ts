/** The room of an Order under a rush of tenants, with both enforcements, and a DaemonSet that comes for it later. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { metricSum } from './harness/ops-port.ts';
import { defineOrders, grantOrders, orderObject, ordersPath, statusOf, WRITING } from './harness/orders.ts';
import { ended } from './harness/pod-history.ts';
import { type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject, type Pod } from './harness/workloads.ts';

/** A short form, of more nodes than the scheduler looks at for one pod; `DAEMONWARD_E2E_NODES=1000` is the whole one. */
const NODES = Number(process.env.DAEMONWARD_E2E_NODES ?? '150');
/** Nodes of four cpus: two of these pods fill one, and beside the room of the Order there is place for one. */
const TENANT_CPU = '2';
const ORDER_CPU = '1';
const TENANTS = 2 * NODES;

/** What thousands of pods take on two loaded cores. */
const WITHIN_MS = 170_000 + 300 * NODES;

let plane: ControlPlane;
beforeAll(async () => {
  plane = await startControlPlane({ controllerManager: true, scheduler: { config: {} }, nodes: 'kwok' });
  await defineOrders(plane);
  await grantOrders(plane);
});
afterAll(() => plane?.stop());

const isBound = ({ spec }: Pod) => Boolean(spec.nodeName);

async function reserve(
  scene: Scene,
  enforcement: 'Hold' | 'Guardian',
  schedulerName?: string,
): Promise<void> {
  const owners = [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'agent' }];
  const template = schedulerName === undefined ? {} : { schedulerName };
  const wish = { pool: scene.pool, cpu: ORDER_CPU, more: { enforcement, owners }, template };
  await scene.client.create(ordersPath(scene.system), orderObject('room', wish));
  await statusOf(
    plane,
    scene.system,
    'room',
    ({ eligible, held }) => eligible === NODES && held === NODES,
    WITHIN_MS,
  );
}

async function rush(scene: Scene, schedulerName: string): Promise<Pod[]> {
  await scene.createTenantPods(TENANTS, 'tenant', { ...scene.work({ cpu: TENANT_CPU }), schedulerName });
  await waitFor(
    'a tenant pod is on every node',
    async () => (await scene.pods(scene.tenant)).filter(isBound).length,
    (bound) => bound >= NODES,
    { withinMs: WITHIN_MS, everyMs: 1_000 },
  );
  // Time for one more to slip in, if it could.
  await new Promise((resolve) => setTimeout(resolve, 5_000));
  return (await scene.pods(scene.tenant)).filter(isBound);
}

async function claim(scene: Scene, schedulerName: string): Promise<void> {
  const work = scene.work({ cpu: ORDER_CPU, priorityClassName: 'system-node-critical' });
  await scene.createDaemonSet(daemonSetObject('agent', { ...work, schedulerName }));
  await waitFor(
    'the daemon is on every node',
    async () =>
      new Set((await scene.pods(scene.system, 'agent')).map(({ spec }) => spec.nodeName).filter(Boolean))
        .size,
    (nodes) => nodes === NODES,
    { withinMs: WITHIN_MS, everyMs: 1_000 },
  );
}

function tenantsEnded(scene: Scene): string[] {
  return ended(scene.watch.events).filter((name) => name.startsWith('tenant-'));
}

function guardiansOf(scene: Scene): Promise<Pod[]> {
  const query = encodeURIComponent('app.kubernetes.io/component=guardian');
  return scene.client.list<Pod>(`/api/v1/namespaces/${scene.system}/pods?labelSelector=${query}`);
}

describe('with Daemonward as the extender', () => {
  let stage: Stage;
  beforeAll(async () => {
    stage = await startStage(plane, plane.supervisor, { name: 'orders', mode: 'enforce', sections: WRITING });
  });
  afterAll(() => stage?.end());

  test.each(['Hold', 'Guardian'] as const)(
    `%s: ${TENANTS} tenant pods leave the room of ${NODES} nodes alone, and a later DaemonSet gets it without an eviction`,
    async (enforcement) => {
      const scene = await stage.openScene(enforcement.toLowerCase());
      await scene.createNodes(NODES);
      await reserve(scene, enforcement, enforcement === 'Guardian' ? stage.schedulerName : undefined);
      const guardians = enforcement === 'Guardian' ? NODES : 0;
      await waitFor(
        `${guardians} guardians are bound`,
        async () => (await guardiansOf(scene)).filter(isBound).length,
        (count) => count === guardians,
        { withinMs: WITHIN_MS },
      );

      const bound = await rush(scene, stage.schedulerName);
      await claim(scene, stage.schedulerName);
      const status = await statusOf(
        plane,
        scene.system,
        'room',
        ({ claimed }) => claimed === NODES,
        WITHIN_MS,
      );
      await waitFor(
        'the guardians are gone',
        () => guardiansOf(scene),
        (left) => left.length === 0,
        { withinMs: WITHIN_MS },
      );
      const writes = await metricSum(stage.daemonward, 'daemonward_order_status_writes_total', {});
      const ends = tenantsEnded(scene);
      await scene.client.delete(`${ordersPath(scene.system)}/room`);
      await scene.close();

      console.log(JSON.stringify({ enforcement, nodes: NODES, bound: bound.length, statusWrites: writes }));
      expect(bound.length).toBe(NODES);
      expect(new Set(bound.map(({ spec }) => spec.nodeName)).size).toBe(NODES);
      expect(status).toMatchObject({ claimed: NODES, short: 0 });
      expect(ends).toEqual([]);
    },
    2 * WITHIN_MS,
  );
});

describe('with a scheduler that asks nobody', () => {
  test(
    'guardians keep the room, each pinned to its node and owned by the Order, and the daemon comes in on every node',
    async () => {
      const stage = await startStage(plane, plane.supervisor, {
        name: 'unasked',
        mode: 'enforce',
        sections: WRITING,
      });
      const scene = await stage.openScene('alone');
      const nodes = await scene.createNodes(NODES);
      await reserve(scene, 'Guardian');
      const guardians = await waitFor(
        'the guardians are bound',
        () => guardiansOf(scene),
        (pods) => pods.filter(isBound).length === NODES,
        { withinMs: WITHIN_MS },
      );

      const bound = await rush(scene, 'default-scheduler');
      await claim(scene, 'default-scheduler');
      const ends = tenantsEnded(scene);
      await scene.client.delete(`${ordersPath(scene.system)}/room`);
      await scene.close();
      await stage.end();

      const owners = guardians.map(({ metadata }) => metadata?.ownerReferences?.[0]?.kind);
      expect(guardians.map(({ spec }) => spec.nodeName).toSorted()).toEqual(nodes.toSorted());
      expect(new Set(owners)).toEqual(new Set(['Order']));
      expect(bound.length).toBe(NODES);
      expect(ends).toEqual([]);
    },
    2 * WITHIN_MS,
  );
});
