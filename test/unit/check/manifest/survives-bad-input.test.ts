import { join } from 'node:path';
import { expect, test } from 'vitest';
import { daemonward } from '../../cli/terminal.ts';
import {
  BAD,
  checkFiles,
  checkText,
  everyFindingOf,
  findingsOf,
  folderWith,
  problemsOf,
} from '../fixtures.ts';

const MEBIBYTE = 1024 * 1024;

/** Nine levels of nine: 400 million values, if anybody built them. */
const BOMB = `apiVersion: v1
kind: Pod
l0: &l0 [x, x, x, x, x, x, x, x, x]
${Array.from({ length: 9 }, (_, level) => `l${level + 1}: &l${level + 1} [${Array(9).fill(`*l${level}`).join(', ')}]`).join('\n')}
`;

test.each([
  ['an alias bomb', BOMB, ['1 has aliases of aliases that make it far too large']],
  [
    'more aliases than anybody needs',
    `a: &a 1\nb: [${Array(101).fill('*a').join(', ')}]`,
    [expect.stringMatching(/has more than 100 aliases/)],
  ],
  [
    'a list that holds itself',
    'apiVersion: v1\nkind: List\nitems: &a\n- {apiVersion: v1, kind: List, items: *a}',
    ['4 alias *a contains itself'],
  ],
  ['a merge of nothing', 'a:\n  <<: *x\n', ['2 alias *x has no anchor before it']],
  ['an alias of nothing', 'kind: *x', ['1 alias *x has no anchor before it']],
  ['brackets without end', '['.repeat(MEBIBYTE), ['1 is nested too deeply']],
  [
    'deep JSON',
    `{"kind":${'['.repeat(5_000)}${']'.repeat(5_000)}}`,
    [expect.stringContaining('is nested too deeply')],
  ],
  [
    'lists in lists',
    `${'{"apiVersion":"v1","kind":"List","items":['.repeat(20)}${']}'.repeat(20)}`,
    [expect.stringContaining('lists are nested too deeply')],
  ],
  ['bytes that are no text', Buffer.from([0x6b, 0xff, 0xfe, 0x00]), ['is not text in UTF-8']],
  ['a NUL', 'kind: \0', ['is not text in UTF-8']],
  [
    'more than there can be',
    Buffer.alloc(16 * MEBIBYTE + 1, '#'),
    ['is larger than 16777216 bytes: split it'],
  ],
  ['a tab', 'kind: Pod\nmetadata:\n\tname: x\n', ['3 not valid YAML: tabs are not allowed as indentation']],
  [
    'a template',
    'kind: Pod\nname: {{ .Values.name }}\n',
    ['2 not valid YAML: a key must be text, without an alias or a tag (a template has to be rendered first)'],
  ],
  [
    'an unfinished quote',
    'kind: "Pod\n',
    [expect.stringContaining('not valid YAML: missing closing "quote')],
  ],
  ['no kind', 'replicas: 3\n', ['1 is not a Kubernetes object: kind is missing']],
  ['no apiVersion', 'kind: DaemonSet\n', ['1 DaemonSet: apiVersion is missing']],
  [
    'a kind that is no text',
    'apiVersion: v1\nkind: [Pod]\n',
    ['1 is not a Kubernetes object: kind is missing'],
  ],
  ['a text', 'hello\n', ['1 "hello" is not a Kubernetes object']],
  ['a list', '- a\n', ['1 a list is not a Kubernetes object']],
  [
    'an item that is nothing',
    'apiVersion: v1\nkind: List\nitems:\n- null\n',
    ['4 items[0] null is not a Kubernetes object'],
  ],
  ['nothing', '', ['nothing to check: holds no Kubernetes object']],
  ['comments', '# nothing\n---\n---\n', ['nothing to check: holds no Kubernetes object']],
  ['rubbish between JSON', '{"kind":"Pod"} x {"kind":"Pod"}', [expect.stringContaining('not valid YAML')]],
  [
    'a Namespace without a name',
    'apiVersion: v1\nkind: Namespace\nmetadata: {labels: {}}\n',
    ['3 metadata.name is missing'],
  ],
  [
    'a Namespace with a wrong label',
    'apiVersion: v1\nkind: Namespace\nmetadata:\n  name: a\n  labels:\n    t: 1\n',
    ['6 metadata.labels.t must be text, found 1 (in YAML, quote it)'],
  ],
  [
    'a class without a value',
    'apiVersion: scheduling.k8s.io/v1\nkind: PriorityClass\nmetadata: {name: a}\n',
    ['1 value is missing'],
  ],
])('%s: exit code 2 and what is wrong', async (_name, text, problems) => {
  const checked = await checkText(text);

  expect(checked.code).toBe(2);
  expect(problemsOf(checked)).toEqual(problems);
  expect(checked.err.trimEnd().split('\n')).toHaveLength(problems.length);
});

