/** Which module may import which: the picture of the architecture, as a table that a test reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';

/** For each folder of src/, the folders that it may import besides itself. What is not listed may not be. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  json: [],
  kube: [],
  config: ['policy'],
  cluster: ['kube', 'json'],
  daemons: ['cluster', 'kube'],
  tenancy: ['cluster', 'kube'],
  policy: ['daemons', 'tenancy', 'cluster', 'kube'],
  admission: ['policy', 'daemons', 'tenancy', 'cluster', 'kube', 'config', 'json'],
  scheduler: ['policy', 'daemons', 'tenancy', 'cluster', 'kube', 'config', 'json'],
  server: ['admission', 'scheduler', 'policy', 'daemons', 'tenancy', 'cluster', 'kube', 'config', 'json'],
  cli: [
    'server',
    'admission',
    'scheduler',
    'policy',
    'daemons',
    'tenancy',
    'cluster',
    'kube',
    'config',
    'json',
  ],
  main: ['cli'],
};

/** Modules with an effect, and the only files that may use them. */
export const RESERVED: readonly {
  readonly pattern: RegExp;
  /** Looked for outside of text only. */
  readonly bare?: RegExp;
  readonly what: string;
  readonly only: RegExp;
}[] = [
  { pattern: /\bprocess\.|'node:process'/, bare: /\bprocess\b/, what: 'touches process', only: /^main\.ts$/ },
  { pattern: /\.listen\(/, what: 'listens', only: /^server\/listen\.ts$/ },
  { pattern: /@kubernetes\/client-node/, what: 'talks to an API server', only: /^cluster\/watch\.ts$/ },
];

const IMPORT = /(?:from|import)\s*\(?\s*'(\.{1,2}\/[^']+)'/g;

export interface SourceFile {
  /** Relative to src/, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export function sourcesIn(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.ts'))
    .map((path) => ({ path: path.split(sep).join('/'), text: readFileSync(join(folder, path), 'utf8') }));
}

/** Every import and every effect that the tables above do not allow, one line each. */
export function violationsIn(files: readonly SourceFile[]): string[] {
  return files.flatMap((file) => [...importViolations(file), ...reservedViolations(file)]);
}

function importViolations({ path, text }: SourceFile): string[] {
  const from = folderOf(path);
  const allowed = MAY_IMPORT[from];
  if (allowed === undefined) return [`${path}: src/${from} is not in the picture of the architecture`];
  return [...text.matchAll(IMPORT)].flatMap(([, specifier = '']) => {
    const target = relative('.', normalize(join(dirname(path), specifier)))
      .split(sep)
      .join('/');
    const to = folderOf(target);
    const outside = target.startsWith('..');
    return !outside && (to === from || allowed.includes(to)) ? [] : [`${path} imports ${target}`];
  });
}

function reservedViolations({ path, text }: SourceFile): string[] {
  const code = text.replace(/\/\*[\s\S]*?\*\/|\/\/.*$/gm, '');
  const withoutText = code.replace(/'[^'\n]*'|`[^`]*`/g, '');
  return RESERVED.filter(({ pattern, bare, only }) => {
    const found = pattern.test(code) || bare?.test(withoutText) === true;
    return found && !only.test(path);
  }).map(({ what }) => `${path} ${what}`);
}

function folderOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : path.replace(/\.ts$/, '');
}
