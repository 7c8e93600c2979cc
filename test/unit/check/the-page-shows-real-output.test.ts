import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { daemonward } from '../cli/terminal.ts';

const PAGE = readFileSync(new URL('../../../docs/check.md', import.meta.url), 'utf8');

/** Each `$ npx daemonward …` of the page with the lines below it; the paths in them start at the root of the project. */
const SHOWN = [...PAGE.matchAll(/^\$ npx daemonward (.*)\n((?:(?!\$ |```).*\n)*)/gm)].map(
  ([, command = '', output = '']) => [command, output] as const,
);

test.each(SHOWN)('daemonward %s prints what docs/check.md says', async (command, output) => {
  const { out, err } = await daemonward(...command.split(' '));

  expect(err + out).toBe(output);
});

test('the page shows some', () => {
  expect(SHOWN.length).toBeGreaterThan(1);
});
