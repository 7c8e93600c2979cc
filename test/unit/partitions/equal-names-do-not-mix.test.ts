import { expect, test } from 'vitest';
import { findDaemonSet, findPod } from '../../../src/explain/found.ts';
import { partitioned } from './partitioned.ts';

test('objects of the same tenant, namespace and name are those of their own partition', () => {
  const { store, blue, green } = partitioned();
  blue.put('namespaces', { metadata: { name: 'shop', labels: { of: 'blue' } } });
  green.put('namespaces', { metadata: { name: 'shop', labels: { of: 'green' } } });
  blue.put('priorityClasses', { metadata: { name: 'high' }, value: 1 });
  green.put('priorityClasses', { metadata: { name: 'high' }, value: 2 });
  blue.limitRange('defaults', { cpu: '1' }, 'shop');
  green.runtimeClass('sandboxed', { cpu: '50m' });
  blue.daemonSet('agent');
  green.daemonSet('agent');

  expect(store.within('blue').namespace('shop')?.labels.of).toBe('blue');
  expect(store.within('green').namespace('shop')?.labels.of).toBe('green');
  expect([...store.within('green').priorityClasses()].map(({ value }) => value)).toEqual([2]);
  expect([...store.within('green').limitRangesIn('shop')]).toEqual([]);
  expect(store.within('blue').runtimeClass('sandboxed')).toBeUndefined();
  expect(store.counts()).toMatchObject({ namespaces: 2, priorityClasses: 2, daemonSets: 2 });
});

test('a new list of one partition takes nothing away from another', () => {
  const { store, blue, green } = partitioned();
  for (const cluster of [blue, green]) {
    cluster.putTenantPod('web');
    cluster.daemonSet('agent');
  }

  const removed = [store.replace('pods', 'blue').finish(), store.replace('daemonSets', 'blue').finish()];

  expect(removed).toEqual([1, 1]);
  expect([...store.pods()].map(({ partition }) => partition)).toEqual(['green']);
  expect([...store.daemonSets()].map(({ partition }) => partition)).toEqual(['green']);
  expect(store.within('blue').synced).toBe(false);
});

test('a pod belongs to a DaemonSet of its own partition, even where somebody has copied the uid', () => {
  const { store, green } = partitioned();
  green.daemonSet('agent', { uid: 'blue-ds-agent' });
  const { blue } = { blue: partitioned().blue };
  const copied = blue.daemonPodObject('agent', { node: 'n1' });
  green.put('pods', copied);

  const [pod] = store.pods();
  const [set] = store.daemonSets();

  expect([pod?.partition, set?.partition, pod?.owner?.uid]).toEqual(['green', 'green', set?.uid]);
});

test('who asks for a name that several partitions have is told which, and may say one', () => {
  const { store, blue, green } = partitioned();
  for (const cluster of [blue, green]) {
    cluster.daemonSet('agent');
    cluster.putTenantPod('web');
  }
  const daemonSet = { namespace: 'kube-system', name: 'agent' };

  expect(findDaemonSet(daemonSet, store)).toEqual({
    ok: false,
    message: 'several partitions have the DaemonSet kube-system/agent: name one by partition=blue, green',
  });
  expect(findDaemonSet({ ...daemonSet, partition: 'green' }, store)).toMatchObject({
    value: { partition: 'green' },
  });
  expect(findPod({ namespace: 'shop', name: 'web', partition: 'red' }, store)).toEqual({
    ok: false,
    message: 'there is no tenant partition red; there are blue, green',
  });
});
