/** Finds the place in a YAML text of what a path names. */
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Pair, type YAMLMap } from 'yaml';

const ITEM = /^\[(\d+)\]\.?/;
/** A key in brackets, with or without quotes. */
const BRACKETED = /^\[("(?:[^"\\]|\\.)*"|[^\]]*)\]\.?/;
const MERGE = '<<';

/** The key and the value that a path leads to; an item of a list and the document itself have no key. */
interface Place {
  readonly key?: unknown;
  readonly value: unknown;
}

interface Step extends Place {
  /** What is left of the path. */
  readonly rest: string;
}

/** The pairs of each map by name: a file with thousands of mistakes asks thousands of times. */
const pairsByName = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

/** Where the key stands that a path such as `spec.containers[0].image` names, or the item of a list, or what is nearest. */
export function keyOffset(document: Document, path: string): number {
  const { key, value } = placeOf(document, path);
  return startOf(key) ?? startOf(value) ?? startOf(document.contents) ?? 0;
}

/** Where the value stands. An empty one is hard to see: then the place is that of its key. */
export function valueOffset(document: Document, path: string): number {
  const { value } = placeOf(document, path);
  const isEmpty = isScalar(value) && value.value === null && !value.source;
  return (isEmpty ? undefined : startOf(value)) ?? keyOffset(document, path);
}

export function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** The key as it is called in the plain object. The parser has a symbol for `<<` where it merges. */
export function nameOf(key: unknown): string {
  const name = isScalar(key) ? key.value : key;
  return typeof name === 'symbol' ? (name.description ?? '') : String(name ?? '');
}

/** Follows the path as far as there is something. */
function placeOf(document: Document, path: string): Place {
  let place: Step = { value: document.contents, rest: path };
  while (place.rest !== '') {
    const next = stepInto(document, place.value, place.rest);
    if (next === undefined) break;
    place = next;
  }
  return place;
}

function stepInto(document: Document, from: unknown, rest: string): Step | undefined {
  const node = isAlias(from) ? from.resolve(document) : from;
  if (isSeq(node)) {
    const [text = '', position] = ITEM.exec(rest) ?? [];
    const value = node.items[Number(position)];
    return value === undefined ? undefined : { value, rest: rest.slice(text.length) };
  }
  if (!isMap(node)) return undefined;
  const pairs = pairsOf(node);
  for (const [name, after] of keysAtStart(rest)) {
    const pair = pairs.get(name);
    if (pair !== undefined) return { key: pair.key, value: pair.value, rest: after };
  }
  // A key that `<<` brought here stands elsewhere.
  const merged = pairs.get(MERGE)?.value;
  for (const source of isSeq(merged) ? merged.items : [merged]) {
    const step = stepInto(document, source, rest);
    if (step !== undefined) return step;
  }
  return undefined;
}

/** What the first key of a path may be, with what is left behind it. Keys may hold dots: the longest comes first. */
function* keysAtStart(path: string): Generator<readonly [key: string, rest: string]> {
  const [text = '', bracketed] = BRACKETED.exec(path) ?? [];
  if (bracketed !== undefined) yield [bracketed, path.slice(text.length)];
  for (
    let end = path.length;
    end > 0;
    end = Math.max(...['.', '['].map((c) => path.lastIndexOf(c, end - 1)))
  ) {
    yield [path.slice(0, end), path.slice(path[end] === '.' ? end + 1 : end)];
  }
}

/** By their names as they are and in quotes. Of a key given twice the last one counts, here as in the plain object. */
function pairsOf(map: YAMLMap): ReadonlyMap<string, Pair> {
  const known = pairsByName.get(map);
  if (known !== undefined) return known;
  const pairs = new Map<string, Pair>();
  for (const pair of map.items) {
    const name = nameOf(pair.key);
    pairs.set(name, pair).set(JSON.stringify(name), pair);
  }
  pairsByName.set(map, pairs);
  return pairs;
}
