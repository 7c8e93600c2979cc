/** A file that cannot be used says where and why, for all mistakes at once. */
import { basename } from 'node:path';
import { describe, expect, it } from 'vitest';
import { SnapshotError } from '../../../../src/cluster/snapshot/problem.ts';
import { loadSnapshot } from '../../../../src/cluster/snapshot/snapshot.ts';
import { files } from '../records.ts';

function problemsOf(...texts: readonly (string | Buffer)[]): readonly string[] {
  try {
    loadSnapshot(files(...texts));
    return ['no problem'];
  } catch (error) {
    if (!(error instanceof SnapshotError)) throw error;
    // The folder is another one each time.
    return error.problems.map((problem) => problem.replace(/^\S*\/(file-\d)/, '$1'));
  }
}

function messageOf(path: string): string {
  try {
    loadSnapshot([path]);
    return 'no problem';
  } catch (error) {
    return error instanceof SnapshotError ? error.message : String(error);
  }
}

const NODE = '{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n"}}';

describe('an unusable file', () => {
  it.each([
    [
      'cut off in JSON',
      `{"items": [\n${NODE},\n{"kind": "No`,
      /^file-0:3: the file ends in the middle of a document/,
    ],
    ['cut off between items', `{"items": [\n${NODE},\n`, /^file-0:3: the file ends in the middle/],
    [
      'cut off in YAML',
      'apiVersion: v1\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata:\n    name: n\n',
      /^file-0:1: kind: is missing \(is the file cut off\?\)$/,
    ],
    ['with a comma too many', `{"items": [\n${NODE},\n]}`, /^file-0:3: not valid JSON: unexpected "\]"$/],
    [
      'with broken JSON in an item',
      `{"items": [\n${NODE},\n{"kind": nope}]}`,
      /^file-0:3: not valid JSON: Unexpected token/,
    ],
    [
      'with broken JSON before a line end, which is told on one line',
      `{"items": [\n{"kind": nope\n}]}`,
      /^file-0:2: not valid JSON: Unexpected token .*$/,
    ],
    ['with something behind the document', `${NODE}\nx`, /^file-0:2: not valid JSON: unexpected "x"$/],
    [
      'with a key twice',
      '{"kind": "List",\n"items": [],\n"items": []}',
      /^file-0:3: the key "items" stands twice/,
    ],
    [
      'with a YAML key twice',
      'apiVersion: v1\nkind: Node\nkind: Pod\n',
      /^file-0:3: not valid YAML: Map keys must be unique$/,
    ],
    [
      'with a tab',
      'apiVersion: v1\nitems:\n- kind: Node\n\tmetadata: 1\nkind: List\n',
      /^file-0:4: not valid YAML: .*[Tt]ab/,
    ],
    [
      'with bad indentation in an item',
      'items:\n- kind: Node\n  metadata:\n      name: n\n    uid: x\nkind: List\n',
      /^file-0:5: not valid YAML: /,
    ],
    ['that is a list', '- a\n- b\n', /^file-0:1: a list is not a Kubernetes object$/],
    ['that is text', 'hello', /^file-0:1: "hello" is not a Kubernetes object$/],
    [
      'of numbers',
      '{"kind": "List", "apiVersion": "v1", "items": [1]}',
      /^file-0:1: 1 is not a Kubernetes object$/,
    ],
    [
      'whose items are not a list',
      '{"kind": "PodList", "apiVersion": "v1", "items": {}}',
      /^file-0:1: PodList: items: is not a list$/,
    ],
    ['without a kind', '{"apiVersion": "v1"}', /^file-0:1: kind: is missing/],
    [
      'without an apiVersion',
      'kind: Node\nmetadata: {name: n}\n',
      /^file-0:1: Node: apiVersion: is missing$/,
    ],
    [
      'of another version of the slim format',
      '{"apiVersion": "daemonward.dev/v9", "kind": "Snapshot"}',
      /^file-0:1: apiVersion: "daemonward.dev\/v9" is not known; this version reads daemonward.dev\/v1alpha1$/,
    ],
    [
      'with lists of the slim format in something else',
      '{"apiVersion": "v1", "kind": "Config", "nodes": [{"metadata": {"name": "n"}}]}',
      /^file-0:1: a list "nodes" is read only in a document with apiVersion daemonward.dev\/v1alpha1 and kind Snapshot$/,
    ],
    [
      'with an alias of nothing',
      'apiVersion: v1\nkind: Node\nmetadata: *nowhere\n',
      /^file-0:1: Unresolved alias/,
    ],
    ['in UTF-16', Buffer.from('\u{feff}kind: Node', 'utf16le'), /^file-0: is UTF-16 .*save it as UTF-8$/],
    [
      'in Latin-1, in JSON',
      Buffer.from(`{"items": [\n${NODE},\n{"kind": "Node",\n"metadata": {"name": "n\xff"}}]}`, 'latin1'),
      /^file-0:4: is not text in UTF-8: save it as UTF-8$/,
    ],
    [
      'with a key in Latin-1, in JSON',
      Buffer.from('{"kind": "List",\n"\xe9": []}', 'latin1'),
      /^file-0:2: is not text in UTF-8: save it as UTF-8$/,
    ],
    [
      'in Latin-1, in YAML',
      Buffer.from('apiVersion: v1\nkind: Node\nmetadata:\n  name: n\xff\xfe\n', 'latin1'),
      /^file-0:4: is not text in UTF-8: save it as UTF-8$/,
    ],
    [
      'in Latin-1, on the first and only line',
      Buffer.from('{kind: "\xe9"}', 'latin1'),
      /^file-0:1: is not text in UTF-8: save it as UTF-8$/,
    ],
    ['that is empty', '', /^file-0: is empty; did the command that wrote it fail\?$/],
    ['of blanks', ' \n\n', /^file-0: is empty; did the command that wrote it fail\?$/],
    ['of comments', '# nothing\n---\n# here\n', /^file-0: is empty; did the command that wrote it fail\?$/],
    ['of a null', '---\nnull\n', /^file-0: is empty; did the command that wrote it fail\?$/],
    [
      'whose merge key has nothing to merge',
      'apiVersion: v1\nkind: Node\nmetadata:\n  <<: 5\n  name: n\n',
      /^file-0:1: Merge sources must be maps or map aliases$/,
    ],
    [
      'with a YAML list twice',
      `kind: List\napiVersion: v1\nitems:\n- ${NODE}\nitems:\n- ${NODE}\n`,
      /^file-0:5: not valid YAML: Map keys must be unique$/,
    ],
    [
      'of items without any kind',
      '{"items": [\n{"metadata": {"name": "a"}},\n{"metadata": {"name": "b"}}]}',
      /^file-0:1: kind: is missing/,
    ],
    [
      'of items without a kind, cut off before the list has said its own',
      '{"items": [\n{"metadata": {"name": "a"}},\n',
      /^file-0:3: the file ends in the middle of a document/,
    ],
    [
      'with a key that the slim format does not have',
      'apiVersion: daemonward.dev/v1alpha1\nkind: Snapshot\nnodez:\n- metadata: {name: n}\n',
      /^file-0:1: Snapshot: "nodez" is not known; its lists are nodes, pods, daemonSets, namespaces, priorityClasses, limitRanges, runtimeClasses, orders$/,
    ],
    [
      'with items in the slim format',
      '{"items": [{"metadata": {"name": "n"}}], "apiVersion": "daemonward.dev/v1alpha1", "kind": "Snapshot"}',
      /^file-0:1: Snapshot: "items" is not known/,
    ],
    ['that is compressed', Buffer.from([0x1f, 0x8b, 8, 0]), /^file-0: is compressed: unpack it first$/],
  ])('%s is told', (_, text, problem) => {
    expect(problemsOf(text)).toEqual([expect.stringMatching(problem)]);
  });

  it('names the line and the field of every bad object, over all files', () => {
    const pods =
      '{"apiVersion": "v1", "kind": "List", "items": [\n{"apiVersion": "v1", "kind": "Pod",\n "metadata": {"name": "p"}}\n]}';
    const yaml =
      'apiVersion: v1\nkind: List\nitems:\n- apiVersion: v1\n  kind: Node\n  metadata:\n    name: n\n  status:\n    allocatable:\n      cpu: 1x\n';

    expect(problemsOf(pods, yaml)).toEqual([
      'file-0:2: Pod p: metadata.namespace: is missing',
      'file-1:4: Node n: status.allocatable.cpu: "1x" is not a quantity',
    ]);
  });

  it('shows some of a hundred thousand problems, and counts all', () => {
    const [path = ''] = files(
      `{"apiVersion": "v1", "kind": "PodList", "items": [${Array.from({ length: 5000 }, () => '{}').join(',')}]}`,
    );

    const lines = messageOf(path).split('\n');

    expect(lines.length).toBe(21);
    expect(lines.at(-1)).toBe('and 4980 more');
  });

  it('among good ones is told, also when it is the only one that is empty', () => {
    expect(problemsOf(NODE, '')).toEqual(['file-1: is empty; did the command that wrote it fail?']);
  });

  it('does not exist or is a directory', () => {
    const [path = ''] = files('');
    const folder = path.replace(`/${basename(path)}`, '');

    expect(() => loadSnapshot([`${path}-missing`])).toThrow(/file-0-missing: no such file$/);
    expect(() => loadSnapshot([folder])).toThrow(/: is a directory, not a file$/);
  });

  it('cannot make the reader run out of memory with nested aliases', () => {
    const levels = Array.from(
      { length: 12 },
      (_, i) => `a${i + 1}: &a${i + 1} [${Array(10).fill(`*a${i}`).join(', ')}]`,
    );
    const bomb = `a0: &a0 [x]\n${levels.join('\n')}\nkind: Node\napiVersion: v1\n`;

    expect(problemsOf(bomb)).toEqual([
      expect.stringMatching(/^file-0:1: not valid YAML: Excessive alias count/),
    ]);
  });

  it('cannot keep the reader busy with nested merge keys', () => {
    const levels = Array.from({ length: 40 }, (_, i) => `a${i + 1}: &a${i + 1} {<<: [*a${i}, *a${i}]}`);
    const bomb = `a0: &a0 {x: 1}\n${levels.join('\n')}\nkind: Node\napiVersion: v1\n`;

    expect(problemsOf(bomb)).toEqual([
      expect.stringMatching(/^file-0:1: not valid YAML: Excessive alias count/),
    ]);
  });

  it.each([
    ['JSON', '['.repeat(200_000)],
    ['JSON in an item', `{"items": [${'['.repeat(200_000)}]}`],
    ['YAML', `a: ${'['.repeat(20_000)}`],
    ['YAML maps', Array.from({ length: 3000 }, (_, i) => `${' '.repeat(i)}a:`).join('\n')],
  ])('nested without end in %s is a problem, not a crash', (_, text) => {
    expect(problemsOf(text).length).toBe(1);
  });
});
