/** A list of sections gets what a section gets: every mistake of every item at once, with its line. */
import { expect, test } from 'vitest';
import { problemText } from '../../../../src/config/diagnose/problem.ts';
import { parseConfiguration } from '../../../../src/config/load.ts';
import { REASON_CODES } from '../../../../src/policy/reasons.ts';

const HEAD = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';
const TOP =
  'apiVersion, kind, server, ops, log, events, cluster, tenancy, rules, exemptions, workloads, daemons, headroom, preempt, orders, fairness';
const KEYS = 'rule, namespace, tenant, name, reason, expires';
const CODES = REASON_CODES.join(', ');
const PATTERN = 'a name or a pattern of letters, digits, "-", "." and "*"';
const EXPIRY = 'a day such as 2030-06-30 or a time such as 2030-06-30T12:00:00Z';
const GOOD = '{rule: DW101, namespace: a, reason: b, expires: 2130-01-01}';

function problemsIn(text: string): string[] {
  const result = parseConfiguration(text, 'bad.yaml');
  return result.ok ? [] : result.problems.map(problemText);
}

test('every kind of mistake in one list', () => {
  const text = `${HEAD}exemptions:
  - rule: DW999
    namespace: a_b
    name: c?
    reason: "  "
    expires: 2030-02-30
  - rule: DW101
    nmespace: a
    reason: b
    expire: 2030-01-01
    port: 1
  - only text
  -
  - {}
  - rule: DW101
    rule: DW102
    namespace: [a]
    reason: 7
    expires: 20300101
  - [a]
`;

  const problems = problemsIn(text);

  expect(problems).toEqual([
    `bad.yaml:4:11: exemptions[0].rule: must be one of ${CODES}, found "DW999"`,
    `bad.yaml:5:16: exemptions[0].namespace: must be ${PATTERN}, found "a_b"`,
    `bad.yaml:6:11: exemptions[0].name: must be ${PATTERN}, found "c?"`,
    'bad.yaml:7:13: exemptions[0].reason: must be text that is not empty, found "  "',
    `bad.yaml:8:14: exemptions[0].expires: must be ${EXPIRY}, found "2030-02-30"`,
    `bad.yaml:10:5: exemptions[1].nmespace: unknown key, did you mean exemptions[1].namespace? known here: ${KEYS}`,
    `bad.yaml:12:5: exemptions[1].expire: unknown key, did you mean exemptions[1].expires? known here: ${KEYS}`,
    `bad.yaml:13:5: exemptions[1].port: unknown key, did you mean server.port or ops.port? known here: ${KEYS}`,
    'bad.yaml:14:5: exemptions[2]: must be a mapping of keys and values, found "only text"',
    'bad.yaml:15:4: exemptions[3]: must be a mapping of keys and values, found nothing',
    `bad.yaml:16:5: exemptions[4].expires: is missing, must be ${EXPIRY}`,
    `bad.yaml:16:5: exemptions[4].namespace: is missing, must be ${PATTERN}`,
    'bad.yaml:16:5: exemptions[4].reason: is missing, must be text that is not empty',
    `bad.yaml:16:5: exemptions[4].rule: is missing, must be one of ${CODES}`,
    'bad.yaml:18:5: exemptions[5].rule: is given twice',
    `bad.yaml:19:16: exemptions[5].namespace: must be ${PATTERN}, found a list`,
    'bad.yaml:20:13: exemptions[5].reason: must be text that is not empty, found 7',
    `bad.yaml:21:14: exemptions[5].expires: must be ${EXPIRY}, found 20300101`,
    'bad.yaml:22:5: exemptions[6]: must be a mapping of keys and values, found a list',
  ]);
});

test.each([
  [
    'a missing key, at the item that lacks it',
    `exemptions:\n  - ${GOOD}\n  - namespace: a\n    reason: b\n    expires: 2130-01-01\n`,
    [`5:5: exemptions[1].rule: is missing, must be one of ${CODES}`],
  ],
  [
    'a section for the list',
    'exemptions: {rule: DW101}\n',
    ['3:13: exemptions: must be a list, found a mapping'],
  ],
  ['nothing for the list', 'exemptions:\n', ['3:1: exemptions: must be a list, found nothing']],
  [
    'the same item twice',
    `exemptions:\n  - ${GOOD}\n  - ${GOOD}\n`,
    ['5:5: exemptions[1]: is in the list twice, found a mapping'],
  ],
  [
    'a key of an item outside of any',
    'expires: 2130-01-01\n',
    [`3:1: expires: unknown key, did you mean exemptions[].expires? known here: ${TOP}`],
  ],
  [
    'no exemption from everything',
    'exemptions: [{rule: "*", namespace: a, reason: b, expires: 2130-01-01}]\n',
    [`3:21: exemptions[0].rule: must be one of ${CODES}, found "*"`],
  ],
  [
    'an item that is an alias, where its text is',
    'exemptions: [&a {rule: DW101, namespace: a, reason: b, expires: never}, *a]\n',
    [
      `3:65: exemptions[0].expires: must be ${EXPIRY}, found "never"`,
      `3:65: exemptions[1].expires: must be ${EXPIRY}, found "never"`,
      '3:73: exemptions[1]: is in the list twice, found a mapping',
    ],
  ],
])('%s', (_name, rest, expected) => {
  const problems = problemsIn(HEAD + rest);

  expect(problems).toEqual(expected.map((line) => `bad.yaml:${line}`));
});

test('an empty list and a list of good items are no mistake', () => {
  const problems = ['exemptions: []\n', `exemptions: [${GOOD}, ${GOOD.replace('a,', 'c,')}]\n`].flatMap(
    (rest) => problemsIn(HEAD + rest),
  );

  expect(problems).toEqual([]);
});
