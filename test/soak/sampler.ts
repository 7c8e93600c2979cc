/** Looks at the process at regular times: what it keeps, how late it is, how old its view is, and what the view holds. */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Daemonward } from '../e2e/harness/daemonward.ts';
import { nodeObject } from '../e2e/harness/nodes.ts';
import { sumIn } from '../e2e/harness/ops-port.ts';
import { exchange } from '../e2e/harness/request.ts';
import { waitFor } from '../e2e/harness/wait-for.ts';
import type { SoakedCluster } from './cluster.ts';
import type { MemoryProbe } from './memory-probe.ts';
import type { Sample } from './result.ts';

/** How often `/metrics` and `/readyz` are looked at: Prometheus' usual pace is half of that. */
const LOOK_EVERY_MS = 10_000;
const LOOKS_PER_SAMPLE = 3;

/** As often as a look costs next to nothing. */
const SEEN_EVERY_MS = 5;

const OK = 200;
const MS = 1_000;

interface Look {
  readonly text: string;
  readonly loopDelayMs: number;
  readonly ageSeconds: number;
  readonly quietAgeSeconds: number;
  readonly cpuSeconds: number;
}

export interface Sampler {
  readonly samples: readonly Sample[];
  /** When it did not call itself ready, and why. */
  readonly unready: readonly string[];
  /** The whole of `/metrics`, at the last look. */
  lastMetrics(): string;
  stop(): Promise<void>;
}

export function startSampler(
  { daemonward, plane }: SoakedCluster,
  probe: MemoryProbe,
  onSample: (sample: Sample) => void,
): Sampler {
  const samples: Sample[] = [];
  const unready: string[] = [];
  const stopping = new AbortController();
  const client = plane.client();
  const begun = performance.now();
  let last: Look | undefined;
  let probes = 0;

  async function lookOnce(): Promise<Look> {
    const { status, text } = await exchange(`${daemonward.opsUrl}/readyz`);
    if (status !== OK) unready.push(`${new Date().toISOString()}: ${text}`);
    return look(daemonward);
  }

  async function seenMs(): Promise<number> {
    probes += 1;
    const node = nodeObject(probes, { namePrefix: 'soak-probe' });
    const name = node.metadata?.name ?? '';
    await client.create('/api/v1/nodes', node);
    const from = performance.now();
    await waitFor(
      `${name} is explained`,
      () => exchange(`${daemonward.opsUrl}/explain/nodes/${name}`),
      ({ status }) => status === OK,
      { everyMs: SEEN_EVERY_MS },
    );
    const took = performance.now() - from;
    await client.delete(`/api/v1/nodes/${name}`);
    return took;
  }

  async function sample(): Promise<void> {
    const before = last ?? (await lookOnce());
    const from = performance.now();
    const looks: Look[] = [];
    for (let turn = 0; turn < LOOKS_PER_SAMPLE; turn += 1) {
      await sleep(LOOK_EVERY_MS, undefined, { signal: stopping.signal });
      looks.push(await lookOnce());
    }
    const newest = looks.at(-1) ?? before;
    last = newest;
    const most = (of: (look: Look) => number) => Math.max(...looks.map(of));
    const spent = newest.cpuSeconds - before.cpuSeconds;
    const cores = (spent * MS) / (performance.now() - from);
    const { rss, heapUsed, external } = await probe.ask(daemonward.running);
    const sum = (metric: string, labels = {}) => sumIn(newest.text, metric, labels);
    const objects = (kind: string) => sum('daemonward_cluster_objects', { kind });
    const made: Sample = {
      seconds: Math.round((performance.now() - begun) / MS),
      rss,
      heapUsed,
      external,
      loopDelayMs: rounded(most(({ loopDelayMs }) => loopDelayMs)),
      ageSeconds: rounded(most(({ ageSeconds }) => ageSeconds)),
      quietAgeSeconds: rounded(most(({ quietAgeSeconds }) => quietAgeSeconds)),
      seenMs: rounded(await seenMs()),
      cores: rounded(cores),
      nodes: objects('nodes'),
      pods: objects('pods'),
      daemonSets: objects('daemonSets'),
      orders: objects('orders'),
      holds: sum('daemonward_headroom_holds', { state: 'active' }),
      inFlight: sum('daemonward_headroom_in_flight_pods'),
      series: newest.text.split('\n').filter((line) => line !== '' && !line.startsWith('#')).length,
    };
    samples.push(made);
    onSample(made);
  }

  const running = (async () => {
    while (!stopping.signal.aborted) {
      await sample().catch((error: Error) => {
        if (!stopping.signal.aborted) unready.push(`${new Date().toISOString()}: ${error.message}`);
      });
    }
  })();

  return {
    samples,
    unready,
    lastMetrics: () => last?.text ?? '',
    async stop() {
      stopping.abort();
      await running;
      last = await look(daemonward);
    },
  };
}

const AGE = /^daemonward_cluster_age_seconds\{kind="(?<kind>[^"]*)".*\} (?<value>\S+)$/gm;
const BUSY_KINDS = new Set(['pods', 'nodes']);

async function look({ opsUrl }: Daemonward): Promise<Look> {
  const { text } = await exchange(`${opsUrl}/metrics`);
  const ages = [...text.matchAll(AGE)].map(({ groups }) => ({
    kind: groups?.kind ?? '',
    age: Number(groups?.value),
  }));
  return {
    text,
    loopDelayMs: sumIn(text, 'nodejs_eventloop_lag_p99_seconds', {}) * MS,
    ageSeconds: Math.max(0, ...ages.filter(({ kind }) => BUSY_KINDS.has(kind)).map(({ age }) => age)),
    quietAgeSeconds: Math.max(0, ...ages.map(({ age }) => age)),
    cpuSeconds: sumIn(text, 'process_cpu_seconds_total', {}),
  };
}

/** More digits than anybody can use. */
const THOUSANDTHS = 1_000;

function rounded(value: number): number {
  return Math.round(value * THOUSANDTHS) / THOUSANDTHS;
}
