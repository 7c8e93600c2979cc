/** What runs in a browser imports types of the service, and of its code two files that import nothing. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const ROOT = join(import.meta.dirname, '..', '..', '..');
const SHARED = ['src/explain/grid/answer.ts', 'src/explain/grid/cell.ts'];

const files = readdirSync(join(ROOT, 'page/src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
);
const text = (path: string) => readFileSync(join(ROOT, path), 'utf8');

test('code comes from the shared files and from preact alone', () => {
  const imports = files.flatMap((name) =>
    Array.from(
      text(`page/src/${name}`).matchAll(/^import (?!type )[^;]*?from '([^']+)'/gm),
      ([, from = '']) => from,
    ),
  );
  const outside = imports.filter((from) => from.includes('/src/') || !from.startsWith('.'));
  const strange = outside.filter(
    (from) => !['preact', 'preact/hooks'].includes(from) && !SHARED.some((path) => from.endsWith(path)),
  );

  expect(files.length).toBeGreaterThan(20);
  expect(strange).toEqual([]);
});

test('the shared files import nothing', () => {
  expect(SHARED.filter((path) => /^import /m.test(text(path)))).toEqual([]);
});

test('no text of a cluster becomes markup', () => {
  const markup = files.filter((name) =>
    /innerHTML|outerHTML|insertAdjacentHTML|document\.write/.test(text(`page/src/${name}`)),
  );

  expect(markup).toEqual([]);
});
