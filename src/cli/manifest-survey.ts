/** Looks over the tree of a YAML document before it is used: keys given twice, and aliases that lead nowhere. */
import {
  type Alias,
  isAlias,
  isCollection,
  isMap,
  isNode,
  isPair,
  isScalar,
  type Node,
  type Pair,
} from 'yaml';

/** More than any manifest needs, and far too few for a bomb; the snapshot reader has the same limit. */
export const MOST_ALIASES = 100;

/** The first ones show what went wrong. */
const MOST_MISTAKES = 20;

export interface Mistake {
  readonly offset: number;
  readonly message: string;
}

export interface Survey {
  /** The plain value would not be what was written, or would never end. */
  readonly broken: readonly Mistake[];
  /** The last value counts, as it does for kubectl. */
  readonly duplicates: readonly Mistake[];
  /** What each alias stands for. */
  readonly targets: ReadonlyMap<Alias, Node>;
}

/** Throws a RangeError when the tree is too deep to walk. */
export function survey(root: unknown): Survey {
  const broken: Mistake[] = [];
  const duplicates: Mistake[] = [];
  const targets = new Map<Alias, Node>();
  const anchors = new Map<string, Node>();
  const open = new Set<Node>();
  let aliases = 0;

  const followAlias = (alias: Alias) => {
    const target = anchors.get(alias.source);
    const offset = startOf(alias);
    aliases += 1;
    if (target === undefined)
      broken.push({ offset, message: `alias *${alias.source} has no anchor before it` });
    else if (open.has(target)) broken.push({ offset, message: `alias *${alias.source} contains itself` });
    else targets.set(alias, target);
    if (aliases === MOST_ALIASES + 1)
      broken.push({ offset, message: `has more than ${MOST_ALIASES} aliases` });
  };
  const visit = (node: unknown) => {
    if (broken.length >= MOST_MISTAKES) return;
    if (isPair(node)) {
      visit(node.key);
      visit(node.value);
    } else if (isAlias(node)) followAlias(node);
    else if (isNode(node)) {
      if ('anchor' in node && node.anchor) anchors.set(node.anchor, node);
      if (!isCollection(node)) return;
      if (isMap(node) && duplicates.length < MOST_MISTAKES) duplicates.push(...duplicatesIn(node.items));
      open.add(node);
      for (const item of node.items) visit(item);
      open.delete(node);
    }
  };
  visit(root);
  return { broken, duplicates: duplicates.slice(0, MOST_MISTAKES), targets };
}

function duplicatesIn(pairs: readonly Pair[]): Mistake[] {
  const seen = new Set<string>();
  const mistakes: Mistake[] = [];
  for (const { key } of pairs) {
    const text = keyText(key);
    if (seen.has(text) && mistakes.length < MOST_MISTAKES) {
      mistakes.push({ offset: startOf(key), message: `key ${JSON.stringify(text)} is given twice` });
    }
    seen.add(text);
  }
  return mistakes;
}

/** The key as it is called in the plain object. */
export function keyText(key: unknown): string {
  return isScalar(key) ? String(key.value ?? '') : String(key);
}

export function startOf(node: unknown): number {
  return isNode(node) ? (node.range?.[0] ?? 0) : 0;
}
