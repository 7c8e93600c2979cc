/** `npm run docs`: writes the pages that are made from the code. */
import { writeFileSync } from 'node:fs';
import { PAGES } from './pages.ts';

for (const [name, content] of Object.entries(PAGES)) writeFileSync(new URL(name, import.meta.url), content());
