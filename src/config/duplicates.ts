/** Keys given twice: the reader keeps the last one, and the sections before it want checking too. */
import { type Document, isCollection, isMap, isSeq } from 'yaml';
import type { KeyPath } from './key-path.ts';
import { keyOf, type Place, startOf } from './positions.ts';
import type { Finding, TextMistake } from './problem.ts';
import { schemaFindings } from './schema-findings.ts';

export interface DuplicateKey extends TextMistake {
  /** The one before, which the last one hides. */
  readonly hidden: Place;
}

/** Each check of a hidden section is a whole run of the schema; nobody means to write a key more often than this. */
const MOST_HIDDEN_SECTIONS = 100;

export function duplicateKeys(document: Document): DuplicateKey[] {
  return duplicatesBelow(document, document.contents, []);
}

/** What the schema has against the sections that a later one of the same name hides. */
export function hiddenFindings(
  duplicates: readonly DuplicateKey[],
): { readonly place: Place; readonly finding: Finding }[] {
  return duplicates
    .filter(({ hidden }) => isCollection(hidden.value))
    .slice(0, MOST_HIDDEN_SECTIONS)
    .flatMap(({ path, hidden }) => {
      const { document, value } = hidden;
      const content: unknown = isCollection(value) ? value.toJS(document) : undefined;
      return schemaFindings(contentAt(path, content))
        .filter((finding) => path.every((segment, depth) => finding.path[depth] === segment))
        .map((finding) => ({ place: hidden, finding }));
    });
}

/** A document in which there is nothing but a value at a path. */
function contentAt(path: KeyPath, value: unknown): unknown {
  return path.reduceRight<unknown>((inner, segment) => {
    return typeof segment === 'number' ? [...Array(segment).fill(null), inner] : { [segment]: inner };
  }, value);
}

function duplicatesBelow(document: Document, node: unknown, path: KeyPath): DuplicateKey[] {
  if (isSeq(node)) {
    return node.items.flatMap((item, index) => duplicatesBelow(document, item, [...path, index]));
  }
  if (!isMap(node)) {
    return [];
  }
  const seen = new Map<string, Place>();
  return node.items.flatMap((pair) => {
    const key = keyOf(document, pair);
    const keyPath = [...path, key];
    const hidden = seen.get(key);
    seen.set(key, { document, key: pair.key, value: pair.value, depth: keyPath.length });
    const below = duplicatesBelow(document, pair.value, keyPath);
    return hidden === undefined
      ? below
      : [{ offset: startOf(pair.key) ?? 0, path: keyPath, message: 'is given twice', hidden }, ...below];
  });
}
