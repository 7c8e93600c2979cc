/** The settings of a schema as a flat list, and the node that describes a given path. */
import { itemText, type KeyPath, keyText } from './key-path.ts';
import { isSectionList, type LeafNode, type PlaceNode, type SectionNode } from './schema-node.ts';

export interface Leaf {
  /** Its own key. */
  readonly key: string;
  /** The whole path as people write it: `log.level`, or `exemptions[].rule` for each item of a list. */
  readonly text: string;
  readonly node: LeafNode;
  readonly required: boolean;
}

/** Every setting below a section, in the order of the schema. */
export function leavesOf(section: SectionNode, prefix = ''): Leaf[] {
  return Object.entries(section.properties).flatMap(([key, node]) => {
    const text = keyText(prefix, key);
    if (node.type === 'object') {
      return leavesOf(node, text);
    }
    return isSectionList(node) ? leavesOf(node.items, itemText(text)) : [leafOf(section, key, node, text)];
  });
}

/** The settings that stand directly in a section. */
export function ownLeavesOf(section: SectionNode, prefix = ''): Leaf[] {
  return Object.entries(section.properties).flatMap(([key, node]) =>
    node.type === 'object' || isSectionList(node) ? [] : [leafOf(section, key, node, keyText(prefix, key))],
  );
}

/** The description of what stands at a path, or undefined when nothing may stand there. */
export function nodeAt(root: SectionNode, path: KeyPath): PlaceNode | undefined {
  let node: PlaceNode = root;
  for (const segment of path) {
    let next: PlaceNode | undefined;
    if (node.type === 'array') {
      next = node.items;
    } else if (node.type === 'object' && Object.hasOwn(node.properties, segment)) {
      next = node.properties[segment];
    }
    if (next === undefined) {
      return undefined;
    }
    node = next;
  }
  return node;
}

function leafOf(section: SectionNode, key: string, node: LeafNode, text: string): Leaf {
  return { key, text, node, required: section.required?.includes(key) ?? false };
}
