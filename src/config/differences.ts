/** Which settings differ between two configurations. */
import { isDeepStrictEqual } from 'node:util';
import { type KeyPath, pathText, valueAt } from './key-path.ts';
import type { Configuration } from './schema.ts';
import { isSectionList, type Reload, type SectionListNode, type SectionNode } from './schema-node.ts';
import { configurationSchema } from './settings.ts';

interface Difference {
  readonly path: KeyPath;
  readonly reload: Reload;
}

/** The paths of the settings that differ, all of them or only those that are taken up in one way. */
export function differences(before: Configuration, after: Configuration, reload?: Reload): string[] {
  return inSection(configurationSchema, before, after, [])
    .filter((difference) => reload === undefined || difference.reload === reload)
    .map(({ path }) => pathText(path));
}

function inSection(section: SectionNode, before: unknown, after: unknown, path: KeyPath): Difference[] {
  return Object.entries(section.properties).flatMap(([key, node]) => {
    const below = [...path, key];
    const one = valueAt(before, [key]);
    const other = valueAt(after, [key]);
    if (node.type === 'object') {
      return inSection(node, one, other, below);
    }
    if (isSectionList(node)) {
      return inItems(node, one, other, below);
    }
    return isDeepStrictEqual(one, other) ? [] : [{ path: below, reload: node['x-reload'] }];
  });
}

/** Items are compared by their position; one that only one side has differs as a whole. */
function inItems(list: SectionListNode, before: unknown, after: unknown, path: KeyPath): Difference[] {
  const length = Math.max(lengthOf(before), lengthOf(after));
  return Array.from({ length }, (_, position) => position).flatMap((position) => {
    const below = [...path, position];
    const one = valueAt(before, [position]);
    const other = valueAt(after, [position]);
    return one === undefined || other === undefined
      ? [{ path: below, reload: list['x-reload'] }]
      : inSection(list.items, one, other, below);
  });
}

function lengthOf(list: unknown): number {
  return Array.isArray(list) ? list.length : 0;
}
