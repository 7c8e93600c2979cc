/** Text that is not even YAML is reported where it breaks, beside the mistakes that are certain all the same. */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { problemText } from '../../../../src/config/diagnose/problem.ts';
import { parseConfiguration } from '../../../../src/config/load.ts';

const HEAD = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n';
const BAD_PORT = 'must be a whole number from 0 to 65535, found "x"';

function problemsIn(text: string): string[] {
  const result = parseConfiguration(text, 'bad.yaml');
  return result.ok ? [] : result.problems.map(problemText);
}

test.each([
  [
    'a tab',
    'server:\n\tport: 1\nops:\n  port: x\n',
    ['4:1: is not valid YAML: tabs are not allowed as indentation', `6:9: ops.port: ${BAD_PORT}`],
  ],
  [
    'a forgotten colon',
    'server\n  port: 1\nops:\n  port: x\n',
    ['3:1: is not valid YAML: implicit keys need to be on a single line', `6:9: ops.port: ${BAD_PORT}`],
  ],
  [
    'a forgotten quote, where it was opened',
    'server:\n  address: "a\n  port: 1\n',
    ['4:12: is not valid YAML: missing closing "quote'],
  ],
  [
    'a wrong indentation',
    'server:\n  address: a\n port: 1\nops:\n  port: x\n',
    ['5:1: is not valid YAML: all mapping items must start at the same column', `7:9: ops.port: ${BAD_PORT}`],
  ],
  [
    'two keys on a line',
    'server: port: 1\nops:\n  port: 2\n',
    ['3:9: is not valid YAML: nested mappings are not allowed in compact mappings'],
  ],
  [
    'a reserved character, and an unknown key later',
    'server:\n  @a\nfoo: 1\n',
    [
      '4:3: is not valid YAML: plain value cannot start with reserved character @',
      '5:1: foo: unknown key, known here: apiVersion, kind, server, ops, log, events, cluster, tenancy, rules, exemptions, workloads, daemons, headroom, preempt, orders, fairness',
    ],
  ],
  [
    'a wrong indentation in an item, and a wrong value in the one before',
    'exemptions:\n  - {rule: DW101, namespace: a b, reason: c, expires: 2030-01-01}\n  - rule: DW101\n   namespace: d\n',
    [
      '4:30: exemptions[0].namespace: must be a name or a pattern of letters, digits, "-", "." and "*", found "a b"',
      '6:1: is not valid YAML: sequence item without - indicator',
    ],
  ],
  [
    'two mistakes',
    'server:\n\tport: 1\nlog:\n  level: %a\n',
    [
      '4:1: is not valid YAML: tabs are not allowed as indentation',
      '6:10: is not valid YAML: plain value cannot start with directive indicator character %',
    ],
  ],
  [
    'a second document',
    'log: {level: x}\n---\nkind: b\n',
    [
      '3:14: log.level: must be one of fatal, error, warn, info, debug, trace, silent, found "x"',
      '5:1: is a second document, and a configuration is one',
    ],
  ],
  [
    'an alias of nothing',
    'log: *a\nops: {port: x}\n',
    ['3:6: alias *a has no anchor before it', `4:13: ops.port: ${BAD_PORT}`],
  ],
  [
    'an alias of nothing beside other mistakes of its section',
    'server:\n  port: *nope\n  foo: 1\n',
    [
      '4:9: alias *nope has no anchor before it',
      '5:3: server.foo: unknown key, known here: namespace, address, port, tls, doors, clients, reviewLimitBytes, extenderLimitBytes, wholeNodesLimitBytes, reviewsInFlightLimitBytes, callsInFlightLimitBytes, maxConnections, keepAliveSeconds, drainSeconds',
    ],
  ],
  [
    'two aliases of nothing on a line',
    'server: {address: *a, port: *b}\n',
    ['3:19: alias *a has no anchor before it', '3:29: alias *b has no anchor before it'],
  ],
  ['an alias of nothing as key', '*a : 1\n', ['3:1: alias *a has no anchor before it']],
  ['control characters in a name', 'log: *a\u001b\u0007b\n', ['3:6: alias *a b has no anchor before it']],
  [
    'two slips on a line, of which the first is named',
    'server: {address: @a, port: %b}\n',
    ['3:19: is not valid YAML: plain value cannot start with reserved character @'],
  ],
  [
    'a set and an ordered map, which are no sections',
    'log: !!set {level}\nserver: !!omap [port: 99999]\n',
    [
      '3:13: log.level: must be one of fatal, error, warn, info, debug, trace, silent, found nothing',
      '4:16: server: must be a mapping of keys and values, found a list',
    ],
  ],
  ['an alias of itself', 'server: {tls: {names: &a [*a]}}\n', ['3:27: alias *a contains itself']],
  ['more aliases than anybody needs', `a: &a 1\nb: [${'*a,'.repeat(101)}]\n`, ['1:1: has too many aliases']],
  [
    'an alias bomb',
    'a: &a [1,1,1,1,1,1,1]\nb: &b [*a,*a,*a,*a,*a,*a]\nc: &c [*b,*b,*b,*b,*b,*b]\nd: [*c,*c,*c,*c]\n',
    ['1:1: has too many aliases'],
  ],
])('%s', (_name, rest, expected) => {
  const problems = problemsIn(HEAD + rest);

  expect(problems).toEqual(expected.map((line) => `bad.yaml:${line}`));
});

