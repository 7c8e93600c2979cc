/** Inputs that are kept: the shortest that brought out each kind of error, and all that once broke something. */
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { kindOf, type Target } from './target.ts';

export interface Kept {
  readonly target: string;
  /** What it brings out, without names and numbers; empty when it is taken. For readers: wordings may change. */
  readonly error: string;
  /** What it once did that it must not do. */
  readonly broke?: string;
  /** As text where it is text. */
  readonly text?: string;
  readonly base64?: string;
}

const FOLDER = new URL('../corpus/', import.meta.url);
const FILES = { doors: 'doors.json', files: 'files.json' } as const;

function fileOf(target: string): URL {
  return new URL(target.startsWith('/') ? FILES.doors : FILES.files, FOLDER);
}

export function readCorpus(): Kept[] {
  return Object.values(FILES).flatMap((file): Kept[] => {
    const path = new URL(file, FOLDER);
    return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : [];
  });
}

export function bytesOf({ text, base64 }: Kept): Buffer {
  return base64 === undefined ? Buffer.from(text ?? '') : Buffer.from(base64, 'base64');
}

export function writeCorpus(all: readonly Kept[]): void {
  const sorted = all.toSorted((a, b) => compare(a.target, b.target) || compare(a.error, b.error));
  for (const file of Object.values(FILES)) {
    const path = new URL(file, FOLDER);
    const kept = sorted.filter(({ target }) => fileOf(target).href === path.href);
    writeFileSync(path, `${JSON.stringify(kept, null, 2)}\n`);
  }
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function keptOf(target: string, error: string, input: Buffer, broke?: string): Kept {
  const text = input.toString('utf8');
  const content = Buffer.from(text).equals(input) ? { text } : { base64: input.toString('base64') };
  return { target, error, ...(broke !== undefined && { broke }), ...content };
}

/** Reads at most; what is a little longer than it had to be does no harm. */
const MOST_READS = 60;

/** Cuts out whatever is not needed to bring out the same kind of error. */
export async function shortened(target: Target, input: Buffer): Promise<Buffer> {
  const wanted = kindOf(await target.read(input));
  let reads = 0;
  const isSame = async (shorter: Buffer): Promise<boolean> => {
    reads += 1;
    try {
      return kindOf(await target.read(shorter)) === wanted;
    } catch {
      return false;
    }
  };
  let short = input;
  for (let stretch = Math.ceil(input.length / 2); stretch >= 1; stretch = Math.floor(stretch / 2)) {
    for (let from = 0; from < short.length && reads < MOST_READS; ) {
      const without = Buffer.concat([short.subarray(0, from), short.subarray(from + stretch)]);
      if (await isSame(without)) short = without;
      else from += stretch;
    }
  }
  return short;
}
