/** What the processes of a scene show of themselves while it is played: readiness, metrics, memory. */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Daemonward } from '../../e2e/harness/daemonward.ts';
import { sumIn } from '../../e2e/harness/ops-port.ts';
import { exchange } from '../../e2e/harness/request.ts';

const EVERY_MS = 500;

/** One that is frozen or dead does not answer; the others are looked at all the same. */
const TIMEOUT_MS = 1_000;

const KB = 1_024;

interface Sample {
  readonly at: number;
  /** The number of the look: it has a sample of each process. */
  readonly look: number;
  readonly pid: number;
  readonly isReady: boolean;
  /** As Prometheus reads them; empty when there was no answer. */
  readonly metrics: string;
}

type Labels = Readonly<Record<string, string>>;

export interface Observation {
  /** When no process was ready, so that callers had nobody to ask; in ms since 1970. */
  notReadyAt(): number[];
  isReady(): boolean;
  peakBytes(): number;
  /** How much a counter has grown, over all processes: one that was started meanwhile began at nothing. */
  growth(metric: string, labels?: Labels): number;
  /** The values of a gauge in their order, over all processes. */
  values(metric: string, labels?: Labels): number[];
  /** When a counter was seen to have grown. */
  grewAt(metric: string, labels?: Labels): number[];
  /** Looks once more, now. */
  look(): Promise<void>;
  stop(): Promise<void>;
}

export function observe(replicas: () => readonly Daemonward[]): Observation {
  const samples: Sample[] = [];
  const first = new Set(replicas().map(({ running }) => running.pid));
  let peak = 0;
  let looks = 0;
  let going = true;

  async function sample(look: number, { running: { pid }, opsUrl }: Daemonward): Promise<void> {
    peak = Math.max(peak, peakBytesOf(pid));
    const ask = (path: string) =>
      exchange(`${opsUrl}${path}`, { timeoutMs: TIMEOUT_MS }).catch(() => ({ status: 0, text: '' }));
    const [ready, metrics] = await Promise.all([ask('/readyz'), ask('/metrics')]);
    samples.push({ at: Date.now(), look, pid, isReady: ready.status === 200, metrics: metrics.text });
  }
  const look = async () => {
    looks += 1;
    const number = looks;
    await Promise.all(replicas().map((replica) => sample(number, replica)));
  };
  const running = (async () => {
    while (going) {
      await look();
      await sleep(EVERY_MS);
    }
  })();

  /** Of each process its values, those that began before the observation from their first sample on. */
  function series(metric: string, labels: Labels = {}): { at: number; value: number }[][] {
    const shown = samples.filter(({ metrics }) => metrics !== '');
    return Array.from(
      Map.groupBy(shown, ({ pid }) => pid),
      ([pid, own]) => [
        ...(first.has(pid) ? [] : [{ at: own[0]?.at ?? 0, value: 0 }]),
        ...own.map(({ at, metrics }) => ({ at, value: sumIn(metrics, metric, labels) })),
      ],
    );
  }

  return {
    notReadyAt: () =>
      [...Map.groupBy(samples, (one) => one.look).values()]
        .filter((all) => !all.some(({ isReady }) => isReady))
        .flatMap((all) => all.map(({ at }) => at)),
    isReady: () =>
      replicas().every(({ running: { pid } }) => samples.findLast((one) => one.pid === pid)?.isReady),
    peakBytes: () => peak,
    growth: (metric, labels) =>
      series(metric, labels).reduce((sum, own) => sum + (own.at(-1)?.value ?? 0) - (own[0]?.value ?? 0), 0),
    values: (metric, labels = {}) =>
      samples.filter(({ metrics }) => metrics !== '').map(({ metrics }) => sumIn(metrics, metric, labels)),
    grewAt: (metric, labels) =>
      series(metric, labels).flatMap((own) =>
        own.filter(({ value }, index) => value > (own[index - 1]?.value ?? value)).map(({ at }) => at),
      ),
    look,
    stop: async () => {
      going = false;
      await running;
    },
  };
}

/** The most that Linux has ever seen it have. */
function peakBytesOf(pid: number): number {
  try {
    return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) * KB;
  } catch {
    return 0;
  }
}
