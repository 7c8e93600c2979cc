/**
 * Four new DaemonSets and twice as many tenant pods as nodes, all at once, with room for everybody: keeping room takes
 * hardly more time than passing everything through. In CI 300 nodes, once; all of it:
 * `DAEMONWARD_E2E_NODES=1000 DAEMONWARD_E2E_RUNS=3 DAEMONWARD_E2E_RATES=own,quick npm run test:e2e -- scale-new-daemonsets`
 */
import { afterAll, afterEach, describe, expect, test } from 'vitest';
import { askAllTheTime } from './harness/answer-times.ts';
import { metricSum } from './harness/ops-port.ts';
import { boundPods, median, secondsToPlace } from './harness/placing-time.ts';
import { preempted } from './harness/pod-history.ts';
import { MODES, type Scene, type Stage, startStage } from './harness/scheduling-stage.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetObject } from './harness/workloads.ts';

const NODES = Number(process.env.DAEMONWARD_E2E_NODES ?? '300');
const RUNS = Number(process.env.DAEMONWARD_E2E_RUNS ?? '1');
/** `own`: 50 requests a second, so that the client's pace decides; `quick`: as fast as it goes, so that our cost shows. */
const RATES = (process.env.DAEMONWARD_E2E_RATES ?? 'own').split(',');

const DAEMONS = ['net', 'proxy', 'logs', 'metrics'] as const;
const TENANT_PODS = NODES * 2;
const PODS = NODES * DAEMONS.length + TENANT_PODS;
const NODE_SIZE = { cpu: '8' };
const DAEMON_CPU = '200m';
const TENANT_CPU = '1';

/** Beside the two modes, for the record: a scheduler that asks nobody. `DAEMONWARD_E2E_RUNNERS` chooses. */
const ALL_RUNNERS = ['none', ...MODES] as const;
type Runner = (typeof ALL_RUNNERS)[number];
const USUAL: readonly string[] = RUNS > 1 ? ALL_RUNNERS : MODES;
const CHOSEN = process.env.DAEMONWARD_E2E_RUNNERS?.split(',') ?? USUAL;
const RUNNERS = ALL_RUNNERS.filter((runner) => CHOSEN.includes(runner));

const MOST_SLOWER = 1.1;
/** At the scheduler's own pace a pod takes a fiftieth of a second; the rest is for a busy machine. */
const WITHIN_MS = 120_000 + PODS * 60;

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
  runner: Runner;
  bound: number;
  evicted: number;
  seconds: number;
  /** Where the time went: calls, and seconds that the scheduler waited for them. */
  filterCalls: number;
  filterSeconds: number;
  /** How long anybody waited for an answer meanwhile. */
  p99Ms: number;
  slowestMs: number;
}

async function placeAll(stage: Stage, runner: Runner): Promise<Outcome> {
  const own = await stage.openScene('new');
  scene = own;
  const { work, watch } = own;
  const priorityClassName = await own.createPriorityClass('daemons', { value: 1_000_000 });
  await own.createNodes(NODES, { size: NODE_SIZE });
  const ofFilter = { path: '/scheduler/filter' };
  const measured = () =>
    Promise.all(
      ['count', 'sum'].map((part) =>
        metricSum(stage.daemonward, `daemonward_http_request_duration_seconds_${part}`, ofFilter),
      ),
    );
  const [callsBefore = 0, secondsBefore = 0] = await measured();
  const answerTimes = askAllTheTime(stage.daemonward);

  await Promise.all([
    ...DAEMONS.map((name) =>
      own.createDaemonSet(daemonSetObject(name, work({ cpu: DAEMON_CPU, priorityClassName }))),
    ),
    own.createTenantPods(TENANT_PODS, 'new', work({ cpu: TENANT_CPU })),
  ]);
  const everyone = () => true;
  await waitFor(
    'every pod is placed',
    async () => boundPods(watch, everyone).size,
    (placed) => placed === PODS,
    { withinMs: WITHIN_MS, everyMs: 500 },
  );
  await watch.upToNow();
  const { p99Ms, slowestMs } = await answerTimes.end();
  const [calls = 0, seconds = 0] = await measured();
  const outcome = {
    runner,
    bound: boundPods(watch, everyone).size,
    evicted: preempted(watch.events).length,
    seconds: secondsToPlace(watch, everyone),
    filterCalls: calls - callsBefore,
    filterSeconds: Number((seconds - secondsBefore).toFixed(2)),
    p99Ms,
    slowestMs,
  };
  await own.close();
  scene = undefined;
  return outcome;
}

describe.each(RATES)('at the pace %s', (rate) => {
  test(
    `${PODS} pods on ${NODES} nodes: all are placed, nobody is evicted, and in the time of pass-through`,
    async () => {
      const outcomes: Outcome[] = [];
      for (let run = 0; run < RUNS; run += 1) {
        for (const runner of RUNNERS) {
          const stage = await startStage(plane, supervisor, {
            name: `new-${rate}-${runner}`,
            mode: runner === 'none' ? 'off' : runner,
            pace: rate === 'quick' ? 'quick' : 'own',
            ...(runner === 'none' ? { scheduler: { extenders: [] } } : {}),
          });
          outcomes.push(await placeAll(stage, runner));
          await stage.end();
          console.log(rate, JSON.stringify(outcomes.at(-1)));
        }
      }
      const secondsOf = (runner: Runner) =>
        median(outcomes.filter((outcome) => outcome.runner === runner).map(({ seconds }) => seconds));

      expect(outcomes.map(({ bound, evicted }) => ({ bound, evicted }))).toEqual(
        outcomes.map(() => ({ bound: PODS, evicted: 0 })),
      );
      // A pod that was refused would have been asked about again.
      const asked = outcomes.filter(({ runner }) => runner !== 'none').map(({ filterCalls }) => filterCalls);
      expect(Math.max(...asked)).toBeLessThan(PODS * MOST_SLOWER);
      expect(secondsOf('enforce') / secondsOf('off')).toBeLessThanOrEqual(MOST_SLOWER);
    },
    RUNS * RUNNERS.length * (WITHIN_MS + 120_000),
  );
});
