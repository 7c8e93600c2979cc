/** What a node has, what is asked of it and what is free. */
import { describe, expect, it } from 'vitest';
import { NO_NODE } from '../../../../src/cluster/view.ts';
import { account, emptyStore, node, pod } from '../records.ts';

const SIZE = { cpu: '2', memory: '1Gi', pods: '10' };

describe('the account of a node', () => {
  it('adds up the requests of its pods', () => {
    const store = emptyStore();
    store.put('nodes', node('n1', SIZE));

    store.put('pods', pod('a', 'n1', { requests: { cpu: '250m', memory: '100Mi' } }));
    store.put('pods', pod('b', 'n1', { requests: { cpu: '1' } }));

    expect(account(store, 'n1', 'cpu')).toEqual([2000n, 1250n, 750]);
    expect(account(store, 'n1', 'memory')).toEqual([2n ** 30n, 104_857_600n, 2 ** 30 - 104_857_600]);
    expect(account(store, 'n1', 'pods')).toEqual([10n, 2n, 8]);
  });

  it('counts pods that came before their node', () => {
    const store = emptyStore();
    store.put('pods', pod('a', 'n1', { requests: { cpu: '1' } }));

    store.put('nodes', node('n1', SIZE));

    expect(account(store, 'n1', 'cpu')).toEqual([2000n, 1000n, 1000]);
  });

  it.each([
    ['Succeeded', 0n],
    ['Failed', 0n],
    ['Running', 500n],
    ['Pending', 500n],
    ['Unknown', 500n],
  ])('counts a pod in phase %s as %s', (phase, requested) => {
    const store = emptyStore();
    store.put('nodes', node('n1', SIZE));

    store.put('pods', pod('a', 'n1', { requests: { cpu: '500m' }, phase }));

    expect(account(store, 'n1', 'cpu')[1]).toBe(requested);
  });

  it('gives the room back when a pod ends, with nothing else of it changed', () => {
    const store = emptyStore();
    const running = pod('a', 'n1', { requests: { cpu: '500m' } });
    store.put('nodes', node('n1', SIZE));

    store.put('pods', running);
    const before = account(store, 'n1', 'cpu');
    store.put('pods', { ...running, phase: 'Succeeded' });

    expect(before).toEqual([2000n, 500n, 1500]);
    expect(account(store, 'n1', 'cpu')).toEqual([2000n, 0n, 2000]);
    expect(account(store, 'n1', 'pods')).toEqual([10n, 0n, 10]);
  });

  it('counts a pod that is being deleted until it is gone', () => {
    const store = emptyStore();
    const metadata = { deletionTimestamp: '2026-01-01T00:00:00Z' };
    store.put('nodes', node('n1', SIZE));

    store.put('pods', pod('a', 'n1', { requests: { cpu: '500m' }, metadata }));
    const during = account(store, 'n1', 'cpu')[1];
    store.remove('pods', 'uid-a');

    expect(during).toBe(500n);
    expect(account(store, 'n1', 'cpu')[1]).toBe(0n);
  });

  it('moves a pod to the node it is bound to', () => {
    const store = emptyStore();
    store.put('nodes', node('n1', SIZE));
    store.put('pods', pod('a', '', { requests: { cpu: '500m' } }));
    const waiting = [...store.unboundPods()].length;

    store.put('pods', pod('a', 'n1', { requests: { cpu: '500m' } }));

    expect(waiting).toBe(1);
    expect([...store.unboundPods()]).toEqual([]);
    expect([...store.podsOnNode('n1')].map(({ name }) => name)).toEqual(['a']);
    expect(account(store, 'n1', 'cpu')[1]).toBe(500n);
  });

  it('is exact beyond what a double holds, and free stops there', () => {
    const store = emptyStore();
    store.put('nodes', node('n1', { 'example.com/tiny': '4503599627370495' }));

    for (const name of ['a', 'b', 'c', 'd']) {
      store.put('pods', pod(name, 'n1', { requests: { 'example.com/tiny': '4503599627370495' } }));
    }
    const four = account(store, 'n1', 'example.com/tiny');
    for (const uid of ['uid-a', 'uid-b', 'uid-c']) store.remove('pods', uid);

    expect(four).toEqual([4503599627370495n, 18014398509481980n, -(2 ** 53)]);
    expect(account(store, 'n1', 'example.com/tiny')).toEqual([4503599627370495n, 4503599627370495n, 0]);
  });

  it('never gives room away because somebody asks for more than 64 bits hold', () => {
    const store = emptyStore();
    store.put('nodes', node('n1', SIZE));

    for (let i = 0; i < 1000; i++) store.put('pods', pod(`p${i}`, 'n1', { requests: { memory: '7Ei' } }));

    expect(account(store, 'n1', 'memory')[2]).toBe(-(2 ** 53));
  });

  it('makes no room of an amount that wrapped around below zero', () => {
    const store = emptyStore();
    const wrapped = { ...pod('a', 'n1'), requests: new Map([['memory', -(2n ** 40n)]]) };
    store.put('nodes', node('n1', SIZE));

    store.put('pods', wrapped);

    expect(account(store, 'n1', 'memory')).toEqual([2n ** 30n, 0n, 2 ** 30]);
  });

  it('makes no room when the sum is more than 64 bits hold, and is exact again when pods go', () => {
    const store = emptyStore();
    const huge = pod('p', 'n1', { requests: { memory: '5Pi' } });
    const uids = Array.from({ length: 2_500 }, (_, i) => `uid-${i}`);
    store.put('nodes', node('n1', SIZE));

    for (const uid of uids) store.put('pods', { ...huge, uid });
    const full = account(store, 'n1', 'memory');
    for (const uid of uids.slice(1)) store.remove('pods', uid);

    expect(full).toEqual([2n ** 30n, 2n ** 63n - 1n, -(2 ** 53)]);
    expect(account(store, 'n1', 'memory')).toEqual([2n ** 30n, 2n ** 52n, 2 ** 30 - 2 ** 52]);
  });

  it('starts at nothing on a node that takes the number of one with such a sum', () => {
    const store = emptyStore();
    const huge = pod('p', 'n1', { requests: { memory: '5Pi' } });
    store.put('nodes', node('n1', SIZE));
    for (let i = 0; i < 2_049; i++) store.put('pods', { ...huge, uid: `uid-${i}` });

    store.remove('nodes', 'n1');
    store.put('nodes', node('n2', SIZE));
    store.put('pods', pod('q', 'n2', { requests: { memory: '1' } }));

    expect(account(store, 'n2', 'memory')).toEqual([2n ** 30n, 1n, 2 ** 30 - 1]);
  });
});

