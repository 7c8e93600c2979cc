/** Who may not have an Order, or not such a one: refused on a real API server, with the field named. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { JsonObject } from '../../src/json/object.ts';
import { type GuardedCluster, startGuardedCluster } from './harness/guarded-cluster.ts';
import { defineOrders, grantOrders, orderObject } from './harness/orders.ts';
import { waitFor } from './harness/wait-for.ts';

let cluster: GuardedCluster;
beforeAll(async () => {
  cluster = await startGuardedCluster({
    controllers: false,
    async before({ plane }) {
      await defineOrders(plane);
      await grantOrders(plane);
    },
  });
  // The API server takes up registrations a little later.
  await waitFor(
    'the hook is asked',
    () => create({ strategy: { type: 'Scheduled', schedule: 'often' } }),
    ({ stderr }) => stderr.includes('DW603'),
  );
});
afterAll(() => cluster?.plane.stop());

function create(more: JsonObject, namespace = cluster.system, template: JsonObject = {}) {
  const input = JSON.stringify(orderObject('room', { pool: 'any', cpu: '1', more, template }));
  return cluster.plane.kubectl(['create', '-n', namespace, '--dry-run=server', '-f', '-'], { input });
}

test("a tenant's Order is refused, whoever makes it", async () => {
  const { code, stderr } = await create({}, cluster.tenant);

  expect(code).toBe(1);
  expect(stderr).toContain('DW601 metadata.namespace: the namespace belongs to the tenant "tenant-a"');
});

test("an Order that names a tenant's pods as owners is refused", async () => {
  const { code, stderr } = await create({ owners: [{ namespace: cluster.tenant, selector: {} }] });

  expect(code).toBe(1);
  expect(stderr).toContain(
    `DW602 spec.owners[0].namespace: "${cluster.tenant}" belongs to the tenant "tenant-a"`,
  );
});

test.each(['often', '0 0 30 2 *', '99 * * * *', '* * * *'])(
  'the schedule %j is refused',
  async (schedule) => {
    const { code, stderr } = await create({ strategy: { type: 'Recurring', schedule } });

    expect(code).toBe(1);
    expect(stderr).toContain(`DW603 spec.strategy.schedule: ${JSON.stringify(schedule)}`);
  },
);

test('a negative duration is refused by the API server itself', async () => {
  const { code, stderr } = await create({}, cluster.system, { duration: '-1h' });

  expect(code).toBe(1);
  // Before v1.35 the type stands where the value does later.
  expect(stderr).toMatch(
    /spec\.template\.spec\.duration: Invalid value: "(-1h|string)": must be a duration above zero/,
  );
});

test('a well-made Order of the system is taken, and one that asks for guardians where none are made is warned', async () => {
  const plain = await create({});
  const guarded = await create({ enforcement: 'Guardian' });

  expect(plain).toMatchObject({ code: 0, stderr: '' });
  expect(guarded.code).toBe(0);
  expect(guarded.stderr).toContain('Warning: DW606');
});
