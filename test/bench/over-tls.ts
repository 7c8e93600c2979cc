/** What a request costs from socket to answer, beside the same request to other servers, in turn. */
import type { Effort } from './effort.ts';
import { figureOf, timesOf, verdictOf } from './figure.ts';
import { LIMITS, OURS } from './in-process.ts';
import { interleaved } from './interleaved.ts';
import type { Server } from './peers/server.ts';
import { processCpuUs } from './process-cpu.ts';
import type { Goal, Row } from './result.ts';
import { stopwatch } from './thread-time.ts';
import { type Load, openLoad } from './tls-load.ts';

const MEASURES = { cpu: 'CPU', perSecond: 'requests/s' } as const;

export interface TlsGoal {
  readonly measure: keyof typeof MEASURES;
  readonly against: string;
  /** Null: to be seen, without a goal. */
  readonly goal: Goal | null;
}

export interface TlsContest {
  readonly what: string;
  readonly path: string;
  readonly bodies: readonly Buffer[];
  /** The first is ours. */
  readonly servers: readonly Server[];
  /** What an answer has that did what is measured; an echo has it not. */
  readonly answer: RegExp;
  readonly echoes: readonly string[];
  readonly goals: readonly TlsGoal[];
}

interface Sample {
  readonly cpu: number;
  /** Nothing of functions. */
  readonly perSecond: number;
}

const MS_PER_SECOND = 1_000;

/** All servers are up for the whole time, and idle while another one is asked. */
export async function overTls(contest: TlsContest, effort: Effort): Promise<Row> {
  const { servers, bodies } = contest;
  const loads = new Map<string, Load>();
  for (const { name, port, client } of servers) loads.set(name, await openLoad(port, client));
  const ask = (server: Server, count: number) => asked(contest, server, loads.get(server.name), count);
  for (const server of servers) await ask(server, effort.warmUp * server.share);
  const limits = new Map(LIMITS.map(({ name, work }) => [name, stopwatch(work, bodies)]));
  const names = [...servers.map(({ name }) => name), ...limits.keys()];
  const samples = await interleaved(names, effort.rounds, (name): Promise<Sample> | Sample => {
    const server = servers.find((known) => known.name === name);
    if (server !== undefined) return ask(server, effort.requests * server.share);
    return { cpu: limits.get(name)?.() ?? 0, perSecond: 0 };
  });
  for (const load of loads.values()) load.close();
  return rowOf(contest, samples);
}

async function asked(
  { path, bodies, answer, echoes }: TlsContest,
  server: Server,
  load: Load | undefined,
  count: number,
): Promise<Sample> {
  await load?.renew();
  const before = processCpuUs(server.pid);
  const begin = performance.now();
  const text = (await load?.send(server.pathOf(path), bodies, count)) ?? '';
  const seconds = (performance.now() - begin) / MS_PER_SECOND;
  if (!echoes.includes(server.name) && !answer.test(text))
    throw new Error(`${server.name}: not the answer that is measured: ${text}`);
  return { cpu: (processCpuUs(server.pid) - before) / count, perSecond: count / seconds };
}

function rowOf(
  { what, bodies, servers, goals }: TlsContest,
  samples: ReadonlyMap<string, readonly Sample[]>,
): Row {
  const of = (name: string, measure: keyof Sample) =>
    (samples.get(name) ?? []).map((sample) => sample[measure]);
  return {
    what,
    bytes: bodies[0]?.length ?? 0,
    subjects: [...samples.keys()].map((name) => ({
      name,
      cpuUs: figureOf(of(name, 'cpu')),
      ...(servers.some((server) => server.name === name) && { perSecond: figureOf(of(name, 'perSecond')) }),
    })),
    verdicts: goals.map(({ measure, against, goal }) =>
      verdictOf({
        what: `${MEASURES[measure]} against ${against}`,
        measured: samples.has(against) ? timesOf(of(OURS, measure), of(against, measure)) : null,
        goal: goal ?? undefined,
      }),
    ),
  };
}
