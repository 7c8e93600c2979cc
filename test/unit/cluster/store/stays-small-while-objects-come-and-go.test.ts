/** A cluster where thousands of pods and nodes come and go must not make the view grow. */
import { describe, expect, it } from 'vitest';
import { RecentCache } from '../../../../src/cluster/projection/sharing.ts';
import { NodeTable } from '../../../../src/cluster/store/node-table.ts';
import { PodTable } from '../../../../src/cluster/store/pod-table.ts';
import { emptyStore, node, pod, project } from '../records.ts';

describe('tables under churn', () => {
  it('are as large as what is there, not as what was', () => {
    const pods: PodTable = new PodTable((before, after) => nodes.recount(before, after));
    const nodes = new NodeTable(pods);
    nodes.put(node('stays', { cpu: '8' }));

    for (let i = 0; i < 5000; i++) {
      nodes.put(node(`n${i}`, { cpu: '8', [`example.com/r${i}`]: '1' }));
      const metadata = {
        ownerReferences: [{ kind: 'ReplicaSet', name: `rs${i}`, uid: `o${i}`, controller: true }],
      };
      pods.put(pod(`p${i}`, '', { metadata }));
      pods.put(pod(`p${i}`, `n${i}`, { metadata }));
      pods.remove(`uid-p${i}`);
      nodes.remove(`n${i}`);
    }

    expect(pods.entries).toBe(0);
    expect(nodes.size).toBe(1);
    expect(nodes.capacity).toBe(64);
    expect([...nodes.columns()].length).toBe(4);
  });

  it('forget a DaemonSet by name and by uid', () => {
    const store = emptyStore();
    const set = (uid: string) =>
      project('daemonSets', { metadata: { namespace: 'kube-system', name: 'net', uid }, spec: {} });
    store.put('daemonSets', set('old'));

    store.put('daemonSets', set('new'));
    const byOldUid = store.daemonSetByUid('old');
    store.remove('daemonSets', '/kube-system/net');

    expect([byOldUid, store.daemonSetByUid('new'), [...store.daemonSets()]]).toEqual([
      undefined,
      undefined,
      [],
    ]);
  });
});

describe('shared parts', () => {
  it('are remembered up to two generations', () => {
    const cache = new RecentCache<number>(100);

    for (let i = 0; i < 10_000; i++) cache.set(`k${i}`, i);

    expect(cache.size).toBeLessThanOrEqual(200);
    expect(cache.get('k9999')).toBe(9999);
    expect(cache.get('k1')).toBeUndefined();
  });

  it('stay while they are used', () => {
    const cache = new RecentCache<number>(100);
    cache.set('used', 1);

    for (let i = 0; i < 10_000; i++) {
      cache.set(`k${i}`, i);
      cache.get('used');
    }

    expect(cache.get('used')).toBe(1);
  });

  it('are one object for pods of one shape', () => {
    const requests = { cpu: '100m', memory: '64Mi' };

    const [a, b] = [pod('a', 'n1', { requests }), pod('b', 'n2', { requests })];

    expect(a.requests).toBe(b.requests);
  });
});
