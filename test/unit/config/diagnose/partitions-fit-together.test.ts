import { expect, test } from 'vitest';
import { parseConfiguration } from '../../../../src/config/load.ts';

const blue = { name: 'blue', role: 'tenant', kubeconfig: '/blue' };
const east = { name: 'east', role: 'resource', kubeconfig: '/east' };

function problems(cluster: object): string[] {
  const text = JSON.stringify({ apiVersion: 'daemonward.dev/v1alpha1', kind: 'Configuration', cluster });
  const loaded = parseConfiguration(text, 'file');
  return loaded.ok ? [] : loaded.problems.map(({ path, message }) => `${path}: ${message}`);
}

test('one of each role, with names of their own, is a cluster', () => {
  expect(problems({ partitions: [blue, { ...blue, name: 'green', context: 'g' }, east] })).toEqual([]);
});

test.each([
  [
    'without nodes',
    { partitions: [blue] },
    'cluster.partitions: has no partition of role resource: pods are in tenant partitions, and their nodes in resource partitions',
  ],
  [
    'without pods',
    { partitions: [east] },
    'cluster.partitions: has no partition of role tenant: pods are in tenant partitions, and their nodes in resource partitions',
  ],
  [
    'a name twice',
    { partitions: [blue, { ...east, name: 'blue' }] },
    'cluster.partitions[1].name: is the name of cluster.partitions[0] already: each has its own',
  ],
  [
    'a name that no path could have',
    { partitions: [{ ...blue, name: 'Blue/1' }, east] },
    'cluster.partitions[0].name: must be the name of a namespace: lower case letters, digits and "-", found "Blue/1"',
  ],
  [
    'without a way to it',
    { partitions: [{ name: 'blue', role: 'tenant' }, east] },
    'cluster.partitions[0].kubeconfig: is missing, must be a path',
  ],
  [
    'beside one cluster',
    { partitions: [blue, east], kubeconfig: '/one' },
    'cluster.kubeconfig: is for a cluster of one API server, and cluster.partitions names several: leave one of them out',
  ],
  [
    'beside files',
    { partitions: [blue, east], snapshots: ['a.yaml'], source: 'snapshot' },
    'cluster.snapshots: is for a cluster of one API server, and cluster.partitions names several: leave one of them out',
  ],
])('%s is a mistake that is named', (_what, cluster, message) => {
  expect(problems(cluster)[0]).toBe(message);
});
