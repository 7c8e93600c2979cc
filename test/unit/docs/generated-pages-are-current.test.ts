import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { PAGES } from '../../../docs/pages.ts';

test.each(Object.entries(PAGES))('docs/%s is what `npm run docs` writes', (name, content) => {
  const committed = readFileSync(new URL(`../../../docs/${name}`, import.meta.url), 'utf8');

  expect(committed).toBe(content());
});
