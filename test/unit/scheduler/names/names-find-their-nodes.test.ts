/** The numbers of nodes are found by the bytes of their names, whatever comes and goes. */
import { describe, expect, it, test, vi } from 'vitest';
import type { ClusterStore } from '../../../../src/cluster/store/store.ts';
import { NO_NODE } from '../../../../src/cluster/view.ts';
import { NameTable } from '../../../../src/scheduler/names/name-table.ts';
import { bodyWords, findEntry, hashName } from '../../../../src/scheduler/names/word-reader.ts';
import { seededRandom } from '../../../snapshot/random.ts';
import { emptyStore, node } from '../../cluster/records.ts';

function storeOf(names: Iterable<string>): ClusterStore {
  const store = emptyStore();
  for (const name of names) store.put('nodes', node(name));
  return store;
}

/** Finds a name in the middle of other bytes, as in a body. */
function find({ seed, slots, arena }: NameTable, name: string): number {
  const body = bodyWords(Buffer.from(`["${name}","x`));
  const hash = hashName(body, 2, seed, new Int32Array(1), 0);
  return arena.words[findEntry(body, 2, hash, slots, arena)] ?? Number.NaN;
}

describe('a name', () => {
  const names = ['n', 'node-1', 'node-10', 'node-11', 'nœud', '節點-7', '😀', 'nul', '\u007f'.repeat(17)];

  it.each(names)('is found: %j', (name) => {
    const store = storeOf(names);
    const table = new NameTable(store);

    expect(find(table, name)).toBe(store.nodeNumber(name));
    expect(find(table, name)).not.toBe(NO_NODE);
  });

  it.each(['nul\u0000', 'quote"', 'back\\slash'])(
    'that JSON must escape is left out, and keeps others from being taken for it: %j',
    (name) => {
      const store = storeOf(['a', name]);
      const table = new NameTable(store);

      expect([find(table, 'a'), find(table, name), table.hasEscapedNames]).toEqual([0, NO_NODE, true]);
      store.remove('nodes', name);
      expect([find(table, 'a'), table.hasEscapedNames]).toEqual([0, false]);
    },
  );

  it.each(['', 'node', 'node-', 'node-12', 'node-1\u0000', 'Node-1', '節點-'])(
    'that no node has is not: %j',
    (name) => {
      const table = new NameTable(storeOf(names));

      expect(find(table, name)).toBe(NO_NODE);
    },
  );

  it('is found whatever its length', () => {
    const lengths = Array.from({ length: 300 }, (_, length) => length + 1);
    const store = storeOf(lengths.map((length) => 'x'.repeat(length)));
    const table = new NameTable(store);

    expect(lengths.map((length) => find(table, 'x'.repeat(length)))).toEqual([...lengths.keys()]);
    expect(find(table, 'x'.repeat(301))).toBe(NO_NODE);
  });

  it('with half a surrogate pair is not taken for the one that UTF-8 puts in its place', () => {
    const table = new NameTable(storeOf(['half-\ud800']));

    expect(find(table, 'half-\ufffd')).toBe(NO_NODE);
  });

  it('is told from another with the same hash', () => {
    const seed = 1;
    const byHash = new Map<number, string>();
    const twins: string[] = [];
    for (let index = 0; twins.length === 0; index += 1) {
      const hash = hashName(bodyWords(Buffer.from(`node-${index}"`)), 0, seed, new Int32Array(1), 0);
      const other = byHash.get(hash);
      if (other !== undefined) twins.push(other, `node-${index}`);
      byHash.set(hash, `node-${index}`);
    }
    const [first = '', second = ''] = twins;
    const store = storeOf([first]);
    const table = new NameTable(store, seed);

    const before = [find(table, first), find(table, second)];
    store.put('nodes', node(second));
    const after = [find(table, first), find(table, second)];

    expect(before).toEqual([0, NO_NODE]);
    expect(after).toEqual([0, 1]);
  });
});

