import jsonPatch from 'fast-json-patch';
import { expect, test } from 'vitest';
import { setAt } from '../../../src/daemons/patch.ts';

const PATH = ['spec', 'affinity', 'nodeAffinity'];
const VALUE = { preferred: [] };

test.each([
  ['everything', { spec: { affinity: { nodeAffinity: { old: true }, podAffinity: {} }, hostNetwork: true } }],
  ['the parent', { spec: { affinity: { podAffinity: {} } } }],
  ['a parent that is null', { spec: { affinity: null, hostNetwork: true } }],
  ['the beginning', { spec: { hostNetwork: true } }],
  ['nothing', {}],
])('where %s is there already, the value is set and the rest stays', (_, object) => {
  const expected = structuredClone<Record<string, Record<string, unknown>>>(object);
  expected.spec = { ...expected.spec, affinity: { ...Object(expected.spec?.affinity), nodeAffinity: VALUE } };

  const { newDocument } = jsonPatch.applyPatch(
    structuredClone<unknown>(object),
    [setAt(object, PATH, VALUE)],
    true,
  );

  expect(newDocument).toEqual(expected);
});

test('keys with the marks of a pointer are written so that they are found again', () => {
  const object = { metadata: { annotations: { 'a/b': 'old', '~': 'old', '~1': 'old' } } };
  const operations = ['a/b', '~', '~1', 'c~/d'].map((key) =>
    setAt(object, ['metadata', 'annotations', key], 'new'),
  );

  const { newDocument } = jsonPatch.applyPatch(structuredClone<unknown>(object), operations, true);

  expect(newDocument).toEqual({
    metadata: { annotations: { 'a/b': 'new', '~': 'new', '~1': 'new', 'c~/d': 'new' } },
  });
});

test('a patch of the whole object is a mistake of the caller', () => {
  expect(() => setAt({}, [], {})).toThrow('a patch needs a path');
});
