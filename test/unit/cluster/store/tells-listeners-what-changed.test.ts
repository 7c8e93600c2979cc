/** Later decisions keep their own sums: they are told of each change once the view shows it. */
import { describe, expect, it } from 'vitest';
import { OBJECT_KINDS } from '../../../../src/cluster/records.ts';
import { emptyStore, node, pod } from '../records.ts';

describe('a listener', () => {
  it('hears what came, changed and went, for the kinds it names', () => {
    const store = emptyStore();
    const heard: unknown[] = [];
    store.subscribe({
      pods: (before, after) =>
        heard.push([before?.nodeName, after?.nodeName, after && store.pod(after.uid) === after]),
    });

    store.put('nodes', node('n1'));
    store.put('pods', pod('a', ''));
    store.put('pods', pod('a', 'n1'));
    store.remove('pods', 'uid-a');
    store.remove('pods', 'uid-a');

    expect(heard).toEqual([
      [undefined, '', true],
      ['', 'n1', true],
      ['n1', undefined, undefined],
    ]);
    expect(store.revision).toBe(4);
  });

  it('hears nothing after it has left', () => {
    const store = emptyStore();
    let calls = 0;
    const leave = store.subscribe({ nodes: () => calls++ });

    store.put('nodes', node('n1'));
    leave();
    store.put('nodes', node('n2'));

    expect(calls).toBe(1);
  });
});

describe('a new list of one kind', () => {
  it('removes what it does not name, tells so, and makes the kind synced', () => {
    const store = emptyStore();
    const gone: (string | undefined)[] = [];
    for (const name of ['n1', 'n2', 'n3']) store.put('nodes', node(name));
    store.subscribe({ nodes: (before, after) => after ?? gone.push(before?.name) });
    const before = store.synced;

    const list = store.replace('nodes');
    list.add(node('n2'));
    list.add(node('n4'));
    const removed = list.finish();
    for (const kind of OBJECT_KINDS) if (kind !== 'nodes') store.replace(kind).finish();

    expect([before, removed, gone, store.synced]).toEqual([false, 2, ['n1', 'n3'], true]);
    expect([...store.nodes()].map(({ name }) => name)).toEqual(['n2', 'n4']);
  });
});
