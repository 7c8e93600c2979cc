import { join } from 'node:path';
import { expect, test } from 'vitest';
import { daemonward, daemonwardWithInput } from '../../cli/terminal.ts';
import {
  BAD,
  checkFiles,
  checkText,
  EXAMPLES,
  everyFindingOf,
  findingsOf,
  folderWith,
  GOOD,
} from '../fixtures.ts';

test.each([
  ['node-agent.yaml', 0, []],
  ['three-mistakes.yaml', 1, ['DW209@5', 'DW203@13', 'DW205@17']],
  // The line of `containers:`, which stand beside the template's metadata, and the class with them.
  ['misplaced-template.yaml', 1, ['DW211@19']],
  // No advice how to come first, which a tenant must not.
  ['tenant.yaml', 1, ['DW101@13', 'DW103@37']],
])('%s: exit code %d and %j', async (file, code, findings) => {
  const checked = await checkFiles('-f', join(EXAMPLES, file));

  expect(checked.code).toBe(code);
  expect(everyFindingOf(checked)).toEqual(findings);
});

test('people get one line for each finding that an editor can jump to, and a sum', async () => {
  const folder = folderWith({ 'a.yaml': BAD });

  const { code, out, err } = await daemonward('check', '-f', folder);

  expect(code).toBe(1);
  expect(err).toBe('');
  expect(out.split('\n')).toEqual([
    expect.stringMatching(
      /a\.yaml:4:3: error: DaemonSet kube-system\/Agent: DW209 metadata\.name: .*, found "Agent"; rename it$/,
    ),
    'not looked at: DW204 (what is there already)',
    '1 object checked, 1 finding (1 error), 0 others passed over',
    '',
  ]);
});

test.each([
  [
    'a key with dots',
    'labels: {app: agent}',
    'labels: {app: agent, a.b/c: {}}',
    'spec.template.metadata.labels.a.b/c',
    11,
    28,
  ],
  ['an item of a list', 'image: main', 'image: [main]', 'spec.template.spec.containers[0].image', 16, 9],
  [
    'a whole list',
    'containers:\n      - name: main\n        image: main',
    'containers: none',
    'spec.template.spec.containers',
    14,
    7,
  ],
])('a wrong type is named with its place: %s', async (_name, from, to, field, line, column) => {
  const text = GOOD.replace(from, to);

  const { code, report } = await checkText(text);

  expect(code).toBe(1);
  expect(report.problems).toEqual([]);
  expect(report.objects[0]?.findings).toEqual([
    expect.objectContaining({ code: 'wrong-type', level: 'error', field, line, column }),
  ]);
});

test.each([
  ['the field', GOOD.replace('spec:\n      prio', 'spec:\n      nodeName: n1\n      prio'), ['DW210@13']],
  [
    'a key in brackets',
    GOOD.replace(
      'spec:\n      prio',
      'spec:\n      nodeSelector:\n        a: b\n        kubernetes.io/hostname: c\n      prio',
    ),
    ['DW404@15'],
  ],
  ['the nearest parent of what is missing', GOOD.replace('    matchLabels: {app: agent}\n', ''), ['DW201@7']],
  ['the object itself when nothing is there', 'apiVersion: apps/v1\nkind: DaemonSet\n', undefined],
  [
    'what an alias stands for',
    `x: &x {nodeName: n1, priorityClassName: system-node-critical, containers: [{name: a}]}\n${GOOD.replace(/spec:\n {6}prio.*/s, 'spec: *x\n')}`,
    ['DW210@1'],
  ],
  ['what is merged in', `x: &x\n  name: Agent\n${GOOD.replace('name: agent', '<<: *x')}`, ['DW209@2']],
])('a finding points at %s', async (_name, text, findings) => {
  const checked = await checkText(text);

  if (findings === undefined)
    expect(findingsOf(checked).every((finding) => finding.endsWith('@1'))).toBe(true);
  else expect(findingsOf(checked)).toEqual(findings);
});

test('lines are those of the file, in every document and with every line end', async () => {
  const unix = await checkText(`# one\n---\n${GOOD}---\n${BAD}`);
  const windows = await checkText(`# one\n---\n${GOOD}---\n${BAD}`.replaceAll('\n', '\r\n'));

  expect(findingsOf(unix)).toEqual(['DW209@23']);
  expect(findingsOf(windows)).toEqual(['DW209@23']);
});

const SETTINGS = `apiVersion: daemonward.dev/v1alpha1
kind: Configuration
`;

/** Kubernetes itself has nothing against it. */
const PINNED = GOOD.replace('spec:\n      prio', 'spec:\n      nodeName: n1\n      prio');

test.each([
  ['enforce', [], 1, 'error'],
  ['warn', [], 0, 'warning'],
  ['warn', ['--strict'], 1, 'warning'],
  ['audit', ['--strict'], 0, 'note'],
  ['off', ['--strict'], 0, undefined],
])('mode %s with %j: exit code %d, level %s', async (mode, flags, code, level) => {
  const folder = folderWith({ 'settings.yaml': `${SETTINGS}rules: {DW210: ${mode}}\n` });

  const checked = await checkText(PINNED, '--config', join(folder, 'settings.yaml'), ...flags);

  expect(checked.code).toBe(code);
  expect(checked.report.objects[0]?.findings.map((finding) => finding.level)).toEqual(level ? [level] : []);
});

test('what is exempted is a note with the reason, until the day', async () => {
  const exemption = (expires: string) =>
    `${SETTINGS}rules: {DW210: enforce}\nexemptions: [{rule: DW210, namespace: kube-*, name: a*, reason: renamed in spring, expires: ${expires}}]\n`;
  const folder = folderWith({ 'good.yaml': exemption('2999-01-01'), 'past.yaml': exemption('2020-01-01') });

  const exempted = await daemonwardWithInput(
    PINNED,
    'check',
    '-f',
    '-',
    '--config',
    join(folder, 'good.yaml'),
  );
  const expired = await daemonwardWithInput(
    PINNED,
    'check',
    '-f',
    '-',
    '--config',
    join(folder, 'past.yaml'),
  );

  expect(exempted.code).toBe(0);
  expect(exempted.out).toMatch(
    /^stdin:13:7: note: DaemonSet kube-system\/agent: DW210 .*; exempted until 2999-01-01: renamed in spring$/m,
  );
  expect(expired.code).toBe(1);
  expect(expired.err).toContain('past.yaml:4');
});

test.each([
  [['check'], 'check: -f is missing'],
  [['check', '-f', 'x', '-o', 'xml'], 'check: --output must be one of text, json, sarif, junit, found "xml"'],
  [['check', '-f', 'x', '--namespace', 'A b'], 'check: --namespace must consist of'],
  [['check', '-f', 'x', '--namespace', ''], 'check: --namespace must consist of'],
  [['check', '-f', 'x', '--snapshot', 'nowhere.yaml'], 'nowhere.yaml'],
  [['check', '-f', 'x', '--config', 'nowhere.yaml'], 'nowhere.yaml'],
  [['check', 'x.yaml'], "Unexpected argument 'x.yaml'"],
])('%j: one clear line and exit code 2', async (args, message) => {
  const { code, out, err } = await daemonward(...args);

  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err.trimEnd().split('\n')).toEqual([expect.stringContaining(message)]);
});