describe('the resources that are counted', () => {
  it('are not the ones that only a pod names', () => {
    const store = emptyStore();
    store.put('nodes', node('n1', SIZE));

    store.put('pods', pod('a', 'n1', { requests: { 'example.com/made-up': '1' } }));

    expect([...store.columns()].map(({ resource }) => resource)).toEqual([
      'cpu',
      'memory',
      'ephemeral-storage',
      'pods',
    ]);
  });

  it('come with the first node that has them, with all pods that ask for them, and go with the last', () => {
    const store = emptyStore();
    const gpu = { ...SIZE, 'nvidia.com/gpu': '4' };
    store.put('nodes', node('n1', SIZE));
    store.put('pods', pod('a', 'n1', { requests: { 'nvidia.com/gpu': '1' } }));
    store.put('pods', pod('b', 'n2', { requests: { 'nvidia.com/gpu': '3' } }));

    store.put('nodes', node('n2', gpu));
    const accounts = [account(store, 'n1', 'nvidia.com/gpu'), account(store, 'n2', 'nvidia.com/gpu')];
    store.put('nodes', node('n2', SIZE));

    expect(accounts).toEqual([
      [0n, 1n, -1],
      [4n, 3n, 1],
    ]);
    expect(store.column('nvidia.com/gpu')).toBeUndefined();
  });
});

describe('the number of a node', () => {
  it('stays while the node lives and is given again afterwards', () => {
    const store = emptyStore();
    for (const name of ['n1', 'n2', 'n3']) store.put('nodes', node(name, SIZE));
    const second = store.nodeNumber('n2');

    store.put('nodes', node('n2', { cpu: '9' }));
    const afterChange = store.nodeNumber('n2');
    store.remove('nodes', 'n2');
    const afterRemoval = store.nodeNumber('n2');
    store.put('nodes', node('n4', SIZE));

    expect([afterChange, afterRemoval, store.nodeNumber('n4')]).toEqual([second, NO_NODE, second]);
    expect(store.nodeAt(second)?.name).toBe('n4');
    expect(account(store, 'n4', 'cpu')).toEqual([2000n, 0n, 2000]);
  });

  it('keeps every account when the table grows', () => {
    const store = emptyStore();
    const names = Array.from({ length: 300 }, (_, i) => `n${i}`);

    for (const [i, name] of names.entries()) {
      store.put('nodes', node(name, { cpu: String(i) }));
      store.put('pods', pod(`p${i}`, name, { requests: { cpu: '1m' } }));
    }

    expect(names.map((name) => account(store, name, 'cpu')[2])).toEqual(names.map((_, i) => i * 1000 - 1));
    expect(store.nodeCapacity).toBeGreaterThanOrEqual(300);
  });
});
