/** The settings of a schema as a flat list, and the node that describes a given path. */
import type { KeyPath } from './key-path.ts';
import type { LeafNode, ListNode, SchemaNode, SectionNode } from './schema-node.ts';

export interface Leaf {
  readonly path: readonly string[];
  readonly node: LeafNode;
  readonly required: boolean;
}

/** Every setting below a section, in the order of the schema. */
export function leavesOf(section: SectionNode, prefix: readonly string[] = []): Leaf[] {
  return Object.entries(section.properties).flatMap(([key, node]) => {
    const path = [...prefix, key];
    return node.type === 'object'
      ? leavesOf(node, path)
      : [{ path, node, required: section.required?.includes(key) ?? false }];
  });
}

/** The description of what stands at a path, or undefined when nothing may stand there. */
export function nodeAt(root: SectionNode, path: KeyPath): SchemaNode | ListNode['items'] | undefined {
  let node: SchemaNode | ListNode['items'] = root;
  for (const segment of path) {
    let next: SchemaNode | ListNode['items'] | undefined;
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
