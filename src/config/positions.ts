/** Finds the place in the text of a key, of a value, or of the section that lacks one. */
import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Pair } from 'yaml';
import type { KeyPath } from './key-path.ts';
import type { Finding } from './problem.ts';

interface Found {
  readonly key?: unknown;
  readonly value: unknown;
}

/** The offset in the text that a finding points at. */
export function offsetOf(document: Document, finding: Pick<Finding, 'path' | 'about' | 'pointAt'>): number {
  const { path, about, pointAt } = finding;
  if (about === 'missing-key') {
    return keyOffset(document, pointAt ?? path.slice(0, -1));
  }
  if (about === 'unknown-key') {
    return keyOffset(document, path);
  }
  const { key, value } = find(document, path);
  // "key:" with nothing behind it: the empty place is hard to see, the key is not.
  const absent = isScalar(value) && value.value === null && !value.source;
  return (
    (absent ? startOf(key) : undefined) ?? startOf(value) ?? startOf(key) ?? startOf(document.contents) ?? 0
  );
}

/** The part of the text that the value at a path takes up. */
export function extentOf(
  document: Document,
  path: KeyPath,
): readonly [start: number, end: number] | undefined {
  const { value } = find(document, path);
  return isNode(value) && value.range ? [value.range[0], value.range[1]] : undefined;
}

export function startOf(node: unknown): number | undefined {
  return isNode(node) ? node.range?.[0] : undefined;
}

/** The key as it is called once the document is a plain object. */
export function keyOf(pair: Pair): string {
  if (isScalar(pair.key)) {
    return pair.key.value === null ? '' : String(pair.key.value);
  }
  return String(pair.key);
}

function keyOffset(document: Document, path: KeyPath): number {
  const { key, value } = find(document, path);
  return startOf(key) ?? startOf(value) ?? startOf(document.contents) ?? 0;
}

/** The deepest key and value on the way along a path that are in the text. */
function find(document: Document, path: KeyPath): Found {
  let found: Found = { value: document.contents };
  for (const segment of path) {
    const node = isAlias(found.value) ? found.value.resolve(document) : found.value;
    if (isMap(node)) {
      // Of a key given twice the last one counts, here as in the plain object.
      // A list or mapping as key has no name of its own: what has no other place is that one.
      const pair =
        node.items.findLast((candidate) => keyOf(candidate) === segment) ??
        node.items.find((candidate) => !isScalar(candidate.key));
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
