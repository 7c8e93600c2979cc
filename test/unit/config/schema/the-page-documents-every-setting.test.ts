/** The page that people read says what the schema says. */
import { expect, test } from 'vitest';
import { configurationPage } from '../../../../docs/configuration-page.ts';
import { problemText } from '../../../../src/config/diagnose/problem.ts';
import { parseConfiguration } from '../../../../src/config/load.ts';
import { configurationSchema } from '../../../../src/config/schema/settings.ts';
import { leavesOf } from '../../../../src/config/schema/walk.ts';

const page = configurationPage(configurationSchema);

test('each setting has exactly one row', () => {
  const rows = [...page.matchAll(/^\| `([\w.[\]]+)` \|/gm)].map((match) => match[1]);

  expect(rows.toSorted()).toEqual(
    leavesOf(configurationSchema)
      .map(({ text }) => text)
      .toSorted(),
  );
});

test('the example on the page is a good configuration, and the mistake shown is the real text', () => {
  const example = page.match(/```yaml\n(.*?)```/s)?.[1] ?? '';
  const mistake = page.match(/```text\n(.*?)\n```/s)?.[1] ?? '';

  const good = parseConfiguration(example, 'daemonward.yaml');
  const bad = parseConfiguration(example.replace('9443', 'eighty'), 'daemonward.yaml');

  expect(good.ok).toBe(true);
  expect(bad.ok ? [] : bad.problems.map(problemText)).toEqual([mistake]);
});

test.each([
  ['a list of sections, item by item', '| `exemptions[].expires` | a day such as'],
  [
    'a default that follows the flavor',
    '| `rules.DW102` | `off`, `audit`, `warn`, `enforce` | `off`, on Arktos `enforce` | live |',
  ],
  [
    'that a list is empty and how a change is taken up',
    'A list of sections, empty by default; to add or remove one is *live*.',
  ],
])('the page tells %s', (_name, text) => {
  expect(page).toContain(text);
});
