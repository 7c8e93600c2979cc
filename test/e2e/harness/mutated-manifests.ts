/** Manifests as people write them, and what becomes of them by slips: the same ones for the same seed. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parseAllDocuments, stringify } from 'yaml';
import { isObject } from '../../../src/json/object.ts';
import { type Path, valueAt } from '../../../src/json/path.ts';
import { type Random, seededRandom } from '../../snapshot/random.ts';

const FOLDER = join(import.meta.dirname, '..', 'manifests', 'mutated');

export interface Mutated {
  readonly kind: 'DaemonSet' | 'Pod';
  readonly text: string;
}

type Tree = Record<string, unknown>;

/** Where an object is kept and what it is: others would be another question. */
const FIXED: ReadonlySet<string> = new Set(['apiVersion', 'kind', 'namespace']);

/** Most manifests have one or two slips, some none, few have three. */
const SLIPS = [0, 0, 1, 1, 1, 1, 2, 2, 3] as const;

const STRANGE_VALUES: readonly [unknown, ...unknown[]] = [
  '',
  'Sometimes',
  'UPPER_case',
  '-dash',
  'a/b/c',
  'two words',
  '100x',
  '10Mi',
  '-5',
  'yes please',
  0,
  1,
  -1,
  8080,
  70_000,
  2 ** 31,
  1.5,
  true,
  false,
  null,
];

export function mutatedManifests(count: number, seed: number): Mutated[] {
  const random = seededRandom(seed);
  const bases = ['agents.yaml', 'pods.yaml'].flatMap((file) =>
    parseAllDocuments(readFileSync(join(FOLDER, file), 'utf8')).map((document) => document.toJS()),
  );
  return Array.from({ length: count }, () => {
    const base: unknown = bases[random.below(bases.length)];
    const tree: Tree = JSON.parse(JSON.stringify(base));
    const twice = random.below(DUPLICATES_EVERY) === 0;
    for (let slips = random.pick(SLIPS); slips > 0; slips -= 1) slip(tree, random);
    const text = stringify(tree, { aliasDuplicateObjects: false });
    const kind = isObject(base) && base.kind === 'Pod' ? 'Pod' : 'DaemonSet';
    return { kind, text: twice ? withDuplicate(text, random) : text };
  });
}

const DUPLICATES_EVERY = 25;

/** One line with a plain value, given again. */
function withDuplicate(text: string, random: Random): string {
  const lines = text.split('\n');
  const plain = lines.flatMap((line, index) => (/^ +[a-zA-Z]+: [\w./-]+$/.test(line) ? [index] : []));
  const at = plain[random.below(Math.max(1, plain.length))];
  return at === undefined ? text : lines.toSpliced(at, 0, lines[at] ?? '').join('\n');
}

function slip(tree: Tree, random: Random): void {
  const paths = [...pathsIn(tree, [])].filter((path) => path.every((step) => !FIXED.has(String(step))));
  const path = paths[random.below(paths.length)];
  if (path === undefined) return;
  const parent = valueAt(tree, path.slice(0, -1));
  const key = path.at(-1);
  if (Array.isArray(parent) && typeof key === 'number') inList(parent, key, random);
  else if (isTree(parent) && typeof key === 'string') inMap(parent, key, tree, path, random);
}

function* pathsIn(value: unknown, path: Path): Generator<Path> {
  if (path.length > 0) yield path;
  if (Array.isArray(value)) {
    for (const [index, element] of value.entries()) yield* pathsIn(element, [...path, index]);
  } else if (isObject(value)) {
    for (const [key, entry] of Object.entries(value)) yield* pathsIn(entry, [...path, key]);
  }
}

function inList(list: unknown[], index: number, random: Random): void {
  switch (random.below(3)) {
    case 0:
      list.splice(index, 1);
      return;
    case 1:
      list.splice(index, 0, JSON.parse(JSON.stringify(list[index] ?? null)));
      return;
    default:
      list[index] = otherFor(list[index], random);
  }
}

function inMap(map: Tree, key: string, tree: Tree, path: Path, random: Random): void {
  const value = map[key];
  switch (random.below(6)) {
    case 0:
      delete map[key];
      map[misspelt(key, random)] = value;
      return;
    case 1:
      delete map[key];
      return;
    case 2: {
      // One level too high.
      const above = valueAt(tree, path.slice(0, -2));
      if (path.length < 3 || !isTree(above) || Object.hasOwn(above, key)) return;
      delete map[key];
      above[key] = value;
      return;
    }
    case 3:
      map[key] = Array.isArray(value) ? [] : isObject(value) ? {} : random.pick(STRANGE_VALUES);
      return;
    default:
      map[key] = otherFor(value, random);
  }
}

function otherFor(value: unknown, random: Random): unknown {
  if (typeof value === 'number') return random.below(2) === 0 ? String(value) : random.pick(STRANGE_VALUES);
  if (typeof value === 'boolean') return random.below(2) === 0 ? String(value) : random.pick(STRANGE_VALUES);
  if (typeof value === 'string' && /^\d+$/.test(value) && random.below(2) === 0) return Number(value);
  return random.pick(STRANGE_VALUES);
}

function misspelt(key: string, random: Random): string {
  const at = random.below(Math.max(1, key.length - 1));
  switch (random.below(3)) {
    case 0:
      return key.slice(0, at) + key.slice(at + 1) || 'x';
    case 1:
      return `${key.slice(0, at)}${key[at + 1] ?? ''}${key[at] ?? ''}${key.slice(at + 2)}`;
    default:
      return key.toLowerCase() === key ? `${key}s` : key.toLowerCase();
  }
}

function isTree(value: unknown): value is Tree {
  return isObject(value);
}
