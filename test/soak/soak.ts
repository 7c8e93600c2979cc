/** Soaks a cluster: churn, rotations and looks side by side, and what is to be said of it afterwards. */
import { cpus } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { sumIn } from '../e2e/harness/ops-port.ts';
import { seededRandom } from '../snapshot/random.ts';
import { churnOf } from './churn.ts';
import { type SoakedCluster, startSoakedCluster } from './cluster.ts';
import { type Doing, startDeeds } from './deeds.ts';
import { memoryProbe } from './memory-probe.ts';
import type { Sample, SoakResult } from './result.ts';
import { rotationsOf } from './rotations.ts';
import { differentCounts } from './same-counts.ts';
import { type Sampler, startSampler } from './sampler.ts';
import { trendsOf } from './trend.ts';

export interface SoakOptions {
  readonly minutes: number;
  readonly seed: number;
  readonly plantedBytesPerMinute: number;
  readonly onSample: (sample: Sample) => void;
}

export interface Soaked {
  readonly result: SoakResult;
  /** Where the logs are, when there was a problem. */
  readonly logs: string | undefined;
}

const MINUTE_MS = 60_000;

export async function soakCluster(options: SoakOptions): Promise<Soaked> {
  const { minutes, seed, plantedBytesPerMinute, onSample } = options;
  let probe = memoryProbe('', 0);
  const cluster = await startSoakedCluster((directory) => {
    probe = memoryProbe(directory, plantedBytesPerMinute);
    return probe.env;
  });
  try {
    const begun = new Date().toISOString();
    const random = seededRandom(seed);
    const sampler = startSampler(cluster, probe, onSample);
    const doing = startDeeds([...churnOf(cluster, random), ...rotationsOf(cluster, random)], random);
    const ended = await Promise.race([sleep(minutes * MINUTE_MS), cluster.daemonward.running.exited]);
    if (ended !== undefined) throw new Error(`Daemonward ended with ${ended.signal ?? ended.code}`);
    await Promise.all([doing.stop(), sampler.stop()]);
    const problems = await problemsOf(cluster, doing, sampler);
    const cores = cpus();
    const result: SoakResult = {
      measuredOn: `Node ${process.version}, ${cores.length} cores (${cores[0]?.model ?? 'unknown'}), shared with the control plane`,
      kubernetes: cluster.plane.handle.version,
      begun,
      minutes,
      seed,
      plantedBytesPerMinute,
      deeds: doing.counts,
      counted: countedIn(sampler.lastMetrics()),
      problems,
      samples: sampler.samples,
    };
    const logs = await cluster.stop({ failed: problems.length > 0 });
    return { result, logs };
  } catch (error) {
    const logs = await cluster.stop({ failed: true });
    throw new Error(`the soak broke off; logs: ${logs}`, { cause: error });
  }
}

const COUNTED = {
  reviews: ['daemonward_admission_decisions_total'],
  'calls of the scheduler': ['daemonward_scheduler_call_nodes_count'],
  'watch events': ['daemonward_cluster_events_total'],
  'nodes refused': ['daemonward_scheduler_refusals_total'],
  'calls passed through undecided': ['daemonward_scheduler_passed_through_total'],
  'watches that broke': ['daemonward_cluster_breaks_total'],
  'lists read anew': ['daemonward_cluster_lists_total', { reason: 'gone' }],
  'certificates taken up': ['daemonward_certificate_reloads_total', { result: 'applied' }],
  'configurations taken up': ['daemonward_config_reloads_total', { result: 'applied' }],
  'configurations refused': ['daemonward_config_reloads_total', { result: 'refused' }],
  'status writes of Orders': ['daemonward_order_status_writes_total', { outcome: 'written' }],
  'guardians made or removed': ['daemonward_guardian_writes_total', { outcome: 'written' }],
} as const satisfies Record<string, readonly [string, Readonly<Record<string, string>>?]>;

function countedIn(metrics: string): Record<string, number> {
  return Object.fromEntries(
    Object.entries(COUNTED).map(([title, [metric, labels = {}]]) => [title, sumIn(metrics, metric, labels)]),
  );
}

async function problemsOf(cluster: SoakedCluster, doing: Doing, sampler: Sampler): Promise<string[]> {
  const leaks = trendsOf(sampler.samples)
    .filter(({ isLeak }) => isLeak)
    .map(
      ({ measure, perHour, most }) =>
        `${measure} grows by ${Math.round(perHour)} bytes an hour; at most ${most}`,
    );
  const passed = sumIn(sampler.lastMetrics(), 'daemonward_scheduler_passed_through_total', {});
  return [
    ...leaks,
    ...sampler.unready.map((text) => `not ready: ${text}`),
    ...doing.failed.map(({ name, at, message }) => `${name}, ${at}: ${message}`),
    ...(passed > 0 ? [`${passed} calls were passed through undecided`] : []),
    ...(await differentCounts(cluster)),
  ];
}
