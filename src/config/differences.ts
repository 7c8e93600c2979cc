/** Which settings differ between two configurations. */
import { isDeepStrictEqual } from 'node:util';
import { type Path, pathText, valueAt } from '../json/path.ts';
import type { Configuration } from './schema/schema.ts';
import { isSectionList, type Reload, type SchemaNode, type SectionNode } from './schema/schema-node.ts';
import { configurationSchema } from './schema/settings.ts';

interface Difference {
  readonly path: Path;
  readonly reload: Reload;
}

/** The paths of the settings that differ, all of them or only those that are taken up in one way. */
export function differences(before: Configuration, after: Configuration, reload?: Reload): string[] {
  return differencesAt(configurationSchema, [before, after], [], 'restart')
    .filter((difference) => reload === undefined || difference.reload === reload)
    .map(({ path }) => pathText(path));
}

/** Items of a list of sections are compared by their position; one that only one side has differs as a whole. */
function differencesAt(
  node: SchemaNode,
  sides: readonly unknown[],
  path: Path,
  reload: Reload,
): Difference[] {
  if (isDeepStrictEqual(sides[0], sides[1])) return [];
  const below = (inner: SchemaNode, step: string | number, { 'x-reload': around }: SectionNode) => {
    const inside = sides.map((side) => valueAt(side, [step]));
    return differencesAt(inner, inside, [...path, step], around);
  };
  if (isSectionList(node)) {
    const positions = new Set(sides.flatMap((side) => (Array.isArray(side) ? [...side.keys()] : [])));
    return [...positions].flatMap((position) => below(node.items, position, node.items));
  }
  if (node.type !== 'object') return [{ path, reload: node['x-reload'] ?? reload }];
  if (sides.includes(undefined)) return [{ path, reload }];
  return Object.entries(node.properties).flatMap(([key, inner]) => below(inner, key, node));
}
