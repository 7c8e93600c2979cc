/** The quick reader of plain YAML either agrees with the general parser or leaves the text to it. */
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { parseDocument, stringify } from 'yaml';
import { readPlainYaml } from '../../../src/yaml/plain.ts';
import { exampleObjects } from '../../snapshot/example-cluster.ts';
import { yamlList } from '../../snapshot/kubectl-text.ts';

function readPlain(text: string): unknown {
  return readPlainYaml(text.split('\n'));
}

function general(text: string): unknown {
  const document = parseDocument(text, { logLevel: 'silent', stringKeys: true });
  const [error] = document.errors;
  if (error !== undefined) throw error;
  return document.toJS();
}

/** Holds for every text: an answer is the general parser's answer, and there is none where that one sees an error. */
function agrees(text: string): void {
  const plain = readPlain(text);
  if (plain !== undefined) expect(plain, JSON.stringify(text)).toEqual(general(text));
}

const word = fc.oneof(
  fc.constantFrom(
    'true',
    'null',
    'no',
    '~',
    '1',
    '-1',
    '007',
    '1e3',
    '0x1F',
    '.5',
    '1.2.3.4',
    '100m',
    '12:30',
    '-',
    '?',
  ),
  fc.constantFrom(
    'a b',
    'a: b',
    'a #b',
    'a:',
    '"q"',
    "it's",
    '{}',
    '[]',
    '|',
    '>-',
    '&a',
    '*a',
    '!t',
    '2026-01-01',
    '',
  ),
  fc.string({ maxLength: 8 }),
  fc.string({ unit: 'grapheme', maxLength: 4 }),
);
const key = fc.oneof(
  fc.constantFrom('kind', 'name', 'f:a', 'app.kubernetes.io/name', 'true', 'y', '1'),
  word,
);

const { tree } = fc.letrec((tie) => ({
  tree: fc.oneof(
    { maxDepth: 4 },
    leaf(),
    fc.array(tie('tree'), { maxLength: 3 }),
    fc.dictionary(key, tie('tree'), { maxKeys: 4 }),
  ),
}));

function leaf(): fc.Arbitrary<unknown> {
  return fc.oneof(
    word,
    fc.integer(),
    fc.double({ noNaN: true, noDefaultInfinity: true }),
    fc.boolean(),
    fc.constant(null),
  );
}

describe('plain YAML', () => {
  it('is read alike when a program wrote it', () => {
    fc.assert(
      fc.property(tree, fc.boolean(), (value, indentSeq) =>
        agrees(stringify(value, { indentSeq }).trimEnd()),
      ),
      { numRuns: 2000 },
    );
  });

  it('is read alike when lines are put together at random', () => {
    const line = fc
      .tuple(
        fc.integer({ min: 0, max: 3 }),
        fc.constantFrom('', '- ', '-'),
        fc.option(key),
        word,
        fc.constantFrom('', ' ', '  '),
      )
      .map(
        ([indent, dash, name, text, gap]) =>
          `${'  '.repeat(indent)}${dash}${name === null ? '' : `${name}:${gap}`}${text}`,
      );

    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 6 }), (lines) => agrees(lines.join('\n'))),
      { numRuns: 4000 },
    );
  });

  it('is all that kubectl writes of ordinary objects', () => {
    const items = [...yamlList(exampleObjects())].slice(1, -1);

    const unread = items.filter((item) => readPlain(item.trimEnd().replace('-', ' ')) === undefined);

    expect(items.length).toBeGreaterThan(100);
    expect(unread).toEqual([]);
  });

  it('has each object as it was written', () => {
    const objects = exampleObjects();

    const texts = [...yamlList(objects)].slice(1, -1).map((item) => item.trimEnd().replace('-', ' '));

    expect(texts.map(readPlain)).toEqual(JSON.parse(JSON.stringify(objects)));
  });
});
