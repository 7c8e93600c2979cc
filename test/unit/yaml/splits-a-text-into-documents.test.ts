/** Each document of a text stands for itself, and knows where in the text it begins. */
import { expect, test } from 'vitest';
import { documentsIn } from '../../../src/yaml/documents.ts';

test.each([
  ['one', 'a: 1\n', ['a: 1\n']],
  ['two', 'a: 1\n---\nb: 2\n', ['a: 1\n', '---\nb: 2\n']],
  ['a value on the line of the border', '--- {a: 1}\n--- b\n', ['--- {a: 1}\n', '--- b\n']],
  ['an end', 'a: 1\n... # done\nb: 2\n', ['a: 1\n', 'b: 2\n']],
  ['an end without a line end', 'a: 1\n...', ['a: 1\n']],
  ['Windows line ends', 'a: 1\r\n---\r\nb: 2\r\n', ['a: 1\r\n', '---\r\nb: 2\r\n']],
  ['no border: more dashes', 'a: 1\n----\n---b\n', ['a: 1\n----\n---b\n']],
  ['no border: another line end', 'a: "x\u2028--- y"\n', ['a: "x\u2028--- y"\n']],
  ['comments, directives and nothing', '%YAML 1.2\n---\n# none\n---\n', []],
  ['JSON lines', '{"a": 1}\n{"b": "}{"}\n', ['{"a": 1}\n', '{"b": "}{"}\n']],
  ['JSON without a gap', '{"a": 1}[2] {"ä": 3}', ['{"a": 1}', '[2] ', '{"ä": 3}']],
  ['JSON and something else', '{"a": 1}\nx\n', ['{"a": 1}\nx\n']],
  ['texts in a row', '"a" "b"', ['"a" "b"']],
])('%s', (_name, text, expected) => {
  const documents = documentsIn(text);

  expect(documents.map((document) => document.text)).toEqual(expected);
  for (const document of documents) {
    expect(text.slice(document.start, document.start + document.text.length)).toBe(document.text);
  }
});
