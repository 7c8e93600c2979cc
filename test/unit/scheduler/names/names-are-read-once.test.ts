/** What a call by names asks is read from its bytes; all that is unusual is left to the plain path. */
import { readFileSync } from 'node:fs';
import { describe, expect, it, test } from 'vitest';
import type { ClusterStore } from '../../../../src/cluster/store/store.ts';
import { NO_NODE } from '../../../../src/cluster/view.ts';
import { NameTable } from '../../../../src/scheduler/names/name-table.ts';
import { createNamesReader, type NamesReader } from '../../../../src/scheduler/names/names-reader.ts';
import { seededRandom } from '../../../snapshot/random.ts';
import { emptyStore, node } from '../../cluster/records.ts';

function storeOf(names: Iterable<string>): ClusterStore {
  const store = emptyStore();
  for (const name of names) store.put('nodes', node(name));
  return store;
}

function readerOver(...names: readonly string[]): NamesReader {
  return createNamesReader(new NameTable(storeOf(names)));
}

/** The names and numbers that a reader finds, or null when it leaves the body to the plain path. */
function readWith(read: NamesReader, body: string | Buffer): [name: string, number: number][] | null {
  const bytes = Buffer.from(body);
  const asked = read(bytes);
  if (asked === null) return null;
  return Array.from({ length: asked.count }, (_, index) => [
    bytes.toString('utf8', asked.starts[index], asked.ends[index]),
    asked.numbers[index] ?? Number.NaN,
  ]);
}

const POD = '"Pod":{"metadata":{}}';

describe('the quick way is taken by', () => {
  test.each([
    ['the usual form', `{${POD},"Nodes":null,"NodeNames":["a","b"]}`],
    ['another order', `{"NodeNames":["a","b"],"Nodes":null,${POD}}`],
    ['lower case', '{"pod":{"metadata":{}},"nodes":null,"nodenames":["a","b"]}'],
    ['keys that are new', `{"New":[1,{"Pod":7}],${POD},"NodeNames":["a","b"],"More":"\\u00e9"}`],
    ['the same new key twice', `{"New":1,"New":2,${POD},"NodeNames":["a","b"]}`],
    ['a key that only resembles', `{${POD},"NodeNames":["a","b"],"Nodez":[],"NodeNames\u017f":[]}`],
    ['white space anywhere', ` {\n${POD}\t,\r\n "NodeNames" : [ "a" ,\n"b"\t] } \n`],
    ['no Nodes at all', `{${POD},"NodeNames":["a","b"]}`],
    [
      'a pod of a hundred levels',
      `{"Pod":{"metadata":{},"x":${'[{"y":'.repeat(50)}[]${'}]'.repeat(50)}},"NodeNames":["a","b"]}`,
    ],
    ['escapes before and behind', `{"x":"\\"",${POD},"NodeNames":["a","b"],"y":"\\\\"}`],
  ])('%s', (_name, body) => {
    JSON.parse(body);

    expect(readWith(readerOver('a', 'b'), body)).toEqual([
      ['a', 0],
      ['b', 1],
    ]);
  });
});

