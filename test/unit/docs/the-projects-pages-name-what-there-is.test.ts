import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const PAGES = ['CONTRIBUTING.md', 'SECURITY.md', 'docs/promises.md', '.github/pull_request_template.md'];
const ROOT = fileURLToPath(new URL('../../../', import.meta.url));

/** `src/policy/reasons.ts` in backticks, or a link to a page of ours. */
const PATHS = /`((?:src|test|docs|\.ci)\/[\w./-]+)`|\]\((?!https?:)([\w./-]+)\)/g;
const SCRIPTS = /npm run ([\w:-]+)/g;

function read(page: string): string {
  return readFileSync(`${ROOT}${page}`, 'utf8');
}

test.each(PAGES)('every file that %s names is there', (page) => {
  const named = [...read(page).matchAll(PATHS)].map(([, quoted, linked]) => quoted ?? linked ?? '');

  expect(named.filter((path) => !existsSync(`${ROOT}${path}`))).toEqual([]);
});

test.each(PAGES)('every script that %s names is there', (page) => {
  const { scripts }: { scripts: Record<string, string> } = JSON.parse(read('package.json'));
  const named = [...read(page).matchAll(SCRIPTS)].map(([, name = '']) => name);

  expect(named.filter((name) => scripts[name] === undefined)).toEqual([]);
});
