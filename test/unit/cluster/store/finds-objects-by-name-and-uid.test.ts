/** An object is found by what identifies it, also where two share a part of that. */
import { describe, expect, it } from 'vitest';
import { emptyStore, pod, project } from '../records.ts';

function daemonSet(name: string, uid: string) {
  return project('daemonSets', { metadata: { namespace: 'kube-system', name, uid } });
}

describe('a pod', () => {
  it('is the one of its own tenant', () => {
    const store = emptyStore();
    store.put('pods', pod('web', 'n1', { uid: 'a', metadata: { tenant: 't1' } }));
    store.put('pods', pod('web', 'n1', { uid: 'b', metadata: { tenant: 't2' } }));

    const found = ['t1', 't2', 't3', ''].map(
      (tenant) => [...store.pods()].find((pod) => pod.name === 'web' && pod.tenant === tenant)?.uid,
    );

    expect(found).toEqual(['a', 'b', undefined, undefined]);
  });
});

describe('a DaemonSet', () => {
  it('is found by its new uid only, once it was made anew', () => {
    const store = emptyStore();
    store.put('daemonSets', daemonSet('net', 'old'));

    store.put('daemonSets', daemonSet('net', 'new'));

    expect(store.daemonSetByUid('old')).toBeUndefined();
    expect(store.daemonSetByUid('new')?.name).toBe('net');
  });

  it('is still found by its uid when another that had the same is gone', () => {
    const store = emptyStore();
    store.put('daemonSets', daemonSet('first', 'same'));
    store.put('daemonSets', daemonSet('second', 'same'));

    store.remove('daemonSets', '/kube-system/first');

    expect(store.daemonSetByUid('same')?.name).toBe('second');
  });
});

describe('the LimitRanges of a namespace', () => {
  const limitRange = (name: string, namespace: string, tenant = '') =>
    project('limitRanges', { metadata: { namespace, name, tenant } });

  it('are those of its own tenant, as they come, change and go', () => {
    const store = emptyStore();
    const names = (namespace: string, tenant?: string) =>
      Array.from(store.within('').limitRangesIn(namespace, tenant), ({ name }) => name);
    store.put('limitRanges', limitRange('a', 'shop'));
    store.put('limitRanges', limitRange('b', 'shop'));
    store.put('limitRanges', limitRange('c', 'shop', 't1'));

    store.put('limitRanges', limitRange('a', 'shop'));
    store.remove('limitRanges', '/shop/b');
    store.remove('limitRanges', 't1/shop/c');

    expect([names('shop'), names('shop', 't1'), names('garden')]).toEqual([['a'], [], []]);
  });
});
