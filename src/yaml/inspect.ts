/** Looks over a YAML document before it is used: keys given twice, and aliases that lead nowhere. */
import {
  type Document,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isSeq,
  type Node,
  type Pair,
  Scalar,
  visit,
} from 'yaml';
import { itemText, keyText } from '../json/path.ts';
import { nameOf, startOf } from './places.ts';

/** More than anybody needs, and far too few for a bomb of nested ones. */
export const MOST_ALIASES = 100;

export interface TextMistake {
  readonly offset: number;
  readonly message: string;
}

export interface DuplicateKey extends TextMistake {
  readonly key: string;
  readonly path: string;
}

/**
 * Puts null in the place of each alias that cannot be followed, and of each key that is no text. Throws a RangeError
 * when the tree is too deep.
 */
export function inspect(document: Document) {
  const aliases: TextMistake[] = [];
  const duplicates: DuplicateKey[] = [];
  const anchors = new Map<string, Node>();
  // Where the first alias stands that is one too many: nothing is known of what follows it.
  let excess: number | undefined;
  let count = 0;
  visit(document, (_key, node, ancestors) => {
    if (isAlias(node)) {
      count += 1;
      if (count > MOST_ALIASES) {
        excess = offsetOf(node);
        return visit.BREAK;
      }
      const target = anchors.get(node.source);
      if (target !== undefined && !ancestors.includes(target)) return undefined;
      const problem = target === undefined ? 'has no anchor before it' : 'contains itself';
      aliases.push({ offset: offsetOf(node), message: `alias *${node.source} ${problem}` });
      return nothingAt(node);
    }
    if (isNode(node) && node.anchor) anchors.set(node.anchor, node);
    if (isPair(node) && isCollection(node.key)) node.key = nothingAt(node.key);
    if (isMap(node)) addDuplicates(duplicates, node.items, [...ancestors, node]);
    return undefined;
  });
  return { aliases, duplicates, excess };
}

/** Null at the very place of a node that is wrong itself: what is found wrong there is no second mistake. */
function nothingAt({ range }: Node): Scalar {
  const nothing = new Scalar(null);
  nothing.source = 'null';
  nothing.range = range ?? null;
  return nothing;
}

function addDuplicates(duplicates: DuplicateKey[], pairs: readonly Pair[], way: readonly unknown[]): void {
  const seen = new Set<string>();
  for (const { key: node } of pairs) {
    const key = nameOf(node);
    if (seen.has(key)) {
      duplicates.push({
        offset: offsetOf(node),
        key,
        path: keyText(pathOf(way), key),
        message: 'is given twice',
      });
    }
    seen.add(key);
  }
}

/** The path of the last one of nodes of which each holds the next. */
function pathOf(way: readonly unknown[]): string {
  return way.reduce<string>((path, node, depth) => {
    if (isPair(node)) return keyText(path, nameOf(node.key));
    const position = isSeq(node) ? node.items.indexOf(way[depth + 1]) : -1;
    return position < 0 ? path : itemText(path, position);
  }, '');
}

function offsetOf(node: unknown): number {
  return startOf(node) ?? 0;
}
