/** A test brings a scheduler of its own beside the shared one, with the configuration that it needs. */
import { afterAll, expect, test } from 'vitest';
import type { KubeObject } from './harness/client.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { createNodes, deletePool, POOL_LABEL } from './harness/nodes.ts';
import { startScheduler } from './harness/scheduler.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';

interface Pod extends KubeObject {
  spec?: { nodeName?: string };
  status?: { conditions?: { type: string; reason?: string; message?: string }[] };
}

const POOL = 'second-scheduler';

const plane = sharedControlPlane();
const client = plane.client();
const supervisor = startSupervisor();
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

test('pods that name it are placed by it, under its own rules', async () => {
  const namespace = await createNamespace(plane, 'second');
  await createNodes(client, 1, { namePrefix: POOL });
  const extenders = [{ urlPrefix: 'http://127.0.0.1:1', filterVerb: 'filter', ignorable: false }];
  const profiles = [{ schedulerName: 'second' }];
  await startScheduler(plane.handle, supervisor, { profiles, extenders }, 'second');
  const path = `/api/v1/namespaces/${namespace}/pods`;
  const spec = { nodeSelector: { [POOL_LABEL]: POOL }, containers: [{ name: 'main', image: 'main' }] };

  await client.create(path, { metadata: { name: 'first' }, spec });
  await client.create(path, { metadata: { name: 'second' }, spec: { ...spec, schedulerName: 'second' } });
  const first = await waitFor(
    'the default scheduler binds',
    () => client.get<Pod>(`${path}/first`),
    (pod) => pod.spec?.nodeName !== undefined,
  );
  const refused = await waitFor(
    'the second scheduler fails at its extender',
    () => client.get<Pod>(`${path}/second`),
    (pod) => pod.status?.conditions?.some(({ type }) => type === 'PodScheduled') ?? false,
  );

  expect(first.spec?.nodeName).toBe('second-scheduler-00000');
  expect(refused.status?.conditions?.[0]?.message).toContain('connection refused');
  await deleteNamespace(plane, namespace);
  await deletePool(client, POOL);
});
