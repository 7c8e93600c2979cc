import { expect, test } from 'vitest';
import { valueAt } from '../../../src/json/path.ts';
import { daemonward } from '../cli/terminal.ts';
import { objectStore } from './object-store.ts';

const HOOKS = ['mutatingwebhookconfigurations', 'validatingwebhookconfigurations'].map(
  (plural) => `/apis/admissionregistration.k8s.io/v1/${plural}/daemonward`,
);
const INJECTION = ['metadata', 'annotations', 'cert-manager.io/inject-ca-from'];

test('apply on an installation with cert-manager tells it whose CA belongs there', async () => {
  const { kubeconfig, objects } = await objectStore();
  const where = ['--kubeconfig', kubeconfig];
  await daemonward('install', '--no-wait', '--image', 'r.example/d:1', '--overlay', 'cert-manager', ...where);
  for (const path of HOOKS) objects.delete(path);

  const { code, err } = await daemonward('apply', ...where);

  expect([code, err]).toEqual([0, '']);
  for (const path of HOOKS) {
    expect(valueAt(objects.get(path), INJECTION)).toBe('daemonward-system/daemonward-serving');
    expect(JSON.stringify(objects.get(path))).not.toContain('caBundle');
  }
});

test('a Certificate of somebody’s own stays the one', async () => {
  const { kubeconfig, objects } = await objectStore();
  for (const path of HOOKS) {
    objects.set(path, { metadata: { annotations: { 'cert-manager.io/inject-ca-from': 'pki/own' } } });
  }

  const { code, err } = await daemonward('apply', '--kubeconfig', kubeconfig);

  expect([code, err]).toEqual([0, '']);
  for (const path of HOOKS) expect(valueAt(objects.get(path), INJECTION)).toBe('pki/own');
});
