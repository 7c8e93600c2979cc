/** Rounds of quiet, of ten times the load from another tenant, and of as much as it can send, in turn. */
import { execFileSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { reviewFor } from '../../http/reviews.ts';
import { median, rounded } from '../figure.ts';
import { startReviewServer } from '../review-server.ts';
import { ANNOTATIONS } from '../reviews.ts';
import { percentile, senderOf } from './sender.ts';
import type { Order } from './tenant-load.ts';

/** Of tenant B: a busy one. */
const RATE = 100;
const TIMES = 10;

/** Calls of a scheduler: what it sends by default at the most, when each pod is asked about once. */
const CALLS = 50;

/** What a tenant's scripts have open at once at an API server that lets nobody have more than half of its 200 writes. */
const GREEDY_CONNECTIONS = 100;

/** Until everything is compiled. */
const WARM_UP: Order = { send: 'greedily', connections: 16, seconds: 4 };

const NAMESPACES = ['a', 'b']
  .map(
    (name) =>
      `---\napiVersion: v1\nkind: Namespace\nmetadata: {name: team-${name}, labels: {capsule.clastix.io/tenant: ${name}}}\n`,
  )
  .join('');

const CALL = {
  Pod: {
    metadata: { name: 'web-1', namespace: 'team-b', uid: 'u1' },
    spec: { containers: [{ resources: {} }] },
  },
  NodeNames: ['n1'],
};

/** An ordinary pod of 5 KB, of somebody who may. */
function podReview(namespace: string) {
  return reviewFor('/validate/pods', {
    kind: { group: '', version: 'v1', kind: 'Pod' },
    name: 'web-1',
    namespace,
    userInfo: { username: 'jane', groups: ['system:authenticated'] },
    object: {
      apiVersion: 'v1',
      kind: 'Pod',
      metadata: { name: 'web-1', namespace, annotations: ANNOTATIONS },
      spec: { containers: [{ name: 'main', image: 'main' }] },
    },
  });
}

type Phase = 'quiet' | 'tenfold' | 'greedy';

/** What tenant A does meanwhile. */
const ORDERS: Readonly<Record<Phase, (seconds: number) => Order | null>> = {
  quiet: () => null,
  tenfold: (seconds) => ({ send: 'steadily', rate: RATE * TIMES, seconds }),
  greedy: (seconds) => ({ send: 'greedily', connections: GREEDY_CONNECTIONS, seconds }),
};

interface Measured {
  readonly b: number;
  readonly scheduler: number;
  readonly answeredOfA: number;
  readonly failed: number;
}

export interface FairnessOptions {
  readonly rounds: number;
  readonly seconds: number;
  readonly realtime: boolean;
}

/** Who measures comes before who is measured, and that before who only makes noise. */
const REALTIME = { measuring: 60, service: 50, noise: 40 };

function takeProcessor(pid: number, priority: number): void {
  execFileSync('chrt', ['--all-tasks', '--rr', '--pid', String(priority), String(pid)]);
}

export async function measureFairness({ rounds, seconds, realtime }: FairnessOptions) {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-fairness-'));
  const file = (name: string, value: unknown) => {
    writeFileSync(join(folder, name), JSON.stringify(value));
    return join(folder, name);
  };
  const server = await startReviewServer({ more: NAMESPACES });
  const { cert, key } = server.scheduler;
  const port = String(server.port);
  const path = '/validate/pods?timeout=10s';
  const a = (await senderOf([port, path, file('a', podReview('team-a'))])).yields();
  const b = await senderOf([port, path, file('b', podReview('team-b'))]);
  const scheduler = await senderOf([port, '/scheduler/filter', file('call', CALL), cert, key]);

  const measure = async (phase: Phase): Promise<Measured> => {
    const order = ORDERS[phase](seconds);
    const [ofB, ofScheduler, ofA] = await Promise.all([
      b.send({ send: 'steadily', rate: RATE, seconds }),
      scheduler.send({ send: 'steadily', rate: CALLS, seconds }),
      order && a.send(order),
    ]);
    return {
      b: percentile(ofB.milliseconds),
      scheduler: percentile(ofScheduler.milliseconds),
      answeredOfA: ofA === null ? 0 : ofA.milliseconds.length / ofA.seconds,
      failed: ofB.failed + ofScheduler.failed + (ofA?.failed ?? 0),
    };
  };

  await Promise.all([a.send(WARM_UP), b.send(WARM_UP), scheduler.send(WARM_UP)]);
  // All of its connections are there before it counts.
  await a.send({ send: 'greedily', connections: GREEDY_CONNECTIONS, seconds: 1 });
  if (realtime) {
    takeProcessor(server.pid, REALTIME.service);
    takeProcessor(a.pid, REALTIME.noise);
    for (const { pid } of [b, scheduler]) takeProcessor(pid, REALTIME.measuring);
  }
  const measured: Record<Phase, Measured>[] = [];
  for (let round = 0; round < rounds; round += 1) {
    const quiet = await measure('quiet');
    const tenfold = await measure('tenfold');
    measured.push({ quiet, tenfold, greedy: await measure('greedy') });
  }
  for (const sender of [a, b, scheduler]) sender.stop();
  await server.stop();
  rmSync(folder, { recursive: true });

  const row = (phase: Phase, who: 'b' | 'scheduler') => {
    const times = measured.map((round) => round[phase][who] / round.quiet[who]);
    return {
      p99Ms: rounded(median(measured.map((round) => round[phase][who])), 3),
      timesQuiet: rounded(median(times)),
      from: rounded(Math.min(...times)),
      to: rounded(Math.max(...times)),
    };
  };
  const phases = ['quiet', 'tenfold', 'greedy'] as const;
  return {
    rounds,
    seconds,
    reviewsOfBASecond: RATE,
    callsASecond: CALLS,
    phases: Object.fromEntries(
      phases.map((phase) => [
        phase,
        {
          answeredOfAASecond: rounded(median(measured.map((round) => round[phase].answeredOfA)), 0),
          failed: measured.reduce((sum, round) => sum + round[phase].failed, 0),
          tenantB: row(phase, 'b'),
          scheduler: row(phase, 'scheduler'),
        },
      ]),
    ),
  };
}