test('a missing key is named beside a second document', () => {
  const problems = problemsIn('apiVersion: daemonward.dev/v1alpha1\nlog: {}\n---\nfoo: 1\n');

  expect(problems).toEqual([
    'bad.yaml:1:1: kind: is missing, must be Configuration',
    'bad.yaml:4:1: is a second document, and a configuration is one',
  ]);
});

test('brackets without end are nested too deeply, and that is all', () => {
  const problems = problemsIn(`${HEAD}server: ${'['.repeat(20_000)}\n`);

  expect(problems).toEqual([expect.stringMatching(/^bad\.yaml:\d+:\d+: is nested too deeply$/)]);
});

test.each([
  ['a list', '- a\n', 'bad.yaml:1:1: must be a mapping of keys and values, found a list'],
  ['a word', 'hello\n', 'bad.yaml:1:1: must be a mapping of keys and values, found "hello"'],
  ['nothing', '', 'bad.yaml: is empty'],
  ['only comments', '# soon\n', 'bad.yaml: is empty'],
  ['only a separator', '---\n', 'bad.yaml: is empty'],
])('a document that is %s', (_name, text, expected) => {
  const problems = problemsIn(text);

  expect(problems).toEqual([expected]);
});

test('no text makes the reader throw, and a refusal always says why, a line each', () => {
  const fragment = fc.constantFrom(
    ...[
      'apiVersion: daemonward.dev/v1alpha1\n',
      'kind: Configuration\n',
      'server:',
      'ops: ',
      'exemptions:\n',
      'rule: DW101\n',
      '  port: ',
      '\t',
      '\r',
      '\n',
    ],
    ...[
      '- ',
      '{',
      '}',
      '[',
      ']',
      '"',
      "'",
      '&a ',
      '*a',
      '!!set ',
      '? ',
      ': ',
      '#',
      '|',
      '>',
      '%',
      '---\n',
      '8443',
      'x',
      '~',
    ],
  );
  const text = fc.oneof(
    fc.array(fragment, { maxLength: 30 }).map((parts) => parts.join('')),
    fc.string(),
  );

  fc.assert(
    fc.property(text, (input) => {
      const result = parseConfiguration(input, 'any.yaml');
      return (
        result.ok || (result.problems.length > 0 && !/[\r\n]/.test(result.problems.map(problemText).join('')))
      );
    }),
    { numRuns: 500 },
  );
});
