/** Finds the place in the text of a key, of a value, or of the section that lacks one. */
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, Pair, YAMLMap } from 'yaml';
import type { KeyPath } from './key-path.ts';
import type { Finding } from './problem.ts';

/** A part of a document that paths are followed in. */
export interface Place {
  readonly document: Document;
  readonly key?: unknown;
  readonly value: unknown;
  /** How much of a path leads here already. */
  readonly depth: number;
}

/** The pairs of each mapping by name: a file with thousands of mistakes asks thousands of times. */
const pairsByName = new WeakMap<YAMLMap, ReadonlyMap<string, Pair>>();

export function placeOfAll(document: Document): Place {
  return { document, value: document.contents, depth: 0 };
}

/** The offset in the text that a finding points at. */
export function offsetOf(place: Place, finding: Pick<Finding, 'path' | 'about' | 'pointAt'>): number {
  const { path, about, pointAt } = finding;
  if (about === 'missing-key') {
    return keyOffset(place, pointAt ?? path.slice(0, -1));
  }
  if (about === 'unknown-key') {
    return keyOffset(place, path);
  }
  const { key, value } = find(place, path);
  // "key:" with nothing behind it: the empty place is hard to see, the key is not.
  const absent = isScalar(value) && value.value === null && !value.source;
  return (absent ? startOf(key) : undefined) ?? startOf(value) ?? startOf(key) ?? startOfAll(place);
}

/** The part of the text that the value at a path takes up. */
export function extentOf(place: Place, path: KeyPath): readonly [start: number, end: number] | undefined {
  const { value } = find(place, path);
  return isNode(value) && value.range ? [value.range[0], value.range[1]] : undefined;
}

export function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** The key as it is called once the document is a plain object. */
export function keyOf(document: Document, pair: Pair): string {
  if (isScalar(pair.key)) {
    return pair.key.value === null ? '' : String(pair.key.value);
  }
  // The name of a list, a mapping or an alias is up to the reader: let it make an object with this one key.
  const alone = new YAMLMap();
  alone.items.push(new Pair(pair.key, null));
  return Object.keys(alone.toJS(document)).join();
}

function keyOffset(place: Place, path: KeyPath): number {
  const { key, value } = find(place, path);
  return startOf(key) ?? startOf(value) ?? startOfAll(place);
}

function startOfAll({ document }: Place): number {
  return startOf(document.contents) ?? 0;
}

/** The deepest key and value on the way along a path that are in the text. */
function find(place: Place, path: KeyPath): Pick<Place, 'key' | 'value'> {
  const { document, depth } = place;
  let found: Pick<Place, 'key' | 'value'> = place;
  for (const segment of path.slice(depth)) {
    const node = isAlias(found.value) ? found.value.resolve(document) : found.value;
    if (isMap(node)) {
      const pair = pairsOf(document, node).get(String(segment));
      if (pair === undefined) {
        return found;
      }
      found = { key: pair.key, value: pair.value };
    } else if (isSeq(node) && typeof segment === 'number') {
      found = { value: node.items[segment] };
    } else {
      return found;
    }
  }
  return found;
}

/** Of a key given twice the last one counts, here as in the plain object. */
function pairsOf(document: Document, map: YAMLMap): ReadonlyMap<string, Pair> {
  const known = pairsByName.get(map);
  if (known !== undefined) {
    return known;
  }
  const pairs = new Map(map.items.map((pair) => [keyOf(document, pair), pair]));
  pairsByName.set(map, pairs);
  return pairs;
}
