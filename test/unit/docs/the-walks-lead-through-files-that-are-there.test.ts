/** The map and the walks of docs/architecture.md name what there is, and no walk enters a file twice without a reason. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const page = readFileSync(join(ROOT, 'docs', 'architecture.md'), 'utf8');
const walks = [...page.matchAll(/^### (?<title>.*)\n(?<steps>[^#]*)/gm)].map(({ groups }) => ({
  title: groups?.title ?? '',
  steps: groups?.steps ?? '',
}));
/** The file that a step is about. */
const ENTERED = /^\d+\. `(?<file>[\w/-]+\.ts)`/gm;

test('there are four walks', () => {
  expect(walks.map(({ title }) => title)).toEqual([
    'A review',
    'A filter call',
    'A watch event, until it changes a decision',
    '`daemonward check`',
  ]);
});

test.each(walks)('$title: every step is a file, and none comes twice', ({ steps }) => {
  const files = [...steps.matchAll(ENTERED)].map(({ groups }) => groups?.file ?? '');

  expect(files.length).toBeGreaterThan(10);
  expect(files.filter((file) => !existsSync(join(ROOT, 'src', file)))).toEqual([]);
  expect(new Set(files).size).toBe(files.length);
});

test('the map has every folder, and no other', () => {
  const map = page.slice(page.indexOf('src/\n') + 4, page.indexOf('```', page.indexOf('src/\n')));
  const named = [...map.matchAll(/(?<![\w/])[a-z]+(?=\/)/g)].map(([name]) => name);
  const folders = readdirSync(join(ROOT, 'src'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);

  expect(named.toSorted()).toEqual(folders.toSorted());
});
