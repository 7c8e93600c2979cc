/** The line and column of what a path names, however its keys are written and wherever its text stands. */
import { expect, test } from 'vitest';
import { documentsIn, linesOf } from '../../../src/yaml/documents.ts';
import { readYaml, type YamlTree } from '../../../src/yaml/tree.ts';

const TEXT = `# a comment
---
metadata:
  labels:
    a.b/c: one
    a: {b/c: two}
    "x]y": three
  name:
containers:
- name: first
- &second
  name: second
  ports: [80, 443]
-
copy: *second
more:
  <<: [*second, {extra: 1}]
  name: own
twice: 1
twice: 2
`;

function treeOf(text: string): YamlTree {
  const [document = { text: '', start: 0 }] = documentsIn(text);
  const tree = readYaml(document, 'kubectl');
  if ('unreadable' in tree) throw new Error(tree.unreadable.message);
  return tree;
}

test.each([
  ['', '3:1', '3:1'],
  ['metadata.labels.a.b/c', '5:5', '5:12'],
  ['metadata.labels["a.b/c"]', '5:5', '5:12'],
  ['metadata.labels[a.b/c]', '5:5', '5:12'],
  ['metadata.labels["x]y"]', '7:5', '7:12'],
  ['metadata.name', '8:3', '8:3'],
  ['containers[1].ports[1]', '13:15', '13:15'],
  ['containers[2]', '14:2', '14:2'],
  ['copy.ports', '13:3', '13:10'],
  ['more.ports[0]', '13:11', '13:11'],
  ['more.extra', '17:18', '17:25'],
  ['more.name', '18:3', '18:9'],
  ['twice', '20:1', '20:8'],
  ['metadata.labels.missing', '4:3', '5:5'],
  ['containers[7].name', '9:1', '10:1'],
])('%j: its key at %s, its value at %s', (path, key, value) => {
  const tree = treeOf(TEXT);
  const lines = linesOf(TEXT);
  const placeOf = (offset: number) => {
    const { line, col } = lines.linePos(offset);
    return `${line}:${col}`;
  };

  expect(placeOf(tree.keyOffset(path))).toBe(key);
  expect(placeOf(tree.valueOffset(path))).toBe(value);
});

test('keys given twice are named with their path', () => {
  const { duplicates, content } = treeOf('a:\n- {b: 1, c.d: 2, b: 3, c.d: 4}\n');

  expect(duplicates).toEqual([
    { offset: 20, key: 'b', path: 'a[0].b', message: 'is given twice' },
    { offset: 26, key: 'c.d', path: 'a[0]["c.d"]', message: 'is given twice' },
  ]);
  expect(content).toEqual({ a: [{ b: 3, 'c.d': 4 }] });
});

test.each([
  ['an unfinished quote', 'a: "b\nc: d\n', 3, 'missing closing "quote'],
  ['a merge of nothing', 'a:\n  <<: 5\n', 0, 'Merge sources must be maps or map aliases'],
])('%s is pointed out', (_name, text, offset, message) => {
  expect(treeOf(text).syntax).toEqual([{ offset, message }]);
});

test('a merge whose alias leads nowhere is one mistake', () => {
  const { syntax, aliases } = treeOf('a:\n  <<: *b\n');

  expect(syntax).toEqual([]);
  expect(aliases).toEqual([{ offset: 9, message: 'alias *b has no anchor before it' }]);
});
