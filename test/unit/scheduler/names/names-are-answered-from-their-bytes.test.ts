/** An answer to a call by names is the same JSON that a plain writer makes, copied from the body. */
import { describe, expect, it, test } from 'vitest';
import { NameTable } from '../../../../src/scheduler/names/name-table.ts';
import { type CallByNames, createNamesReader } from '../../../../src/scheduler/names/names-reader.ts';
import { writeNamesPriorities, writeNamesResult } from '../../../../src/scheduler/names/names-writer.ts';
import { emptyStore } from '../../cluster/records.ts';

interface Call {
  readonly bytes: Buffer;
  readonly asked: CallByNames;
}

function callOf(list: string, read = createNamesReader(new NameTable(emptyStore()))): Call {
  const bytes = Buffer.from(`{"Pod":{"metadata":{}},"Nodes":null,"NodeNames":${list}}`);
  const asked = read(bytes);
  if (asked === null) throw new Error('the body did not take the quick way');
  return { bytes, asked };
}

/** The filter's answer where the names with a 0 are refused. */
function answerTo({ bytes, asked }: Call, passes: readonly number[], bothMaps = false): string {
  const reasonOf = (index: number): string => `DW504 "${index}"\n`;
  return writeNamesResult(bytes, asked, { passes: Uint8Array.from(passes), reasonOf }, bothMaps).toString();
}

describe('a filter result', () => {
  test.each([
    ['no name', '[]', []],
    ['one name', '["a"]', ['a']],
    ['several', '["a","b","c"]', ['a', 'b', 'c']],
    ['spaces between', '[ "a" ,\n"b","c"\t, "d"]', ['a', 'b', 'c', 'd']],
    ['a name twice', '["a","a"]', ['a', 'a']],
    ['names beyond ASCII', '["nœud","節點","😀\u2028\u007f"]', ['nœud', '節點', '😀\u2028\u007f']],
  ])('that lets all pass has every name: %s', (_name, list, names) => {
    const answer = answerTo(callOf(list), new Array(names.length).fill(1));

    const failed = '"FailedNodes":{},"FailedAndUnresolvableNodes":{},"Error":""';
    expect(answer).toBe(`{"Nodes":null,"NodeNames":${JSON.stringify(names)},${failed}}`);
  });

  test.each([
    { passes: [0, 1, 1, 1], left: '"b","c","d"' },
    { passes: [1, 0, 1, 0], left: '"a","c"' },
    { passes: [1, 1, 1, 0], left: '"a","b","c"' },
    { passes: [0, 0, 0, 0], left: '' },
  ])('gives each refused name its reason: $passes', ({ passes, left }) => {
    const answer = answerTo(callOf('["a","b", "c","d"]'), passes);

    const refused = passes.flatMap((pass, index) =>
      pass === 1 ? [] : [`"${'abcd'[index]}":"DW504 \\"${index}\\"\\n"`],
    );
    expect(answer).toBe(
      `{"Nodes":null,"NodeNames":[${left}],"FailedNodes":{},"FailedAndUnresolvableNodes":{${refused.join()}},"Error":""}`,
    );
  });

  it('has the refused in both maps for schedulers that know but one', () => {
    const answer = answerTo(callOf('["nœud","b"]'), [0, 1], true);

    const refused = '{"nœud":"DW504 \\"0\\"\\n"}';
    expect(answer).toBe(
      `{"Nodes":null,"NodeNames":["b"],"FailedNodes":${refused},"FailedAndUnresolvableNodes":${refused},"Error":""}`,
    );
  });

  it('asks for the reasons of the refused only', () => {
    const { bytes, asked } = callOf('["a","b"]');
    const indexes: number[] = [];

    writeNamesResult(
      bytes,
      asked,
      { passes: Uint8Array.of(1, 0), reasonOf: (index) => `${indexes.push(index)}` },
      false,
    );

    expect(indexes).toEqual([1]);
  });

  test.each([
    [1, 0],
    [0, 1],
    [0, 0],
    [1, 1],
  ])('has nothing of what an earlier, longer call left behind the last name: %i, %i', (...left) => {
    const read = createNamesReader(new NameTable(emptyStore()));
    callOf('["w","x","y","z"]', read);
    const call = callOf('["a","b"]', read);

    expect(answerTo(call, [1, 1, ...left])).toBe(answerTo(call, [1, 1]));
  });
});

describe('a priority list', () => {
  it('has every name with its score', () => {
    const { bytes, asked } = callOf('["a", "node-b","節點","a-longer-name.of-a-node"]');

    const answer = writeNamesPriorities(bytes, asked, Uint8Array.of(0, 10, 7, 9));

    expect(answer.toString()).toBe(
      '[{"Host":"a","Score":0},{"Host":"node-b","Score":10},{"Host":"節點","Score":7},' +
        '{"Host":"a-longer-name.of-a-node","Score":9}]',
    );
  });

  it('is never above ten, the most that the scheduler knows', () => {
    const { bytes, asked } = callOf('["a"]');

    expect(writeNamesPriorities(bytes, asked, Uint8Array.of(11)).toString()).toBe(
      '[{"Host":"a","Score":10}]',
    );
  });

  it('may be empty', () => {
    const { bytes, asked } = callOf('[]');

    expect(writeNamesPriorities(bytes, asked, new Uint8Array(0)).toString()).toBe('[]');
  });
});

it('an answer that is still being sent is not changed by the next call', () => {
  const read = createNamesReader(new NameTable(emptyStore()));
  const first = callOf('["a","b"]', read);
  const passing = writeNamesResult(
    first.bytes,
    first.asked,
    { passes: Uint8Array.of(1, 1), reasonOf: () => '' },
    false,
  );
  const scored = writeNamesPriorities(first.bytes, first.asked, Uint8Array.of(1, 2));
  const [before, scoredBefore] = [passing.toString(), scored.toString()];

  const second = callOf('["x","y","z"]', read);
  answerTo(second, [1, 1, 1]);
  writeNamesPriorities(second.bytes, second.asked, Uint8Array.of(3, 3, 3));

  expect([passing.toString(), scored.toString()]).toEqual([before, scoredBefore]);
});
