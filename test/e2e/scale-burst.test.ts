/** Five hundred pods at once while a rollout goes on slowly: all are placed, nobody is evicted for them, and soon. */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { activeHolds, holdsOf, metricSum } from './harness/ops-port.ts';
import { boundPods, median, secondsToPlace } from './harness/placing-time.ts';
import { preempted } from './harness/pod-history.ts';
import type { PodEvent } from './harness/pod-watch.ts';
import { rolledOut, rolloutStatus, updateTemplate } from './harness/rollouts.ts';
import { MODES, type Mode, type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject } from './harness/workloads.ts';

const FULL_NODES = 120;
const FREE_NODES = 180;
const NODES = FULL_NODES + FREE_NODES;

/** A node of four cpus takes its daemon and three tenant pods. */
const NODE_SIZE = { cpu: '4' };
const DAEMON_CPU = '400m';
const TENANT_CPU = '1200m';
const PLACES = 3;
const BURST = 500;

/**
 * One node after the other, fifteen seconds each: what it asks for is what it has. Old pods that are not available yet are
 * replaced all at once, so the rollout begins only when all are.
 */
const SLOW = {
  strategy: { type: 'RollingUpdate', rollingUpdate: { maxUnavailable: 1 } },
  minReadySeconds: 15,
};

/** What a rollout so slow has changed at most when the last pod of the slowest burst is bound. */
const ROLLED_AT_MOST = 10;

const RUNS = Number(process.env.DAEMONWARD_E2E_RUNS ?? '1');
const RATES = (process.env.DAEMONWARD_E2E_RATES ?? '50').split(',').map(Number);
/** `off` and `enforce` are interleaved, and compared by their medians. */
const MOST_SLOWER = 1.15;

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let scene: Scene | undefined;

afterEach(async () => {
  await scene?.close();
  scene = undefined;
});
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

interface Outcome {
  mode: Mode;
  bound: number;
  evicted: number;
  /** Daemons that the rollout has replaced meanwhile. */
  rolled: number;
  refusals: number;
  seconds: number;
}

async function burst(stage: Stage, mode: Mode): Promise<Outcome> {
  const own = await stage.openScene('burst');
  scene = own;
  const { client, system, work } = own;
  const urgent = await own.createPriorityClass('urgent', { value: 1_000 });
  const daemons = await own.createPriorityClass('daemons', { value: 2_000 });
  const names = await own.createNodes(NODES, { size: NODE_SIZE });
  const daemonSet = daemonSetObject(
    'agent',
    work({ cpu: DAEMON_CPU, priorityClassName: daemons }),
    SLOW.strategy,
  );
  await own.createDaemonSet({
    ...daemonSet,
    spec: { ...daemonSet.spec, minReadySeconds: SLOW.minReadySeconds },
  });
  const full = names.slice(0, FULL_NODES).flatMap((name) => Array<string>(PLACES).fill(name));
  await own.fillNodes(full, 'old', work({ cpu: TENANT_CPU }));
  const agent = { namespace: system, name: 'agent' };
  await rolledOut(client, agent);
  await updateTemplate(client, agent);
  await waitFor(
    'the rollout goes on',
    async () => activeHolds(await holdsOf(stage.daemonward, system, 'agent')),
    (holds) => holds >= NODES - 1,
  );
  const before = await metricSum(stage.daemonward, 'daemonward_scheduler_refusals_total');

  await own.createTenantPods(BURST, 'new', work({ cpu: TENANT_CPU, priorityClassName: urgent }));
  const bound = await waitFor(
    'every new pod is placed',
    async () => boundPods(own.watch, isNew).size,
    (placed) => placed === BURST,
    { withinMs: 120_000, everyMs: 200 },
  ).catch(() => boundPods(own.watch, isNew).size);
  await own.watch.upToNow();
  const evicted = preempted(own.watch.events).length;
  const rolled = (await rolloutStatus(client, agent))?.updatedNumberScheduled ?? 0;
  const refusals = (await metricSum(stage.daemonward, 'daemonward_scheduler_refusals_total')) - before;
  const seconds = secondsToPlace(own.watch, isNew);
  await own.close();
  scene = undefined;
  return { mode, bound, evicted, rolled, refusals, seconds };
}

function isNew({ object }: PodEvent): boolean {
  return object.metadata?.name?.startsWith('new-') ?? false;
}

describe.each(RATES)('at %d requests a second', (qps) => {
  test(
    `${BURST} of ${BURST} pods are placed, nobody is evicted, no slower than without`,
    async () => {
      const outcomes: Outcome[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        for (const mode of MODES) {
          const name = `burst-${qps}-${mode}`;
          const stage = await startStage(plane, supervisor, {
            name,
            mode,
            pace: { qps },
          });
          outcomes.push(await burst(stage, mode));
          await stage.end();
          console.log(`${qps}/s`, JSON.stringify(outcomes.at(-1)));
        }
      }
      const secondsOf = (mode: Mode) =>
        median(outcomes.filter((outcome) => outcome.mode === mode).map(({ seconds }) => seconds));

      expect(outcomes.map(({ bound, evicted }) => ({ bound, evicted }))).toEqual(
        outcomes.map(() => ({ bound: BURST, evicted: 0 })),
      );
      expect(Math.max(...outcomes.map(({ rolled }) => rolled))).toBeLessThanOrEqual(ROLLED_AT_MOST);
      expect(secondsOf('enforce') / secondsOf('off')).toBeLessThanOrEqual(MOST_SLOWER);
    },
    RUNS * 400_000,
  );
});
