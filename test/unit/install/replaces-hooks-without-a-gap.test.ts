import { expect, test } from 'vitest';
import { valueAt } from '../../../src/json/path.ts';
import { daemonward } from '../cli/terminal.ts';
import { objectStore } from './object-store.ts';

const HOOKS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/daemonward';
const OLD = 'old.validate.daemonward.dev';

function namesIn(object: unknown): unknown[] {
  const webhooks = valueAt(object, ['webhooks']);
  return (Array.isArray(webhooks) ? webhooks : []).map((hook) => valueAt(hook, ['name']));
}

test('hooks that are no longer rendered go when the new ones are in', async () => {
  const { kubeconfig, objects, writes } = await objectStore();
  objects.set(HOOKS, { webhooks: [{ name: OLD, clientConfig: { caBundle: 'Y2E=' } }] });

  const { code, err } = await daemonward('apply', '--ca', 'none', '--kubeconfig', kubeconfig);

  expect([code, err]).toEqual([0, '']);
  const [first, ...later] = writes
    .filter(({ line }) => line === `PATCH ${HOOKS}`)
    .map(({ body }) => namesIn(body));
  const rendered = namesIn(objects.get(HOOKS));
  expect(rendered.length).toBeGreaterThan(2);
  expect(first).toEqual([...rendered, OLD]);
  expect(later).toEqual([rendered, rendered]);
});
