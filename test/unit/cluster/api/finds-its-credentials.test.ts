import { expect, test } from 'vitest';
import { findCredentials } from '../../../../src/cluster/api/credentials.ts';
import { listPath } from '../../../../src/cluster/api-kinds.ts';

const TOKEN = '/var/run/secrets/kubernetes.io/serviceaccount/token';

test.each([
  ['nothing at all', {}, [], undefined],
  ['a home without a kubeconfig', { HOME: '/home/a' }, [], undefined],
  [
    'a kubeconfig at home',
    { HOME: '/home/a' },
    ['/home/a/.kube/config'],
    { kind: 'kubeconfig', files: ['/home/a/.kube/config'], namedBy: 'the usual place' },
  ],
  [
    'KUBECONFIG',
    { KUBECONFIG: '/k1:/k2', HOME: '/home/a' },
    ['/k1', '/k2', '/home/a/.kube/config'],
    { kind: 'kubeconfig', files: ['/k1', '/k2'], namedBy: '$KUBECONFIG' },
  ],
  [
    'KUBECONFIG of which one is there',
    { KUBECONFIG: '/k1:/k2' },
    ['/k2'],
    { kind: 'kubeconfig', files: ['/k2'], namedBy: '$KUBECONFIG' },
  ],
  [
    'KUBECONFIG of which none is there, in a pod and with one at home',
    { KUBECONFIG: '/k1:/k2', KUBERNETES_SERVICE_HOST: '10.0.0.1', HOME: '/home/a' },
    [TOKEN, '/home/a/.kube/config'],
    { kind: 'kubeconfig', files: ['/k1', '/k2'], namedBy: '$KUBECONFIG' },
  ],
  [
    'a pod',
    { KUBERNETES_SERVICE_HOST: '10.0.0.1', HOME: '/home/b' },
    [TOKEN, '/home/b/.kube/config'],
    { kind: 'in-cluster' },
  ],
  ['a pod without a token', { KUBERNETES_SERVICE_HOST: '10.0.0.1' }, [], undefined],
])('with %s', (_what, environment, files, expected) => {
  const found = findCredentials(environment, {}, (path) => files.some((file) => file === path));

  expect(found).toEqual(
    expected && { ...expected, ...(expected.kind === 'kubeconfig' && { context: undefined }) },
  );
});

test('a kubeconfig that was named is used, whatever else there is', () => {
  const found = findCredentials({ KUBECONFIG: '/k1' }, { kubeconfig: '/mine', context: 'dev' }, () => true);

  expect(found).toEqual({
    kind: 'kubeconfig',
    files: ['/mine'],
    context: 'dev',
    namedBy: 'cluster.kubeconfig',
  });
});

test('Arktos lists what belongs to tenants over all of them', () => {
  expect(listPath('pods', 'kubernetes')).toBe('/api/v1/pods');
  expect(listPath('pods', 'arktos')).toBe('/api/v1/tenants/all/pods');
  expect(listPath('daemonSets', 'arktos')).toBe('/apis/apps/v1/tenants/all/daemonsets');
  expect(listPath('nodes', 'arktos')).toBe('/api/v1/nodes');
  expect(listPath('priorityClasses', 'arktos')).toBe('/apis/scheduling.k8s.io/v1/priorityclasses');
});
