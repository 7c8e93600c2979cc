/** A place in a document is written the same way wherever it is named. */
import { expect, test } from 'vitest';
import { fieldBelow, fieldText, pathOfPointer, pathText, valueAt } from '../../../src/json/path.ts';

test.each([
  [[], '', ''],
  [['groups', 0], 'groups[0]', 'groups[0]'],
  [['spec', 'containers', 0, 'image'], 'spec.containers[0].image', 'spec.containers[0].image'],
  [['labels', 'a.b/c'], 'labels["a.b/c"]', 'labels.a.b/c'],
  [['a\nb', 'c'], '["a\\nb"].c', 'a\nb.c'],
  [[0, 1], '[0][1]', '[0][1]'],
])('%j', (path, quoted, plain) => {
  expect(pathText(path)).toBe(quoted);
  expect(fieldText(path)).toBe(plain);
});

test.each([
  ['', 'spec', 'spec'],
  ['items[0]', '', 'items[0]'],
  ['items[0]', 'spec.a', 'items[0].spec.a'],
  ['items', '[0].spec', 'items[0].spec'],
])('%j and below it %j', (path, field, expected) => {
  expect(fieldBelow(path, field)).toBe(expected);
});

test.each([
  ['', []],
  ['/groups/0', ['groups', 0]],
  ['/labels/0', ['labels', '0']],
  ['/labels/a~1b~0c', ['labels', 'a/b~c']],
  ['/nowhere/0', ['nowhere', '0']],
])('the pointer %j', (pointer, expected) => {
  const document = { groups: ['a'], labels: { 0: 'x' } };

  expect(pathOfPointer(pointer, document)).toEqual(expected);
});

test.each([
  [['a', 1, 'b'], 2],
  [['a', 'length'], undefined],
  [['a', 5, 'b'], undefined],
  [['toString'], undefined],
  [[], { a: [1, { b: 2 }] }],
])('the value at %j', (path, expected) => {
  expect(valueAt({ a: [1, { b: 2 }] }, path)).toEqual(expected);
});
