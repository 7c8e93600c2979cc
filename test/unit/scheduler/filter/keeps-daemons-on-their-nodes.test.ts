import { expect, test } from 'vitest';
import { DaemonCluster } from '../../headroom/cluster-of-daemons.ts';
import { extenderOver } from '../extender.ts';

function clusterWithPools(): DaemonCluster {
  const cluster = new DaemonCluster().synced();
  cluster.node('n1', '4', { pool: 'a' });
  cluster.node('n2', '4', { pool: 'b' });
  cluster.daemonSet('agent');
  return cluster;
}

function failedOf(answer: unknown): unknown {
  return (answer as { FailedAndUnresolvableNodes: unknown }).FailedAndUnresolvableNodes;
}

test('DW501: a daemon goes only to the node that it was made for', () => {
  const cluster = clusterWithPools();
  const { ask } = extenderOver(cluster.store);
  const Pod = cluster.daemonPodObject('agent', { node: 'n1', bound: false });

  const answer = ask('filter', { Pod, NodeNames: ['n1', 'n2'] });

  expect(answer).toMatchObject({ NodeNames: ['n1'] });
  expect(failedOf(answer)).toEqual({ n2: 'DW501 made for n1' });
});

test('DW502: and only where its labels are', () => {
  const cluster = clusterWithPools();
  const { ask } = extenderOver(cluster.store);
  const daemon = cluster.daemonPodObject('agent', { node: 'n1', bound: false });
  const Pod = { ...daemon, spec: { ...daemon.spec, nodeSelector: { pool: 'b' } } };

  expect(failedOf(ask('filter', { Pod, NodeNames: ['n1'] }))).toEqual({
    n1: 'DW502 wants the label pool=b',
  });
});

test('DW502: labels that its affinity wants count as well', () => {
  const cluster = clusterWithPools();
  const { ask } = extenderOver(cluster.store);
  const daemon = cluster.daemonPodObject('agent', { node: 'n1', bound: false });
  const made = { key: 'metadata.name', operator: 'In', values: ['n1'] };
  const inPool = (pool: string) => {
    const matchExpressions = [{ key: 'pool', operator: 'In', values: [pool] }];
    const nodeSelectorTerms = [{ matchFields: [made], matchExpressions }];
    const nodeAffinity = { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms } };
    return { ...daemon, spec: { ...daemon.spec, affinity: { nodeAffinity } } };
  };

  expect(failedOf(ask('filter', { Pod: inPool('a'), NodeNames: ['n1'] }))).toEqual({});
  expect(failedOf(ask('filter', { Pod: inPool('b'), NodeNames: ['n1'] }))).toEqual({
    n1: 'DW502 node affinity does not match',
  });
});

test('DW503: and only where it tolerates the taints', () => {
  const cluster = clusterWithPools();
  cluster.put('nodes', {
    metadata: { name: 'n1', uid: 'n1' },
    spec: { taints: [{ key: 'dedicated', value: 'x', effect: 'NoSchedule' }] },
    status: { allocatable: { cpu: '4', pods: '10' } },
  });
  const { ask } = extenderOver(cluster.store);
  const Pod = cluster.daemonPodObject('agent', { node: 'n1', bound: false });

  expect(failedOf(ask('filter', { Pod, NodeNames: ['n1'] }))).toEqual({
    n1: 'DW503 does not tolerate dedicated=x:NoSchedule',
  });
});

test.each([
  ['the system', 'kube-system', { n2: 'DW501 made for n1' }],
  ['a tenant, whose word is not enough', 'shop', {}],
])('a target that is announced counts in a pod of %s', (_whose, namespace, failed) => {
  const cluster = clusterWithPools();
  cluster.gone('daemonSets', '/kube-system/agent');
  const { ask } = extenderOver(cluster.store);
  const pod = cluster.tenantPod('web', { namespace });
  const annotations = { 'daemonward.dev/target-node': 'n1' };

  const answer = ask('filter', {
    Pod: { ...pod, metadata: { ...pod.metadata, annotations } },
    NodeNames: ['n1', 'n2'],
  });

  expect(failedOf(answer)).toEqual(failed);
});

test('a pod of another namespace that claims the DaemonSet is not let into its room', () => {
  const cluster = clusterWithPools();
  const { ask } = extenderOver(cluster.store);
  const Pod = cluster.daemonPodObject('agent', { node: 'n1', bound: false, cpu: '4', namespace: 'shop' });

  expect(failedOf(ask('filter', { Pod, NodeNames: ['n1'] }))).toEqual({
    n1: 'DW504 room held for daemons',
  });
});

test('a daemon of a tenant is kept out by the rooms of the others like any pod', () => {
  const cluster = clusterWithPools();
  cluster.daemonSet('own', { namespace: 'shop' });
  const { ask } = extenderOver(cluster.store);
  const options = { node: 'n1', bound: false, namespace: 'shop', cpu: '3600m' };

  const answer = ask('filter', { Pod: cluster.daemonPodObject('own', options), NodeNames: ['n1', 'n2'] });

  expect(failedOf(answer)).toEqual({
    n1: 'DW504 room held for daemons',
    n2: 'DW501 made for n1',
  });
});
