/** Makes the relative paths of a configuration file start at the folder of that file. */
import { dirname, isAbsolute, join } from 'node:path';
import { isMapping, type Mapping } from './mapping.ts';
import { isSectionList, type PlaceNode, type SectionNode } from './schema-node.ts';

/** A copy in which every setting that is a path can be opened from the working directory. */
export function withPathsFrom(file: string, section: SectionNode, given: Mapping): Mapping {
  const copy: Record<string, unknown> = { ...given };
  for (const [key, node] of Object.entries(section.properties)) {
    const value = given[key];
    if (node.type === 'object' && isMapping(value)) {
      copy[key] = withPathsFrom(file, node, value);
    } else if (node.type === 'string' && node.format === 'path' && typeof value === 'string') {
      copy[key] = pathFrom(file, value);
    } else if (node.type === 'array' && Array.isArray(value)) {
      copy[key] = isSectionList(node)
        ? value.map((item) => (isMapping(item) ? withPathsFrom(file, node.items, item) : item))
        : value.map((item) => itemFrom(file, node.items, item));
    }
  }
  return copy;
}

function itemFrom(file: string, node: PlaceNode, item: unknown): unknown {
  return node.type === 'string' && node.format === 'path' && typeof item === 'string'
    ? pathFrom(file, item)
    : item;
}

function pathFrom(file: string, path: string): string {
  return isAbsolute(path) ? path : join(dirname(file), path);
}
