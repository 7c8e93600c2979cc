/** Walks through a schema: its settings as a flat list, the node at a path, a copy with each value changed. */
import { isObject, type JsonObject } from '../../json/object.ts';
import { itemText, keyText, type Path } from '../../json/path.ts';
import {
  isSectionList,
  type LeafNode,
  type PlaceNode,
  type SchemaNode,
  type SectionNode,
} from './schema-node.ts';

export interface Leaf {
  /** Its own key. */
  readonly key: string;
  /** The whole path as people write it: `log.level`, or `exemptions[].rule` for each item of a list. */
  readonly text: string;
  readonly node: LeafNode;
  /** The one that it stands directly in. */
  readonly section: SectionNode;
}

/** Every setting below a section, in the order of the schema. */
export function leavesOf(section: SectionNode, prefix = ''): Leaf[] {
  return Object.entries(section.properties).flatMap(([key, node]) => {
    const text = keyText(prefix, key);
    if (node.type === 'object') return leavesOf(node, text);
    return isSectionList(node) ? leavesOf(node.items, itemText(text)) : [{ key, text, node, section }];
  });
}

/** The description of what stands at a path, or undefined when nothing may stand there. */
export function nodeAt(root: SectionNode, path: Path): PlaceNode | undefined {
  return path.reduce<PlaceNode | undefined>((node, step) => {
    if (node?.type === 'array') return node.items;
    return node?.type === 'object' && Object.hasOwn(node.properties, step)
      ? node.properties[step]
      : undefined;
  }, root);
}

/** A copy of a mapping in which the value of each setting, given or not, is what `change` makes of it. */
export function mapSettings(
  section: SectionNode,
  given: JsonObject,
  change: (node: SchemaNode, value: unknown) => unknown,
): JsonObject {
  const below = (node: SchemaNode, value: unknown): unknown => {
    if (node.type === 'object' && isObject(value)) return mapSettings(node, value, change);
    return isSectionList(node) && Array.isArray(value) ? value.map((item) => below(node.items, item)) : value;
  };
  const changed = Object.entries(section.properties)
    .map(([key, node]): [string, unknown] => [key, below(node, change(node, given[key]))])
    .filter(([, value]) => value !== undefined);
  return { ...given, ...Object.fromEntries(changed) };
}
