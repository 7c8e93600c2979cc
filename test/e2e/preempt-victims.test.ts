/** Who is evicted for whom: never a protected daemon for a tenant's pod, and nobody in vain. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { activeHolds, holdsOf, metricSum } from './harness/ops-port.ts';
import { preempted } from './harness/pod-history.ts';
import { countFromHere } from './harness/request-counts.ts';
import { MODES, type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import {
  daemonSetObject,
  type Pod,
  podObject,
  podsPath,
  runningPods,
  type Work,
} from './harness/workloads.ts';

/** Two such pods fill a node of 4 cpu. */
const HALF = '2';
const QUARTER = '1';

/** From who yields to everybody to who yields to nobody. */
const PRIORITIES = { lowest: 1, low: 10, high: 1_000, higher: 1_500, highest: 2_000 };
type Rank = keyof typeof PRIORITIES;

/** Long enough for a second try of the scheduler, if it were to evict after all. */
const STANDSTILL_MS = 3_000;

/** No scheduler has this name: pods that want it wait, and their room is held. */
const NOBODY = 'nobody';

const plane = sharedControlPlane();
const supervisor = startSupervisor();
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

describe.each(MODES)('preemption %s', (mode) => {
  let stage: Stage;
  let scene: Scene;
  const classes = new Map<Rank, string>();

  beforeAll(async () => {
    stage = await startStage(plane, supervisor, { name: `preempt-${mode}`, mode });
    return () => stage.end();
  });
  beforeEach(async () => {
    scene = await stage.openScene('evict');
    for (const [rank, value] of Object.entries(PRIORITIES)) {
      if (isRank(rank)) classes.set(rank, await scene.createPriorityClass(rank, { value }));
    }
  });
  afterEach(() => scene.close());

  function work(rank: Rank, more: Partial<Work>): Work {
    return scene.work({ priorityClassName: classes.get(rank) ?? '', ...more });
  }

  async function runTenant(name: string, rank: Rank, more: Partial<Work>): Promise<void> {
    await scene.client.create(podsPath(scene.tenant), podObject(name, work(rank, more)));
    await runningPods(scene.client, scene.tenant, name, 1);
  }

  async function runDaemon(rank: Rank, more: Partial<Work>): Promise<string> {
    await scene.createDaemonSet(daemonSetObject('agent', work(rank, more)));
    const [pod] = await runningPods(scene.client, scene.system, 'agent', 1);
    return `${scene.system}/${pod?.metadata?.name}`;
  }

  /** Creates the pod and returns when the scheduler has asked whom it may evict. */
  async function createUrgent(more: Partial<Work>): Promise<void> {
    const counts = await countFromHere(stage.daemonward);
    await scene.client.create(podsPath(scene.tenant), podObject('urgent', work('high', more)));
    await counts.atLeast('/scheduler/preempt', 1);
  }

  async function evicted(): Promise<string[]> {
    await scene.watch.upToNow();
    return preempted(scene.watch.events).toSorted();
  }

  function urgentPod(): Promise<Pod> {
    return scene.client.get<Pod>(`${podsPath(scene.tenant)}/urgent`);
  }

  test('another victim on the same node would do', async () => {
    await scene.createNodes(1);
    await runTenant('modest', 'low', { cpu: HALF });
    const daemon = await runDaemon('lowest', { cpu: HALF });

    await createUrgent({ cpu: HALF });
    await runningPods(scene.client, scene.tenant, 'urgent', 1);

    // The scheduler takes the least important pod, whatever it is.
    expect(await evicted()).toEqual([mode === 'off' ? daemon : `${scene.tenant}/modest`]);
  });

  test('a victim on another node would do', async () => {
    const site = (name: string): Partial<Work> => ({ cpu: HALF, nodeSelector: { site: name } });
    await scene.createNodes(1, { namePrefix: `${scene.pool}-daemon`, labels: { site: 'daemon' } });
    await scene.createNodes(1, { namePrefix: `${scene.pool}-tenant`, labels: { site: 'tenant' } });
    await runTenant('firm-a', 'highest', site('daemon'));
    await runTenant('firm-b', 'highest', site('tenant'));
    await runTenant('modest', 'low', site('tenant'));
    const daemon = await runDaemon('lowest', site('daemon'));

    await createUrgent({ cpu: HALF });
    await runningPods(scene.client, scene.tenant, 'urgent', 1);

    expect(await evicted()).toEqual([mode === 'off' ? daemon : `${scene.tenant}/modest`]);
  });

  test('only a daemon would do', async () => {
    await scene.createNodes(1);
    await runTenant('firm', 'highest', { cpu: HALF });
    const daemon = await runDaemon('lowest', { cpu: HALF });
    const refusals = { code: 'DW506', outcome: 'refused' };
    const before = await metricSum(stage.daemonward, 'daemonward_scheduler_refusals_total', refusals);

    await createUrgent({ cpu: HALF });
    if (mode === 'off') {
      await runningPods(scene.client, scene.tenant, 'urgent', 1);
      expect(await evicted()).toEqual([daemon]);
      return;
    }
    await sleep(STANDSTILL_MS);
    const after = await metricSum(stage.daemonward, 'daemonward_scheduler_refusals_total', refusals);

    expect(await evicted()).toEqual([]);
    expect((await urgentPod()).spec.nodeName).toBeUndefined();
    expect(after).toBeGreaterThan(before);
    const decision = decisions().find(({ namespace }) => namespace === scene.tenant);
    expect(decision).toMatchObject({ name: 'urgent', outcome: 'refused' });
    expect(JSON.stringify(decision)).toContain('DW506');
  });

  test('a daemon of higher priority evicts the cheapest tenant pods and runs', async () => {
    await scene.createNodes(1);
    await runTenant('cheap-a', 'lowest', { cpu: QUARTER });
    await runTenant('firm', 'low', { cpu: HALF });
    await runTenant('cheap-b', 'lowest', { cpu: QUARTER });

    await runDaemon('high', { cpu: HALF });

    expect(await evicted()).toEqual([`${scene.tenant}/cheap-a`, `${scene.tenant}/cheap-b`]);
  });

  test('all victims together would not make room beside what is held for a daemon', async () => {
    await scene.createNodes(1);
    const absent = work('highest', { cpu: QUARTER, schedulerName: NOBODY });
    await scene.createDaemonSet(daemonSetObject('absent', absent));
    if (mode === 'enforce') {
      await waitFor(
        'the room is held',
        () => holdsOf(stage.daemonward, scene.system, 'absent'),
        (holds) => activeHolds(holds) === 1,
      );
    }
    for (const name of ['modest-a', 'modest-b']) await runTenant(name, 'low', { cpu: QUARTER });
    await runTenant('firm', 'higher', { cpu: QUARTER });

    // One quarter is free but held, two could become free: for the scheduler that makes three.
    await createUrgent({ cpu: '3' });
    if (mode === 'off') {
      await runningPods(scene.client, scene.tenant, 'urgent', 1);
      expect(await evicted()).toEqual([`${scene.tenant}/modest-a`, `${scene.tenant}/modest-b`]);
      return;
    }
    await sleep(STANDSTILL_MS);

    expect(await evicted()).toEqual([]);
    expect((await urgentPod()).spec.nodeName).toBeUndefined();
  });

  interface Decision {
    msg?: string;
    namespace?: string;
    name?: string;
    outcome?: string;
  }

  /** What its log says of preemptions. */
  function decisions(): Decision[] {
    const lines = readFileSync(stage.daemonward.running.log, 'utf8').split('\n');
    return lines
      .filter((line) => line.includes('preemption decision'))
      .map((line): Decision => JSON.parse(line));
  }
});

function isRank(name: string): name is Rank {
  return name in PRIORITIES;
}
