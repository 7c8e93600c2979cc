/**
 * More tenant pods than there is room for come at once to 300 nodes that keep room for daemons, at the scheduler's own
 * pace: no hold is ever broken, no room is wasted, and it takes no longer.
 */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ResourceList } from '../../src/kube/objects.ts';
import { type Resources, resourcesOf } from '../../src/kube/resources/requests.ts';
import { Bindings, left } from './harness/bindings.ts';
import { listPool, type Node } from './harness/nodes.ts';
import {
  expectAsSoon,
  type OffBesideEnforce,
  PLAY_TIMEOUT_MS,
  startOffBesideEnforce,
} from './harness/off-beside-enforce.ts';
import { activeHolds, holdsOf } from './harness/ops-port.ts';
import { preempted, present, refusalOf } from './harness/pod-history.ts';
import type { PodEvent } from './harness/pod-watch.ts';
import { countFromHere } from './harness/request-counts.ts';
import type { Mode, Scene } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject } from './harness/workloads.ts';

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
  { name: 'cpu', count: 90, size: { cpu: '1500m' }, held: true, places: 2 },
  { name: 'memory', count: 90, size: { cpu: '16', memory: '1536Mi' }, held: true, places: 2 },
  { name: 'pods', count: 40, size: { cpu: '16', pods: '3' }, held: true, places: 1 },
  { name: 'free', count: 80, size: { cpu: '500m' }, held: false, places: 2 },
];

function sumOf(values: readonly number[]): number {
  return values.reduce((sum, value) => sum + value, 0);
}

const HELD_NODES = sumOf(KINDS.filter(({ held }) => held).map(({ count }) => count));
const PLACES = sumOf(KINDS.map(({ count, places }) => count * places));
const TENANT_PODS = PLACES + 60;

const HELD_LABEL = 'e2e.daemonward.dev/held';

/** How often a pod that waits is asked about meanwhile: its back-off grows from one second to ten. */
const MOST_ATTEMPTS = 6;

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let both: OffBesideEnforce;

beforeAll(async () => {
  both = await startOffBesideEnforce(plane, supervisor, { name: 'held' });
});
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

interface Outcome {
  placed: number;
  evicted: number;
  /** Some bindings after which a hold had too little left. */
  broken: string[];
  /** Until each has its place, or its answer that there is none. */
  seconds: number;
  filterCalls: number;
}

/** Looks at every binding in the order of the API server: one line for each after which a hold had too little left. */
function brokenHolds(nodes: readonly Node[], events: readonly PodEvent[]): string[] {
  const byName = new Map(nodes.map((node) => [node.metadata?.name ?? '', node]));
  const bindings = new Bindings();
  return events.flatMap((event) => {
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

async function createHolds({ stage, system, work, createDaemonSet }: Scene, mode: Mode): Promise<void> {
  for (const [name, size] of Object.entries(DAEMONS)) {
    const place = { schedulerName: NOBODY, nodeSelector: { [HELD_LABEL]: 'true' } };
    await createDaemonSet(daemonSetObject(name, work({ ...size, ...place })));
    if (mode === 'off') continue;
    await waitFor(
      `room is kept for ${name}`,
      () => holdsOf(stage.daemonward, system, name),
      (holds) => holds?.holds.pending === HELD_NODES && activeHolds(holds) === HELD_NODES,
    );
  }
}

async function tenantsCome(scene: Scene, mode: Mode): Promise<Outcome> {
  const { stage, pool, tenant, work, watch } = scene;
  for (const { name, count, size, held } of KINDS) {
    const labels: Record<string, string> = held ? { [HELD_LABEL]: 'true' } : {};
    await scene.createNodes(count, { namePrefix: `${pool}-${name}`, size, labels });
  }
  await createHolds(scene, mode);
  const nodes = await listPool(scene.client, pool);
  const counts = await countFromHere(stage.daemonward);

  const begin = Date.now();
  await scene.createTenantPods(TENANT_PODS, 'web', work(TENANT));
  const tenants = () => present(watch.events).filter(({ metadata }) => metadata?.namespace === tenant);
  const placed = () => tenants().filter(({ spec }) => spec.nodeName).length;
  const tried = () => tenants().filter((pod) => pod.spec.nodeName || refusalOf(pod) !== '').length;
  await waitFor(
    'as many as can be are placed, and the others have been tried',
    () => ({ placed: placed(), tried: tried() }),
    (now) => now.placed >= PLACES && now.tried === TENANT_PODS,
    { withinMs: 90_000 },
  );
  const seconds = (Date.now() - begin) / 1000;
  await watch.upToNow();
  return {
    placed: placed(),
    evicted: preempted(watch.events).length,
    broken: brokenHolds(nodes, watch.events).slice(0, 3),
    seconds,
    filterCalls: await counts.answered('/scheduler/filter'),
  };
}

test(
  'no binding breaks a hold, and every pod that can be placed is placed as soon',
  async () => {
    const outcomes = await both.play('held room', tenantsCome);

    for (const off of outcomes.off) expect(off.broken).not.toEqual([]);
    for (const enforce of outcomes.enforce) {
      expect(enforce).toMatchObject({ placed: PLACES, evicted: 0, broken: [] });
      expect(enforce.filterCalls).toBeLessThanOrEqual(PLACES + (TENANT_PODS - PLACES) * MOST_ATTEMPTS);
    }
    expectAsSoon(outcomes);
  },
  PLAY_TIMEOUT_MS,
);
