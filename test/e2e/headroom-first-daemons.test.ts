/** The first daemons of a DaemonSet on the first node: what only admission makes them ask for is kept before it does. */
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest';
import type { ResourceList, Toleration } from '../../src/kube/objects.ts';
import { makeReady } from './harness/nodes.ts';
import { createLimitRange, createRuntimeClass, deleteRuntimeClass } from './harness/pod-additions.ts';
import { onceLackedRoom, refusalOf } from './harness/pod-history.ts';
import { MODES, type Mode, type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { type DaemonSetObject, daemonSetObject } from './harness/workloads.ts';

const DAEMONS = ['network', 'storage', 'logs', 'metrics'];

/** Five of them leave 500m of a node of 4 cpu, too little for four daemons of 400m; beside those there is room for three. */
const TENANT_CPU = '700m';
const PLACES = { off: 5, enforce: 3 } as const satisfies Record<Mode, number>;
const TENANT_PODS = 20;

/** Long enough for the scheduler to place another tenant's pod, if it ever will. */
const STANDSTILL_MS = 1_000;

/** So they come before the daemons, which wait for a node to be ready: otherwise it would be a race. */
const TOLERATES_ALL: Toleration = { operator: 'Exists' };

interface Way {
  title: string;
  /** What the template says by itself. */
  requests: ResourceList;
  /** Makes pods ask for 400m; the answer is the name of a RuntimeClass, if that is how. */
  add(scene: Scene): Promise<string | undefined>;
}

const WAYS: readonly Way[] = [
  {
    title: 'a LimitRange gives them all that they ask for',
    requests: {},
    async add({ client, system }) {
      const limit = { cpu: '400m', memory: '64Mi' };
      await createLimitRange(client, system, 'defaults', [{ type: 'Container', default: limit }]);
      return undefined;
    },
  },
  {
    title: 'a RuntimeClass adds its overhead',
    requests: { cpu: '100m', memory: '16Mi' },
    async add({ client, pool }) {
      await createRuntimeClass(client, pool, { cpu: '300m', memory: '48Mi' });
      return pool;
    },
  },
];

const plane = sharedControlPlane();
const supervisor = startSupervisor();
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

describe.each(MODES)('with headroom %s', (mode) => {
  let stage: Stage;
  let scene: Scene;

  beforeAll(async () => {
    stage = await startStage(plane, supervisor, { name: `first-${mode}`, mode });
    return () => stage.end();
  });
  afterEach(async () => {
    await scene.close();
    await deleteRuntimeClass(scene.client, scene.pool);
  });

  /** The tenants take what they get of a node that is not ready yet; then it is, and its daemons come. */
  async function firstNodeJoins({ requests, add }: Way): Promise<void> {
    scene = await stage.openScene('first');
    const { client, system, tenant } = scene;
    const runtimeClassName = await add(scene);
    const priorityClassName = await scene.createPriorityClass('all', { value: 1_000 });
    for (const daemon of DAEMONS) {
      const daemonSet = daemonSetObject(daemon, scene.work({ priorityClassName }));
      await scene.createDaemonSet(asking(daemonSet, requests, runtimeClassName));
    }
    const tenants = scene.work({ cpu: TENANT_CPU, priorityClassName, tolerations: [TOLERATES_ALL] });
    await scene.createTenantPods(TENANT_PODS, 'web', tenants);
    const [node = ''] = await scene.createNodes(1, { ready: false });
    await waitFor(
      'the tenants have taken what they get',
      async () => (await scene.pods(tenant)).filter(({ spec }) => spec.nodeName).length,
      (placed) => placed >= PLACES[mode],
    );
    await sleep(STANDSTILL_MS);
    await makeReady(client, node);
    await waitFor(
      'all daemons have been tried',
      async () => (await scene.pods(system)).filter((pod) => pod.spec.nodeName || refusalOf(pod) !== ''),
      (tried) => tried.length === DAEMONS.length,
    );
    await scene.watch.upToNow();
  }

  test.each(WAYS)('$title', async (way) => {
    await firstNodeJoins(way);
    const { pods, system, tenant, watch } = scene;
    const daemons = await pods(system);
    const tenants = (await pods(tenant)).filter(({ spec }) => spec.nodeName);
    const late = onceLackedRoom(watch.events).filter((pod) => pod.startsWith(system));

    expect(tenants).toHaveLength(PLACES[mode]);
    if (mode === 'off') expect(late).not.toEqual([]);
    else {
      expect(late).toEqual([]);
      expect(daemons.filter(({ spec }) => spec.nodeName)).toHaveLength(DAEMONS.length);
    }
  });
});

function asking(
  { spec, ...rest }: DaemonSetObject,
  requests: ResourceList,
  runtimeClassName: string | undefined,
): DaemonSetObject {
  const { metadata, spec: pod } = spec?.template ?? {};
  const containers = (pod?.containers ?? []).map((container) => ({ ...container, resources: { requests } }));
  const runtime = runtimeClassName === undefined ? {} : { runtimeClassName };
  return { ...rest, spec: { ...spec, template: { metadata, spec: { ...pod, ...runtime, containers } } } };
}