describe('the table', () => {
  it('follows nodes that come, change and go, and whose numbers are given to others', () => {
    const store = storeOf(['a', 'b']);
    const table = new NameTable(store);

    store.put('nodes', node('c'));
    store.put('nodes', node('a', { cpu: '4' }));
    store.remove('nodes', 'b');
    store.put('nodes', node('d'));

    expect(['a', 'b', 'c', 'd'].map((name) => find(table, name))).toEqual([0, NO_NODE, 2, 1]);
    expect(table.limit).toBe(3);
  });

  it('does nothing when a node changes, which is what nodes do all the time', () => {
    const store = storeOf(['a', 'b']);
    const table = new NameTable(store);
    const looks = vi.spyOn(store, 'nodeNumber');

    store.put('nodes', node('a', { cpu: '4' }));
    const afterChange = looks.mock.calls.length;
    store.put('nodes', node('c'));

    expect([afterChange, looks.mock.calls.length]).toEqual([0, 1]);
    expect(find(table, 'c')).toBe(2);
  });

  it('keeps slots free however short the names are, or looks would become long', () => {
    const names = Array.from({ length: 5_000 }, (_, index) => index.toString(36));
    const table = new NameTable(storeOf(names));

    expect(table.slots.length).toBeGreaterThanOrEqual(2 * names.length);
    expect(table.slots.filter((entry) => entry !== 0)).toHaveLength(names.length);
  });

  it('knows when a body cannot hold the bytes of some name', () => {
    const store = storeOf(['a', 'tab\t']);
    const table = new NameTable(store);

    const before = table.hasEscapedNames;
    store.put('nodes', node('tab\t', { cpu: '1' }));
    store.remove('nodes', 'tab\t');

    expect([before, table.hasEscapedNames]).toEqual([true, false]);
  });

  it('stays as it was once it is closed', () => {
    const store = storeOf(['a']);
    const table = new NameTable(store);

    table.stop();
    store.put('nodes', node('b'));
    store.remove('nodes', 'a');

    expect([find(table, 'a'), find(table, 'b')]).toEqual([0, NO_NODE]);
  });

  it('does not grow with the names that were there once', () => {
    const store = storeOf(['stays']);
    const table = new NameTable(store);

    for (let turn = 0; turn < 5_000; turn += 1) {
      store.put('nodes', node(`node-${turn}`));
      store.remove('nodes', `node-${turn}`);
    }

    expect(find(table, 'stays')).toBe(0);
    expect(find(table, 'node-4999')).toBe(NO_NODE);
    expect(table.arena.words.length + table.slots.length).toBeLessThan(4_000);
  });

  it('becomes small again when most nodes have gone', () => {
    const names = Array.from({ length: 5_000 }, (_, index) => `node-${index}`);
    const store = storeOf(names);
    const table = new NameTable(store);
    const before = table.arena.words.length;

    for (const name of names.slice(10)) store.remove('nodes', name);

    expect(names.map((name) => find(table, name))).toEqual(names.map((name) => store.nodeNumber(name)));
    expect(table.arena.words.length).toBeLessThan(before / 20);
  });
});

test.each([1, 2, 3])('after any history the table says what the view says (seed %i)', (seed) => {
  const random = seededRandom(seed);
  const names = Array.from({ length: 3_000 }, (_, index) => `${random.suffix(1 + (index % 40))}.${index}é`);
  const store = storeOf(names.slice(0, 100));
  const table = new NameTable(store, seed);
  const wrong: string[] = [];

  for (let turn = 0; turn < 20_000; turn += 1) {
    const name = names[random.below(names.length)] ?? '';
    // More come than go at first, later more go than come.
    if (random.below(20_000) > turn) store.put('nodes', node(name));
    else store.remove('nodes', name);
    const other = names[random.below(names.length)] ?? '';
    for (const asked of [name, other]) {
      if (find(table, asked) !== store.nodeNumber(asked)) wrong.push(asked);
    }
  }

  expect(wrong).toEqual([]);
  expect(names.map((name) => find(table, name))).toEqual(names.map((name) => store.nodeNumber(name)));
});
