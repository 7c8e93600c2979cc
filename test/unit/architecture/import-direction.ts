/** Which module may import which: the picture of the architecture, as a table that a test reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { COMPUTED, importedModules } from './imported-modules.ts';
import { reservedUses } from './reserved-words.ts';
import { tokensOf } from './tokens.ts';

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

/** The folders of the pure core, and the modules from outside that each may use. What is not listed may not be. */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  json: ['buffer'],
  kube: ['ajv'],
  daemons: [],
  tenancy: [],
  policy: ['util'],
};

/** Modules with an effect or a cost, and the only files that may use them. */
const RESERVED_MODULES: readonly { readonly modules: readonly string[]; readonly only: RegExp }[] = [
  { modules: ['process'], only: /^main\.ts$/ },
  { modules: ['@kubernetes/client-node', 'undici', 'http2'], only: /^cluster\/watch\.ts$/ },
  // The server makes its own with it, and only takes its types.
  { modules: ['https'], only: /^cluster\/watch\.ts$|^server\/app\.ts$/ },
  // There are no modules but ours and those of package.json: no second way to load one.
  { modules: ['module', 'vm', 'worker_threads', 'child_process'], only: /^$/ },
];
/** Only one file of kube/ checks by a schema. */
const SCHEMA_FILE = 'kube/object-schema.ts';

/** Ways round a relative path: an absolute one, a URL, an alias of package.json, our own package by its name. */
const NO_PACKAGE = /^(?:\/|file:|data:|https?:|#|daemonward(?:\/|$))/;

export interface SourceFile {
  /** Relative to src/, with forward slashes. */
  readonly path: string;
  readonly text: string;
}

export function sourcesIn(folder: string): SourceFile[] {
  return readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({
      path: relative(folder, path).split(sep).join('/'),
      text: readFileSync(path, 'utf8'),
    }));
}

/** Every import and every effect that the tables do not allow, one line each. */
export function violationsIn(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) => {
    const folder = folderOf(path);
    if (MAY_IMPORT[folder] === undefined) {
      return [`${path}: src/${folder} is not in the picture of the architecture`];
    }
    if (!path.endsWith('.ts')) return [`${path} is not a .ts file`];
    const tokens = tokensOf(text);
    const wrong = importedModules(tokens).flatMap((module) => importViolation(path, module) ?? []);
    const uses = reservedUses(path, tokens);
    return [...new Set([...wrong, ...uses].map((what) => `${path} ${what}`))];
  });
}

function importViolation(path: string, module: string | typeof COMPUTED): string | null {
  if (module === COMPUTED) return 'imports what only the running program knows';
  if (module.startsWith('.')) return ownImportViolation(path, module);
  const name = module.replace(/^node:/, '');
  const reserved = RESERVED_MODULES.some(({ modules, only }) => modules.includes(name) && !only.test(path));
  const outside = MAY_USE[folderOf(path)];
  const unlisted = outside !== undefined && !outside.includes(name);
  const misplaced = folderOf(path) === 'kube' && path !== SCHEMA_FILE;
  return reserved || unlisted || misplaced || NO_PACKAGE.test(module) ? `imports ${module}` : null;
}

function ownImportViolation(path: string, module: string): string | null {
  const target = normalize(join(dirname(path), module))
    .split(sep)
    .join('/');
  const [from, to] = [folderOf(path), folderOf(target)];
  const allowed = !target.startsWith('..') && (to === from || MAY_IMPORT[from]?.includes(to) === true);
  return allowed ? null : `imports ${target}`;
}

function folderOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : path.replace(/\.ts$/, '');
}
