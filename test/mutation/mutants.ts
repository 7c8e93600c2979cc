/** The source of the folders, with every mutant in it, by Stryker's own instrumenter. */
import { globSync, readFileSync } from 'node:fs';
import { Instrumenter } from '@stryker-mutator/instrumenter';

export interface Mutant {
  readonly id: string;
  readonly file: string;
  /** Counted from one, as editors do. */
  readonly line: number;
  readonly column: number;
  readonly mutator: string;
  readonly original: string;
  readonly replacement: string;
}

export interface Instrumented {
  readonly mutants: readonly Mutant[];
  /** File to its text with the mutants. */
  readonly texts: ReadonlyMap<string, string>;
}

const nothing = () => {};
const no = () => false;

const QUIET: ConstructorParameters<typeof Instrumenter>[0] = {
  isTraceEnabled: no,
  isDebugEnabled: no,
  isInfoEnabled: no,
  isWarnEnabled: no,
  isErrorEnabled: no,
  isFatalEnabled: no,
  trace: nothing,
  debug: nothing,
  info: nothing,
  warn: nothing,
  error: nothing,
  fatal: nothing,
};

export async function instrument(folders: readonly string[]): Promise<Instrumented> {
  const names = folders.flatMap((folder) => globSync(`${folder}/**/*.ts`)).toSorted();
  const files = names.map((name) => ({ name, mutate: true, content: readFileSync(name, 'utf8') }));
  const result = await new Instrumenter(QUIET).instrument(files, {
    excludedMutations: [],
    ignorers: [],
    plugins: null,
  });
  const lines = new Map(files.map(({ name, content }) => [name, content.split('\n')]));
  const mutants = result.mutants.map(({ id, fileName, location, mutatorName, replacement }) => ({
    id,
    file: fileName,
    line: location.start.line + 1,
    column: location.start.column + 1,
    mutator: mutatorName,
    original: excerpt(lines.get(fileName) ?? [], location),
    replacement: replacement,
  }));
  return { mutants, texts: new Map(result.files.map(({ name, content }) => [name, content])) };
}

/** What a mutant is called while it is the same, wherever lines before it have come or gone. */
export function keysOf(mutants: readonly Mutant[]): (mutant: Mutant) => string {
  const counts = new Map<string, number>();
  const keys = new Map<string, string>();
  for (const { id, file, mutator, original, replacement } of mutants) {
    const same = [file, mutator, original, replacement].join('\u0000');
    const count = counts.get(same) ?? 0;
    counts.set(same, count + 1);
    keys.set(id, `${same}\u0000${count}`);
  }
  return ({ id }) => keys.get(id) ?? id;
}

interface Position {
  readonly line: number;
  readonly column: number;
}

function excerpt(lines: readonly string[], { start, end }: { start: Position; end: Position }): string {
  const within = lines.slice(start.line, end.line + 1);
  const last = within.length - 1;
  return within
    .map((line, i) => line.slice(i === 0 ? start.column : 0, i === last ? end.column : undefined))
    .join('\n');
}
