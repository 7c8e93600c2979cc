/** The control plane that the other tests stand on: it is a real one, with real identities. */
import { afterAll, expect, test } from 'vitest';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';

const plane = sharedControlPlane();
afterAll(() => plane.close());

test('kubectl and the API server have the version that was asked for', async () => {
  const { code, stdout } = await plane.kubectl(['version', '-o', 'json']);

  expect(code).toBe(0);
  expect(JSON.parse(stdout)).toMatchObject({
    clientVersion: { gitVersion: plane.handle.version },
    serverVersion: { gitVersion: plane.handle.version },
  });
});

test('each identity is known by its certificate', async () => {
  const { stdout } = await plane.kubectl(['auth', 'whoami', '-o', 'json'], { as: 'tenant-a-admin' });

  expect(JSON.parse(stdout)).toMatchObject({
    status: { userInfo: { username: 'tenant-a-admin', groups: ['tenant-a:admins', 'system:authenticated'] } },
  });
});

test.each([
  { as: 'admin', verb: 'list', resource: 'nodes', allowed: true },
  { as: 'tenant-a-admin', verb: 'list', resource: 'nodes', allowed: false },
  { as: 'tenant-a-user', verb: 'list', resource: 'nodes', allowed: false },
  { as: 'tenant-a-admin', verb: 'create', resource: 'daemonsets.apps', allowed: true },
  { as: 'tenant-a-admin', verb: 'create', resource: 'rolebindings', allowed: true },
  { as: 'tenant-a-user', verb: 'create', resource: 'pods', allowed: true },
  { as: 'tenant-a-user', verb: 'create', resource: 'rolebindings', allowed: false },
  { as: 'tenant-b-admin', verb: 'create', resource: 'pods', allowed: false },
  { as: 'daemonward', verb: 'watch', resource: 'daemonsets.apps', allowed: true },
  { as: 'daemonward', verb: 'create', resource: 'pods', allowed: false },
] as const)(
  '$as may $verb $resource in namespace of tenant-a: $allowed',
  async ({ as, verb, resource, allowed }) => {
    const namespace = await createNamespace(plane, 'rbac', { tenant: 'tenant-a' });

    const { stdout } = await plane.kubectl(['auth', 'can-i', verb, resource, '-n', namespace], { as });

    expect(stdout.trim().split('\n').at(-1)).toBe(allowed ? 'yes' : 'no');
    await deleteNamespace(plane, namespace);
  },
);

test("a tenant's user who lists nodes is refused", async () => {
  const answer = await plane.client('tenant-a-user').raw('GET', '/api/v1/nodes');

  expect(answer.status).toBe(403);
});
