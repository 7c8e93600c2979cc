/** Which module may import which: the picture of the architecture, as a table that a test reads. */
import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative, sep } from 'node:path';
import { COMPUTED, type NamedModule, readSource } from './source-reader.ts';

/** From the ground up; a folder may import whatever stands on a step below its own. */
const STEPS = [
  ['json', 'yaml'],
  ['kube'],
  ['cluster', 'config'],
  ['daemons', 'tenancy'],
  ['orders'],
  ['policy', 'headroom', 'fairness'],
  ['check', 'render', 'explain'],
  ['install'],
  ['admission', 'scheduler', 'server', 'cli'],
] as const;

function below(folder: string, ...also: readonly string[]): readonly string[] {
  const step = STEPS.findIndex((folders: readonly string[]) => folders.includes(folder));
  return [...STEPS.slice(0, step).flat(), ...also];
}

/** For each folder of src/, the folders that it may import besides itself. What is not listed may not be. */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  json: [],
  yaml: ['json'],
  kube: ['json', 'yaml'],
  config: below('config', 'policy'),
  cluster: below('cluster'),
  daemons: below('daemons'),
  tenancy: below('tenancy'),
  orders: below('orders'),
  policy: below('policy'),
  headroom: below('headroom'),
  fairness: below('fairness'),
  check: below('check'),
  render: below('render'),
  // It asks what the scheduler's doors decide, and never sees a byte.
  explain: below('explain', 'scheduler'),
  install: below('install'),
  admission: below('admission'),
  scheduler: below('scheduler').filter((folder) => folder !== 'explain'),
  server: below('server', 'admission', 'scheduler'),
  cli: below('cli', 'server', 'admission', 'scheduler'),
  main: ['cli'],
};

/** The folders of the pure core, and the modules from outside that each may use. They do not know what time it is. */
const CORE: Readonly<Record<string, readonly string[]>> = {
  json: ['buffer'],
  yaml: ['yaml'],
  kube: ['ajv'],
  daemons: ['util', 'fast-json-patch'],
  tenancy: [],
  policy: ['util'],
  orders: ['croner', 'crypto'],
  headroom: [],
  fairness: [],
  explain: ['util'],
};

/** Modules with an effect, and the only files that may use more of them than their types. */
const RESERVED_MODULES: readonly { readonly modules: readonly string[]; readonly only: RegExp }[] = [
  { modules: ['process'], only: /^main\.ts$/ },
  {
    modules: ['@kubernetes/client-node', 'undici', 'http', 'http2', 'https'],
    only: /^cluster\/api\/connection\.ts$/,
  },
  // There are no modules but ours and those of package.json: no second way to load one.
  { modules: ['module', 'vm', 'child_process'], only: /^$/ },
  { modules: ['worker_threads'], only: /^server\/reading\// },
];

/** Names with an effect, and the only files that may use them. */
const RESERVED_NAMES: readonly { what: string; names: readonly string[]; only: RegExp }[] = [
  { what: 'touches process', names: ['process'], only: /^main\.ts$/ },
  { what: 'listens', names: ['.listen'], only: /^server\/http\/listen\.ts$/ },
  {
    what: 'calls out',
    names: ['fetch', 'WebSocket', 'EventSource', 'XMLHttpRequest'],
    only: /^$/,
  },
  {
    what: 'looks at the clock',
    names: ['setTimeout', 'setInterval', 'setImmediate', 'performance', 'Date.now', 'new Date()'],
    only: new RegExp(`^(?!(?:${Object.keys(CORE).join('|')})/)`),
  },
  { what: 'loads a module by a call', names: ['require', 'createRequire'], only: /^$/ },
];

/** Only one file of kube/ checks by a schema. */
const SCHEMA_FILE = 'kube/object-schema.ts';

/** Ways round a relative path: an absolute one, a URL, an alias of package.json, our own package by its name. */
const NO_PACKAGE = /^(?:\/|file:|data:|https?:|#|daemonward(?:\/|$))/;

/** Within the scheduler, and for those who ask what it decides: decisions never see bytes. */
const DECISIONS = /^(?:scheduler\/(?:filter|prioritize|preempt|resize|account)|explain)\//;
const BYTES = /^scheduler\/(?:wire|names)\//;

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
    const { modules, names } = readSource(path, text);
    const wrong = modules.flatMap((module) => importViolation(path, module) ?? []);
    const uses = RESERVED_NAMES.filter(
      (reserved) => !reserved.only.test(path) && reserved.names.some((name) => names.has(name)),
    );
    return [...new Set([...wrong, ...uses.map(({ what }) => what)].map((what) => `${path} ${what}`))];
  });
}

function importViolation(path: string, { name, typeOnly }: NamedModule): string | null {
  if (name === COMPUTED) return 'imports what only the running program knows';
  const target = targetOf(path, name);
  if (target !== null) return ownImportViolation(path, target);
  const bare = name.replace(/^node:/, '');
  const reserved = RESERVED_MODULES.some(({ modules, only }) => modules.includes(bare) && !only.test(path));
  const outside = CORE[folderOf(path)];
  const unlisted = outside !== undefined && !outside.includes(bare);
  const misplaced = folderOf(path) === 'kube' && path !== SCHEMA_FILE;
  return (reserved && !typeOnly) || unlisted || misplaced || NO_PACKAGE.test(name) ? `imports ${name}` : null;
}

function ownImportViolation(path: string, target: string): string | null {
  const [from, to] = [folderOf(path), folderOf(target)];
  const inside = to === from || MAY_IMPORT[from]?.includes(to) === true;
  const seesBytes = (DECISIONS.test(path) || from === 'explain') && BYTES.test(target);
  return inside && !seesBytes ? null : `imports ${target}`;
}

/** A file of ours, relative to src/; what lies outside of it begins with two dots, and so is in no folder of the picture. */
export function targetOf(path: string, name: string | typeof COMPUTED): string | null {
  if (name === COMPUTED || !name.startsWith('.')) return null;
  return normalize(join(dirname(path), name))
    .split(sep)
    .join('/');
}

function folderOf(path: string): string {
  return path.includes('/') ? (path.split('/')[0] ?? '') : path.replace(/\.ts$/, '');
}
