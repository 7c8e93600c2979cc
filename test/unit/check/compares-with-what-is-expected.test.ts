import { join } from 'node:path';
import { expect, test } from 'vitest';
import { daemonward } from '../cli/terminal.ts';
import { BAD, folderWith, GOOD } from './fixtures.ts';

const SUITE = (cases: string) => `apiVersion: daemonward.dev/v1alpha1
kind: CheckExpectations
cases:
${cases}`;

test('a folder whose manifests say what is expected: exit code 0', async () => {
  const folder = folderWith({
    'good.yaml': GOOD,
    'bad.yaml': `${BAD}---\n${GOOD}`,
    'expect.yaml': SUITE(
      '- {file: good.yaml, expect: []}\n' +
        '- {file: bad.yaml, object: DaemonSet kube-system/Agent, expect: [DW209]}\n' +
        '- {file: bad.yaml, object: DaemonSet kube-system/agent, expect: []}\n',
    ),
  });

  const { code, out, err } = await daemonward('check', '--expect', '-f', folder);

  expect(err).toBe('');
  expect(out.trimEnd().split('\n')).toEqual([
    `ok       ${join(folder, 'good.yaml')}: nothing`,
    `ok       ${join(folder, 'bad.yaml')} DaemonSet kube-system/Agent: DW209`,
    `ok       ${join(folder, 'bad.yaml')} DaemonSet kube-system/agent: nothing`,
    '3 cases, all as expected',
  ]);
  expect(code).toBe(0);
});

test('what differs is shown as a difference, with its line: exit code 1', async () => {
  const folder = folderWith({
    'bad.yaml': BAD,
    'sub/my-expect.yaml': SUITE(
      '- {file: ../bad.yaml, expect: [DW101]}\n- {file: ../bad.yaml, object: Pod a/b, expect: []}\n',
    ),
  });

  const { code, out } = await daemonward('check', '--expect', '-f', folder);
  const json = await daemonward('check', '--expect', '-f', folder, '-o', 'json');

  expect(out.trimEnd().split('\n')).toEqual([
    `DIFFERS  ${join(folder, 'sub/my-expect.yaml')}:4: ${join(folder, 'bad.yaml')}`,
    '  - DW101 is expected and not found',
    expect.stringMatching(/^ {2}\+ DW209 metadata\.name: .*\(error, not expected\)$/),
    expect.stringMatching(/^DIFFERS .*:5: .* Pod a\/b: has no Pod a\/b, but DaemonSet kube-system\/Agent$/),
    '2 cases, 2 differ',
  ]);
  expect(code).toBe(1);
  expect(json.code).toBe(1);
  expect(JSON.parse(json.out)).toMatchObject({
    summary: { cases: 2, differing: 2 },
    cases: [{ missing: ['DW101'], surplus: [{ code: 'DW209' }] }, { isAsExpected: false }],
  });
});

test('a suite names its configuration, its cluster and its namespace', async () => {
  const folder = folderWith({
    'm.yaml': GOOD.replace('  namespace: kube-system\n', ''),
    'settings.yaml':
      'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\ntenancy: {systemNamespaces: [infra]}\n',
    'expect.yaml': `${SUITE('- {file: m.yaml, expect: []}\n')}config: settings.yaml\nnamespace: infra\n`,
  });

  const { code, out } = await daemonward('check', '--expect', '-f', join(folder, 'expect.yaml'));

  expect(out).toContain('1 case, all as expected');
  expect(code).toBe(0);
});

test.each([
  [
    'another kind',
    'apiVersion: daemonward.dev/v1alpha1\nkind: Suite\ncases: [{file: a, expect: []}]\n',
    'kind: must be CheckExpectations',
  ],
  ['no cases', 'apiVersion: daemonward.dev/v1alpha1\nkind: CheckExpectations\n', 'cases: must be a list'],
  ['an unknown key', SUITE('- {file: a, expect: [], codes: []}\n'), 'cases[0].codes: unknown key'],
  [
    'an unknown code',
    SUITE('- {file: a, expect: [DW999]}\n'),
    'cases[0].expect[0]: there is no code "DW999"',
  ],
  ['no expectation', SUITE('- {file: a}\n'), 'cases[0].expect: is missing'],
  ['no YAML', 'cases: [\n', 'expect.yaml:'],
])('%s: one line with its place, and exit code 2', async (_, text, message) => {
  const folder = folderWith({ 'expect.yaml': text });

  const { code, err } = await daemonward('check', '--expect', '-f', folder);

  expect(code).toBe(2);
  expect(err).toContain(message);
});

test('a folder without a suite is wrong use', async () => {
  const folder = folderWith({ 'good.yaml': GOOD });

  const { code, err } = await daemonward('check', '--expect', '-f', folder);

  expect(code).toBe(2);
  expect(err).toContain('there is no file expect.yaml');
});
