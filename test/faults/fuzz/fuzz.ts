/** Gives spoilt inputs to whoever reads them: each is taken or refused with a place, none crashes or takes long. */
import { seededRandom } from '../seeded-random.ts';
import { threadMs } from '../thread-ms.ts';
import { kindOf, type Target } from './target.ts';

export interface FuzzCounts {
  inputs: number;
  taken: number;
  refused: number;
  /** Of the thread's own time. */
  longestMs: number;
  readonly failed: Failure[];
  /** The shortest input of each kind of error. */
  readonly kinds: Map<string, Buffer>;
}

export interface Failure {
  readonly target: string;
  readonly seed: number;
  readonly index: number;
  readonly why: string;
  readonly base64: string;
}

export interface FuzzRun {
  readonly target: Target;
  readonly count: number;
  readonly seed: number;
  /** Told of each before it is read, for whoever watches whether it ends. */
  begin?(index: number): void;
}

/** More tell nothing new. */
const MOST_FAILURES = 10;

/** Inputs have some kilobytes: what takes this long is a search that went wrong. Compiling takes a tenth of it, once. */
export const LONGEST_MS = 1_000;

/** The inputs of a seed are the same ones whenever they are asked for. */
export async function fuzz({ target, count, seed, begin = () => {} }: FuzzRun): Promise<FuzzCounts> {
  const random = seededRandom(seed);
  const counts: FuzzCounts = { inputs: 0, taken: 0, refused: 0, longestMs: 0, failed: [], kinds: new Map() };
  for (let index = 0; index < count && counts.failed.length < MOST_FAILURES; index += 1) {
    const input = target.input(random);
    begin(index);
    const why = await readOne(target, input, counts);
    if (why !== undefined) {
      counts.failed.push({ target: target.name, seed, index, why, base64: input.toString('base64') });
    }
    counts.inputs += 1;
  }
  return counts;
}

/** Why it must not be so; undefined when all is well. */
async function readOne(target: Target, input: Buffer, counts: FuzzCounts): Promise<string | undefined> {
  const from = threadMs();
  try {
    const outcome = await target.read(input);
    const took = threadMs() - from;
    counts.longestMs = Math.max(counts.longestMs, took);
    if (outcome.errors.length === 0) counts.taken += 1;
    else counts.refused += 1;
    const kind = kindOf(outcome);
    const known = counts.kinds.get(kind);
    if (known === undefined || input.length < known.length) counts.kinds.set(kind, input);
    if (outcome.placeless.length > 0) return `does not say where: ${outcome.placeless[0]}`;
    return took > LONGEST_MS ? `took ${Math.round(took)} ms` : undefined;
  } catch (error) {
    return error instanceof Error ? (error.stack ?? error.message) : String(error);
  }
}
