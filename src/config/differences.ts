/** Which settings differ between two configurations. */
import { isDeepStrictEqual } from 'node:util';
import { pathText, valueAt } from './key-path.ts';
import { leavesOf } from './leaves.ts';
import type { Configuration } from './schema.ts';
import type { Reload } from './schema-node.ts';
import { configurationSchema } from './settings.ts';

/** The paths of the settings that differ, all of them or only those that are taken up in one way. */
export function differences(before: Configuration, after: Configuration, reload?: Reload): string[] {
  return leavesOf(configurationSchema)
    .filter(({ node }) => reload === undefined || node['x-reload'] === reload)
    .filter(({ path }) => !isDeepStrictEqual(valueAt(before, path), valueAt(after, path)))
    .map(({ path }) => pathText(path));
}
