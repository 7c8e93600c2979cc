/** A cluster that does not know the kind Order: the service works, says so once, and takes Orders up when it does. */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { type Daemonward, startDaemonward } from './harness/daemonward.ts';
import { TENANT_LABEL } from './harness/guarded-cluster.ts';
import { createNamespace } from './harness/namespaces.ts';
import { createNodes } from './harness/nodes.ts';
import { defineOrders, grantOrders, orderObject, ordersPath, refusedOn, WRITING } from './harness/orders.ts';
import { waitFor } from './harness/wait-for.ts';

/** The kind is looked for again every so often; see the back-off of kinds that are withheld. */
const TAKEN_UP_WITHIN_MS = 150_000;

let plane: ControlPlane;
let daemonward: Daemonward;
beforeAll(async () => {
  plane = await startControlPlane();
  await grantOrders(plane);
  await createNodes(plane.client(), 1, { namePrefix: 'one', awaitReady: false });
  await plane.client().patch('/api/v1/nodes/one-00000', { spec: { taints: [] } }, 'merge');
  const env = { KUBECONFIG: plane.kubeconfig('daemonward') };
  daemonward = await startDaemonward(plane.supervisor, { env, sections: WRITING });
});
afterAll(() => plane?.stop());

function linesAbout(words: string): string[] {
  const log = readFileSync(join(plane.supervisor.logs, 'daemonward.log'), 'utf8');
  return log.split('\n').filter((line) => line.includes(words));
}

test('without the definition it starts, is ready, and says once that it goes without; with it, Orders count', async () => {
  await new Promise((resolve) => setTimeout(resolve, 10_000));
  const before = linesAbout('"orders"');
  const tenant = await createNamespace(plane, 'shop', { labels: { [TENANT_LABEL]: 'tenant-a' } });
  const ask = () => refusedOn(daemonward, ['one-00000'], { namespace: tenant, cpu: '4' });
  const free = await ask();

  await defineOrders(plane);
  await plane.client().create(ordersPath('kube-system'), orderObject('late', { pool: '', cpu: '1' }));
  const order = await waitFor(
    'the Order keeps its room',
    ask,
    (refused) => (refused['one-00000'] ?? '').startsWith('DW505'),
    { withinMs: TAKEN_UP_WITHIN_MS },
  );

  expect(before).toHaveLength(1);
  expect(free).toEqual({});
  expect(Object.keys(order)).toEqual(['one-00000']);
});
