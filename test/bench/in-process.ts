/** What a call costs this thread, beside other work on the same body and in the same run. */
import type { Effort } from './effort.ts';
import { figureOf, timesOf, verdictOf } from './figure.ts';
import { interleaved } from './interleaved.ts';
import type { Goal, Row } from './result.ts';
import { stopwatch } from './thread-time.ts';

export const OURS = 'Daemonward';

export interface Work {
  readonly name: string;
  readonly work: (body: Buffer) => unknown;
  /** Its own, where they are not those of all. */
  readonly bodies?: readonly Buffer[];
}

export interface Contest {
  readonly what: string;
  readonly bodies: readonly Buffer[];
  readonly work: (body: Buffer) => unknown;
  readonly others: readonly Work[];
  /** Which of the others it is compared with, and how many times it may take. */
  readonly goals: Readonly<Record<string, Goal | null>>;
  /** Which of the others, with bodies of another size, it is compared with byte by byte. */
  readonly growth?: { readonly against: string; readonly goal: Goal };
}

/** What any service would have to do with the body first. */
export const JSON_PARSE: Work = {
  name: 'JSON.parse',
  work: (body) => JSON.parse(body.toString('utf8')),
};

/** The least that anybody can do with it. */
export const COPY: Work = { name: 'copy of the bytes', work: (body) => Buffer.from(body) };

export const LIMITS: readonly Work[] = [JSON_PARSE, COPY];

export async function inProcess(contest: Contest, { rounds }: Pick<Effort, 'rounds'>): Promise<Row> {
  const { what, bodies, work, others, goals, growth } = contest;
  const watches = new Map(
    [{ name: OURS, work }, ...others].map(({ name, work: its, ...rest }: Work) => [
      name,
      stopwatch(its, rest.bodies ?? bodies),
    ]),
  );
  const samples = await interleaved([...watches.keys()], rounds, (name) => watches.get(name)?.() ?? 0);
  const of = (name: string) => samples.get(name) ?? [];
  const ofByte = (name: string) => {
    const bytes = (others.find((other) => other.name === name)?.bodies ?? bodies)[0]?.length ?? 0;
    return of(name).map((us) => us / bytes);
  };
  return {
    what,
    ...(bodies[0]?.length ? { bytes: bodies[0].length } : {}),
    subjects: [...watches.keys()].map((name) => ({ name, cpuUs: figureOf(of(name)) })),
    verdicts: [
      ...(growth === undefined
        ? []
        : [
            verdictOf({
              what: `CPU of a byte against ${growth.against}`,
              measured: timesOf(ofByte(OURS), ofByte(growth.against)),
              goal: growth.goal,
            }),
          ]),
      ...Object.entries(goals).map(([name, goal]) =>
        verdictOf({
          what: `CPU against ${name}`,
          measured: timesOf(of(OURS), of(name)),
          goal: goal ?? undefined,
        }),
      ),
    ],
  };
}
