/** Five hundred tenant pods at once, at nodes that keep room for daemons: no hold is ever broken, no room is wasted. */
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import type { ResourceList } from '../../src/kube/objects.ts';
import { type Resources, resourcesOf } from '../../src/kube/resources/requests.ts';
import { Bindings, left } from './harness/bindings.ts';
import { listPool, type Node } from './harness/nodes.ts';
import { activeHolds, holdsOf } from './harness/ops-port.ts';
import { refusalOf } from './harness/pod-history.ts';
import { type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject } from './harness/workloads.ts';

const TENANT_PODS = 500;
const TENANT = { cpu: '250m', memory: '256Mi' };

/** Their pods wait for a scheduler that does not exist: the holds stay for the whole test. */
const NOBODY = 'nobody';
const DAEMONS: Readonly<Record<string, { cpu: string; memory: string }>> = {
  agent: { cpu: '600m', memory: '600Mi' },
  probe: { cpu: '400m', memory: '424Mi' },
};
const HELD: Resources = resourcesOf({ cpu: '1', memory: '1Gi', pods: '2' });

interface Kind {
  name: string;
  count: number;
  size: ResourceList;
  held: boolean;
  /** How many tenant pods go on such a node, beside the holds. */
  places: number;
}

/** Each kind of node is short of another resource. */
const KINDS: readonly Kind[] = [
  { name: 'cpu', count: 10, size: { cpu: '4' }, held: true, places: 12 },
  { name: 'memory', count: 10, size: { cpu: '16', memory: '4Gi' }, held: true, places: 12 },
  { name: 'pods', count: 5, size: { cpu: '16', pods: '10' }, held: true, places: 8 },
  { name: 'free', count: 10, size: { cpu: '4' }, held: false, places: 16 },
];
const HELD_NODES = 25;

/** 440 of the 500. */
const PLACES = KINDS.reduce((sum, { count, places }) => sum + count * places, 0);

const HELD_LABEL = 'e2e.daemonward.dev/held';

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let stage: Stage;
let scene: Scene;

beforeAll(async () => {
  stage = await startStage(plane, supervisor, { name: 'burst', mode: 'enforce' });
});
afterEach(() => scene.close());
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

/** Looks at every binding in the order of the API server: one line for each after which a hold had too little left. */
function brokenHolds(nodes: readonly Node[]): string[] {
  const byName = new Map(nodes.map((node) => [node.metadata?.name ?? '', node]));
  const bindings = new Bindings();
  return scene.watch.events.flatMap((event) => {
    if (!bindings.apply(event)) return [];
    const name = event.object.spec.nodeName ?? '';
    const node = byName.get(name);
    if (node === undefined) return [`${name} is no node of the test`];
    const holds = node.metadata?.labels?.[HELD_LABEL] ? [HELD] : [];
    const short = [...left(node, bindings.podsOn(name), holds)].filter(([, amount]) => amount < 0n);
    return short.map(
      ([resource, amount]) => `${name}: ${amount} ${resource} with ${event.object.metadata?.name}`,
    );
  });
}

test('no binding breaks a hold, and every pod that can be placed is placed within a minute', async () => {
  scene = await stage.openScene('burst');
  const { pool, system, tenant, work } = scene;
  for (const { name, count, size, held } of KINDS) {
    const labels: Record<string, string> = held ? { [HELD_LABEL]: 'true' } : {};
    await scene.createNodes(count, { namePrefix: `${pool}-${name}`, size, labels });
  }
  for (const [name, size] of Object.entries(DAEMONS)) {
    const place = { schedulerName: NOBODY, nodeSelector: { [HELD_LABEL]: 'true' } };
    await scene.createDaemonSet(daemonSetObject(name, work({ ...size, ...place })));
    await waitFor(
      `room is kept for ${name}`,
      () => holdsOf(stage.daemonward, system, name),
      (holds) => holds?.holds.pending === HELD_NODES && activeHolds(holds) === HELD_NODES,
    );
  }
  const nodes = await listPool(scene.client, pool);

  await scene.createTenantPods(TENANT_PODS, 'web', work(TENANT));
  await waitFor(
    'as many tenant pods as can be are placed, and the others have been tried',
    async () => {
      const all = await scene.pods(tenant);
      const placed = all.filter(({ spec }) => spec.nodeName).length;
      return { placed, waiting: all.filter((pod) => refusalOf(pod) !== '').length };
    },
    ({ placed, waiting }) => placed >= PLACES && placed + waiting === TENANT_PODS,
    { withinMs: 60_000, everyMs: 500 },
  );
  await scene.watch.upToNow();

  expect(brokenHolds(nodes)).toEqual([]);
  const placed = (await scene.pods(tenant)).filter(({ spec }) => spec.nodeName);
  expect(placed).toHaveLength(PLACES);
});