describe('the plain way is left to', () => {
  const names = '"NodeNames":["a"]';

  test.each([
    ['nothing', ''],
    ['no object', '[]'],
    ['an escape in a key', `{${POD},"NodeN\\u0061mes":["a"]}`],
    ['an escape in a key that is new', `{${POD},${names},"\\u0061":1}`],
    ['an escape in a name', `{${POD},"NodeNames":["\\u0061"]}`],
    ['an escaped quote in a name', `{${POD},"NodeNames":["a\\",\\"b"]}`],
    ['names twice', `{${POD},${names},${names}}`],
    ['names twice in other case', `{${POD},${names},"nodenames":["a"]}`],
    ['a pod twice', `{${POD},${POD},${names}}`],
    ['Nodes twice', `{${POD},"Nodes":null,"nodes":null,${names}}`],
    ['whole Nodes', `{${POD},"Nodes":{"items":[]},${names}}`],
    ['no names', `{${POD},"Nodes":null}`],
    ['names that are null', `{${POD},"NodeNames":null}`],
    ['names that are an object', `{${POD},"NodeNames":{"a":1}}`],
    ['a name that is a number', `{${POD},"NodeNames":["a",1]}`],
    ['a name that is null', `{${POD},"NodeNames":[null]}`],
    ['no pod', `{${names}}`],
    ['a pod that is null', `{"Pod":null,${names}}`],
    ['a pod without metadata', `{"Pod":{"spec":{}},${names}}`],
    ['metadata that is null', `{"Pod":{"metadata":null},${names}}`],
    ['metadata twice', `{"Pod":{"metadata":{},"Metadata":{}},${names}}`],
    ['an escaped key in a pod', `{"Pod":{"metadata":{},"met\\u0061data":null},${names}}`],
    ['a control character in a known name', `{${POD},"NodeNames":["a\n"]}`],
    ['a control character in an unknown name', `{${POD},"NodeNames":["zzzzzz\tz"]}`],
    ['a comma too many', `{${POD},"NodeNames":["a",]}`],
    ['a comma too few', `{${POD},"NodeNames":["a""b"]}`],
    ['an open list', `{${POD},"NodeNames":["a"`],
    ['an open name', `{${POD},"NodeNames":["a`],
    ['an open object', `{${POD},${names}`],
    ['text behind', `{${POD},${names}}x`],
    ['a second object behind', `{${POD},${names}}{}`],
    ['a wrong number in a pod', `{"Pod":{"metadata":{},"x":01},${names}}`],
    ['a wrong word in a pod', `{"Pod":{"metadata":{},"x":nul},${names}}`],
    ['a wrong escape in a pod', `{"Pod":{"metadata":{},"x":"\\x"},${names}}`],
    ['a wrong bracket in a pod', `{"Pod":{"metadata":{},"x":[1}},${names}}`],
  ])('%s', (_name, body) => {
    expect(readWith(readerOver('a', 'b'), body)).toBeNull();
  });

  it('bytes that are no UTF-8', () => {
    const body = Buffer.from(`{${POD},"NodeNames":["a","\xff"]}`, 'latin1');

    expect(readWith(readerOver('a'), body)).toBeNull();
  });

  it('every body while some node has a name that JSON must escape', () => {
    const store = storeOf(['a', 'tab\t']);
    const read = createNamesReader(new NameTable(store));
    const body = `{${POD},"NodeNames":["a"]}`;

    const before = readWith(read, body);
    store.remove('nodes', 'tab\t');

    expect(before).toBeNull();
    expect(readWith(read, body)).toEqual([['a', 0]]);
  });

  it('lists that would make the reader large for good', () => {
    const body = `{${POD},"NodeNames":[${'"",'.repeat(2 ** 18)}""]}`;

    expect(readWith(readerOver('a'), body)).toBeNull();
  });
});

describe('the pod', () => {
  const identityOf = (pod: string) => readerOver('a')(Buffer.from(`{"Pod":${pod},"NodeNames":[]}`))?.identity;

  it('lies where it says', () => {
    const bytes = Buffer.from('{"Pod": {"metadata":{"name":"é"}} ,"NodeNames":[]}');
    const pod = readerOver()(bytes)?.pod;

    expect(bytes.toString('utf8', pod?.start, pod?.end)).toBe('{"metadata":{"name":"é"}}');
  });

  it('is known by its metadata and by nothing that only looks like it', () => {
    const labels = '"labels":{"uid":"no","resourceVersion":"no"}';

    expect(
      identityOf(
        `{"uid":"no","metadata":{${labels},"uid":"u-1","resourceVersion":"é"},"resourceVersion":"no"}`,
      ),
    ).toEqual({ uid: 'u-1', resourceVersion: 'é' });
  });

  test.each([
    ['is missing', '{"metadata":{"resourceVersion":"7"}}', '7'],
    ['is a number', '{"metadata":{"uid":7,"resourceVersion":"7"}}', '7'],
    ['is null', '{"metadata":{"uid":null,"resourceVersion":"7"}}', '7'],
    ['has an escape', '{"metadata":{"uid":"\\u0061","resourceVersion":"7"}}', '7'],
    ['comes twice', '{"metadata":{"uid":"a","uid":"a","resourceVersion":"7"}}', '7'],
    ['comes in two cases', '{"metadata":{"uid":"a","UID":"a","resourceVersion":"7"}}', '7'],
    ['is in upper case', '{"metadata":{"UID":"a","resourceVersion":"7"}}', '7'],
    ['is in upper-case metadata', '{"METADATA":{"uid":"a","resourceVersion":"7"}}', undefined],
  ])('has no UID that can be relied on when it %s', (_name, pod, resourceVersion) => {
    expect(identityOf(pod)).toEqual({ uid: undefined, resourceVersion });
  });
});

