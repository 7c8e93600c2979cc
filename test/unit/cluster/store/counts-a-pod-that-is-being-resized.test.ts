/** What a pod takes of its node from the moment it is resized until its node has done so. */
import { describe, expect, it } from 'vitest';
import { account, emptyStore, granted, node, pod } from '../records.ts';

const SMALL = { cpu: '500m' };
const LARGE = { cpu: '1500m' };
const SMALL_TAKEN = [2000n, 500n, 1500];
const LARGE_TAKEN = [2000n, 1500n, 500];

describe('the account of a node with a pod that is being resized', () => {
  it.each([
    ['shrinks, and its node has not made it smaller', SMALL, granted(LARGE), LARGE_TAKEN],
    ['shrinks, and its node has', SMALL, granted(SMALL), SMALL_TAKEN],
    ['grows, and its node has not said anything', LARGE, granted(SMALL), LARGE_TAKEN],
    ['grows, and its node has no room at the moment', LARGE, granted(SMALL, 'Deferred'), LARGE_TAKEN],
    ['grows, and its node never has that room', LARGE, granted(SMALL, 'Infeasible'), SMALL_TAKEN],
  ])('counts one that %s', (_when, requests, status, expected) => {
    const store = emptyStore();
    store.put('nodes', node('n1', { cpu: '2' }));

    store.put('pods', pod('a', 'n1', { requests, status }));

    expect(account(store, 'n1', 'cpu')).toEqual(expected);
  });

  it('follows the status alone: the room of a shrink is free when its node has carried it out', () => {
    const store = emptyStore();
    store.put('nodes', node('n1', { cpu: '2' }));

    const accounts = [granted(LARGE), granted(SMALL)].map((status) => {
      store.put('pods', pod('a', 'n1', { requests: SMALL, status }));
      return account(store, 'n1', 'cpu');
    });
    store.remove('pods', 'uid-a');

    expect(accounts).toEqual([LARGE_TAKEN, SMALL_TAKEN]);
    expect(account(store, 'n1', 'cpu')).toEqual([2000n, 0n, 2000]);
  });
});
