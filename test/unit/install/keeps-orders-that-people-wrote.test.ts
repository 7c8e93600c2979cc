/** With the kind go all Orders: it stays as long as there is one, unless somebody says otherwise. */
import { expect, test } from 'vitest';
import { daemonward } from '../cli/terminal.ts';
import { objectStore } from './object-store.ts';

const DEFINITION = '/apis/apiextensions.k8s.io/v1/customresourcedefinitions/orders.daemonward.dev';
const ORDERS = '/apis/daemonward.dev/v1alpha1/namespaces/kube-system/orders';
const SECRET = '/api/v1/namespaces/daemonward-system/secrets/daemonward-tls';
const NAME = 'customresourcedefinition.apiextensions.k8s.io/orders.daemonward.dev';

async function installedWith(...orders: readonly string[]) {
  const { kubeconfig, objects, writes } = await objectStore();
  objects.set(SECRET, { metadata: { name: 'daemonward-tls' }, data: { 'ca.crt': 'Y2E=' } });
  const flags = ['--no-wait', '--kubeconfig', kubeconfig];
  const installed = await daemonward('install', '--image', 'r.example/d:1', ...flags);
  expect([installed.code, installed.err]).toEqual([0, '']);
  for (const name of orders)
    objects.set(`${ORDERS}/${name}`, { metadata: { name, namespace: 'kube-system' } });
  writes.length = 0;
  const uninstall = (...more: readonly string[]) => daemonward('uninstall', ...more, ...flags);
  const deleted = () => writes.map(({ line }) => line).filter((line) => line.startsWith('DELETE'));
  return { objects, deleted, uninstall };
}

test.each([
  [['agent'], 'there is 1 Order, which would be deleted with it; give --orders to delete both'],
  [['agent', 'scan'], 'there are 2 Orders, which would be deleted with it; give --orders to delete both'],
])('with %j the definition is kept, all else goes, and it is said why', async (orders, why) => {
  const { objects, uninstall } = await installedWith(...orders);

  const { code, out, err } = await uninstall();

  expect([code, err]).toEqual([0, '']);
  expect(out).toContain(`${NAME} kept: ${why}\n`);
  expect([...objects.keys()].toSorted()).toEqual(
    [DEFINITION, ...orders.map((name) => `${ORDERS}/${name}`)].toSorted(),
  );
});

test('with --orders they go, each by its name, and the definition after them', async () => {
  const { objects, deleted, uninstall } = await installedWith('agent', 'scan');

  const { code, out, err } = await uninstall('--orders');

  expect([code, err]).toEqual([0, '']);
  expect(out).toContain('order.daemonward.dev/agent -n kube-system deleted\n');
  expect(objects.size).toBe(0);
  const theirs = deleted().filter((line) => line.includes('orders'));
  expect(theirs).toEqual([`DELETE ${ORDERS}/agent`, `DELETE ${ORDERS}/scan`, `DELETE ${DEFINITION}`]);
});

test('without any Order the definition goes with the rest', async () => {
  const { objects, uninstall } = await installedWith();

  const { out } = await uninstall();

  expect(out).toContain(`${NAME} deleted\n`);
  expect(objects.size).toBe(0);
});

test('a dry run says that it would be kept', async () => {
  const { objects, uninstall } = await installedWith('agent');

  const { code, out } = await uninstall('--dry-run');

  expect(code).toBe(0);
  expect(out).toContain(`${NAME} kept (dry run): there is 1 Order`);
  expect(objects.has(DEFINITION)).toBe(true);
});

test('a cluster whose definition is gone already is no trouble', async () => {
  const { objects, uninstall } = await installedWith();
  objects.delete(DEFINITION);

  const { code, out, err } = await uninstall();

  expect([code, err]).toEqual([0, '']);
  expect(out).not.toContain(NAME);
});