describe('call after call', () => {
  const bodyOf = (names: readonly string[]) => `{${POD},"NodeNames":${JSON.stringify(names)}}`;
  const many = Array.from({ length: 1_500 }, (_, index) => `node-${index}-${'x'.repeat(index % 13)}`);

  it('orders may change, and unknown names come between', () => {
    const store = storeOf(many);
    const read = createNamesReader(new NameTable(store));
    const random = seededRandom(1);

    for (let turn = 0; turn < 15; turn += 1) {
      const from = random.below(many.length);
      const inOrder = [...many.slice(from), ...many.slice(0, from)].slice(0, 1 + random.below(many.length));
      const names = turn % 3 === 0 ? inOrder.toSorted(() => random.below(3) - 1) : inOrder;
      if (turn % 4 === 0) names.splice(random.below(names.length), 0, 'unknown', '', 'node-1');

      expect(readWith(read, bodyOf(names))).toEqual(names.map((name) => [name, store.nodeNumber(name)]));
    }
  });

  it('nodes may go, come back with another number, and come in crowds', () => {
    const store = storeOf(['a', 'b', 'c']);
    const read = createNamesReader(new NameTable(store));
    const body = bodyOf(['a', 'b', 'c']);

    const first = readWith(read, body);
    store.remove('nodes', 'a');
    store.remove('nodes', 'b');
    const gone = readWith(read, body);
    store.put('nodes', node('a'));
    const back = readWith(read, body);
    for (const name of many) store.put('nodes', node(name));
    const last = readWith(read, bodyOf([...many, 'c']));

    const numbers = [first, gone, back].map((found) => found?.map(([, number]) => number));
    expect(numbers).toEqual([
      [0, 1, 2],
      [NO_NODE, NO_NODE, 2],
      [1, NO_NODE, 2],
    ]);
    expect(last).toEqual([...many, 'c'].map((name) => [name, store.nodeNumber(name)]));
  });

  it('what followed a name is forgotten when the names have moved', () => {
    const crowd = Array.from({ length: 100 }, (_, index) => `node-${index}`);
    const store = storeOf(['a', ...crowd]);
    const read = createNamesReader(new NameTable(store));

    readWith(read, bodyOf(['a', 'node-90']));
    for (const name of crowd) store.remove('nodes', name);

    expect(readWith(read, bodyOf(['a', '']))).toEqual([
      ['a', 0],
      ['', NO_NODE],
    ]);
  });

  it('a name may end with the last byte but two, at every place within a word', () => {
    for (let length = 1; length <= 20; length += 1) {
      for (let space = 0; space < 5; space += 1) {
        const name = 'x'.repeat(length);
        const read = readerOver(name);
        const body = `${' '.repeat(space)}{${POD},"NodeNames":["${name}"]}`;

        expect([readWith(read, body), readWith(read, body)]).toEqual([[[name, 0]], [[name, 0]]]);
        expect(readWith(read, body.slice(0, -1))).toBeNull();
        expect(readWith(read, body.slice(0, -2))).toBeNull();
        expect(readWith(read, body.slice(0, -3))).toBeNull();
      }
    }
  });
});

test.each([
  'filter-names-for-daemon-pod',
  'filter-names-for-ordinary-pod',
  'prioritize-names-for-ordinary-pod',
])('what a real scheduler sent takes the quick way: %s', (fixture) => {
  const bytes = readFileSync(new URL(`../../../http/fixtures/${fixture}.json`, import.meta.url));
  const { Pod, NodeNames } = JSON.parse(bytes.toString());

  const asked = createNamesReader(new NameTable(storeOf(NodeNames)))(bytes);

  const { uid, resourceVersion } = Pod.metadata;
  expect(asked?.identity).toEqual({ uid, resourceVersion });
  expect(Array.from(asked?.numbers.subarray(0, asked.count) ?? [])).toEqual([...NodeNames.keys()]);
});