test('a broken document does not hide what is found in others', async () => {
  const text = `a: [\n---\n${BAD}---\nkind: "Pod\n---\n${BAD}`;

  const checked = await checkText(text);

  expect(checked.code).toBe(2);
  expect(findingsOf(checked)).toEqual(['DW209@6', 'DW209@25']);
  expect(checked.report.problems).toHaveLength(2);
});

test('a key given twice is named, and the last value checked', async () => {
  const text = BAD.replace('  name: Agent', '  name: agent\n  name: Agent');

  const checked = await checkText(text);

  expect(checked.code).toBe(1);
  expect(everyFindingOf(checked)).toEqual(['DW209@5', 'duplicate-field@5']);
});

test('thousands of keys given twice are a few lines', async () => {
  const checked = await checkText(`kind: Pod\napiVersion: v1\n${'a: 1\n'.repeat(20_000)}`);

  expect(everyFindingOf(checked).filter((finding) => finding.startsWith('duplicate-field'))).toHaveLength(20);
});

test('a key given twice in what is not checked is a problem of the file', async () => {
  const checked = await checkText('apiVersion: v1\nkind: ConfigMap\nmetadata: {}\nmetadata: {}\n');

  expect(checked.code).toBe(2);
  expect(problemsOf(checked)).toEqual(['4 key "metadata" is given twice']);
});

test('files and folders that cannot be checked are named, and the others checked', async () => {
  const folder = folderWith({
    'bad.yaml': BAD,
    'empty/README.md': '',
    'values/values.yaml': 'replicas: 1\n',
    'utf16.yaml': Buffer.from('\ufeffkind: Pod', 'utf16le'),
  });
  const paths = ['nowhere.yaml', 'empty', 'values', 'utf16.yaml', 'bad.yaml'].map((path) =>
    join(folder, path),
  );

  const checked = await checkFiles(...paths.flatMap((path) => ['-f', path]));

  expect(checked.code).toBe(2);
  expect(findingsOf(checked)).toEqual(['DW209@4']);
  expect(checked.report.problems.map(({ file, message }) => [file, message])).toEqual([
    [paths[0], 'no such file'],
    [paths[1], 'nothing to check: has no file *.yaml, *.yml or *.json'],
    [paths[2], 'nothing to check: holds no Kubernetes object'],
    [paths[3], 'is UTF-16 (as PowerShell writes it): save it as UTF-8'],
  ]);
});

test('in a folder a DaemonSet without apiVersion does not pass for something else', async () => {
  const folder = folderWith({ 'a.yaml': BAD, 'b.yaml': 'kind: DaemonSet\n', 'c.yaml': 'kind: pipeline\n' });

  const checked = await checkFiles('-f', folder);

  expect(problemsOf(checked)).toEqual(['1 DaemonSet: apiVersion is missing']);
});

test('control characters of a manifest do not reach the terminal', async () => {
  const folder = folderWith({ 'a.yaml': BAD.replace('Agent', '"A\\e[31m\\nB"') });

  const { out } = await daemonward('check', '-f', folder);

  expect(out.split('\n')).toHaveLength(4);
  expect(out.replaceAll('\n', '')).not.toMatch(/\p{Cc}/u);
});
