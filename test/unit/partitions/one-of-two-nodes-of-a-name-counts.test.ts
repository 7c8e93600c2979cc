import { expect, test } from 'vitest';
import { partitioned } from './partitioned.ts';

test('that of the first partition in the list counts, whoever came first, and the other is told of', () => {
  const { store, east, west } = partitioned();
  west.node('n1', '8', {}, 110, [], 'of-west');
  expect(store.node('n1')?.uid).toBe('of-west');

  east.node('n1', '4', {}, 110, [], 'of-east');

  expect(store.node('n1')).toMatchObject({ uid: 'of-east', partition: 'east' });
  expect(store.column('cpu')?.size[store.nodeNumber('n1')]).toBe(4_000);
  expect(store.counts().nodes).toBe(1);
  expect(store.rivals()).toEqual([{ kind: 'nodes', name: 'n1', partition: 'west', counts: 'east' }]);
});

test('when it goes the other comes in, as it was last heard of', () => {
  const { store, east, west } = partitioned();
  const seen: string[] = [];
  store.subscribe({ nodes: (before, after) => seen.push(`${before?.uid ?? '-'} ${after?.uid ?? '-'}`) });
  east.node('n1', '4', {}, 110, [], 'of-east');
  west.node('n1', '8', {}, 110, [], 'of-west');
  west.node('n1', '16', {}, 110, [], 'of-west');

  east.gone('nodes', 'n1');

  expect(store.node('n1')?.uid).toBe('of-west');
  expect(store.column('cpu')?.size[store.nodeNumber('n1')]).toBe(16_000);
  expect(store.rivals()).toEqual([]);
  expect(seen).toEqual(['- of-east', 'of-east -', '- of-west']);
});

test('one that waits goes without a trace, and takes nothing with it', () => {
  const { store, east, west } = partitioned();
  east.node('n1');
  west.node('n1', '8', {}, 110, [], 'of-west');

  west.gone('nodes', 'n1');

  expect(store.node('n1')?.partition).toBe('east');
  expect(store.rivals()).toEqual([]);
});

test('a new list without it lets one that waits go as well', () => {
  const { store, east, west } = partitioned();
  east.node('n1');
  west.node('n1', '8', {}, 110, [], 'of-west');

  store.replace('nodes', 'west').finish();

  expect(store.rivals()).toEqual([]);
  expect(store.counts().nodes).toBe(1);
});

test('pods and DaemonSets of one uid, as a copied etcd has them, count once as well', () => {
  const { store, blue, green } = partitioned();
  blue.daemonSet('agent', { uid: 'copied' });
  green.daemonSet('agent', { uid: 'copied' });
  blue.putTenantPod('web', { node: 'n1' });
  green.put('pods', { ...blue.tenantPod('web', { node: 'n2' }) });

  expect(store.daemonSetByUid('copied')?.partition).toBe('blue');
  expect(store.pod('blue-web')).toMatchObject({ partition: 'blue', nodeName: 'n1' });
  expect([...store.podsOnNode('n2')]).toEqual([]);
  expect(store.rivals()).toEqual([
    { kind: 'pods', name: 'shop/web', partition: 'green', counts: 'blue' },
    { kind: 'daemonSets', name: 'kube-system/agent', partition: 'green', counts: 'blue' },
  ]);
  green.gone('pods', 'blue-web');
  expect(store.pod('blue-web')?.partition).toBe('blue');
});
