/** What a tenant can and cannot do to DaemonSets, in every way that kubectl writes: new ones, and one that was there. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type GuardedCluster, POOL, startGuardedCluster } from './harness/guarded-cluster.ts';
import type { KubectlResult } from './harness/kubectl.ts';
import { type DaemonSetObject, daemonSetObject, daemonSetsPath } from './harness/workloads.ts';

const WORK = { pool: POOL };
const OLD = daemonSetObject('old', WORK);
const CHANGED = { ...OLD, spec: { ...OLD.spec, minReadySeconds: 5 } };
const NEW = daemonSetObject('new', WORK);

let cluster: GuardedCluster;
beforeAll(async () => {
  cluster = await startGuardedCluster({
    before: async ({ plane, tenant }) => {
      // As a tenant would have done it, so that a later client-side apply finds its notes.
      const input = JSON.stringify(OLD);
      await plane.kubectl(['apply', '-n', tenant, '-f', '-'], { as: 'tenant-a-admin', input });
    },
  });
});
afterAll(async () => {
  await cluster?.plane.stop();
});

/** By the tenant's admin, in the tenant's namespace. */
function kubectl(args: readonly string[], object?: DaemonSetObject): Promise<KubectlResult> {
  const options = object === undefined ? {} : { input: JSON.stringify(object) };
  return cluster.plane.kubectl([...args, '-n', cluster.tenant], { as: 'tenant-a-admin', ...options });
}

const DRY = '--dry-run=server';
const SERVER_SIDE = '--server-side';
const FROM_INPUT = ['-f', '-'];

describe('refused with DW101', () => {
  const spec = (patch: unknown) => ['patch', 'daemonset/old', '-p', JSON.stringify(patch)];
  test.each<[string, string[], DaemonSetObject?]>([
    ['create', ['create', ...FROM_INPUT], NEW],
    ['create, dry run', ['create', DRY, ...FROM_INPUT], NEW],
    ['client-side apply of a new one', ['apply', ...FROM_INPUT], NEW],
    ['client-side apply of a new one, dry run', ['apply', DRY, ...FROM_INPUT], NEW],
    ['server-side apply of a new one', ['apply', SERVER_SIDE, ...FROM_INPUT], NEW],
    ['server-side apply of a new one, dry run', ['apply', SERVER_SIDE, DRY, ...FROM_INPUT], NEW],
    ['client-side apply of a change', ['apply', ...FROM_INPUT], CHANGED],
    ['server-side apply of a change', ['apply', SERVER_SIDE, '--force-conflicts', ...FROM_INPUT], CHANGED],
    ['replace', ['replace', ...FROM_INPUT], CHANGED],
    ['replace, dry run', ['replace', DRY, ...FROM_INPUT], CHANGED],
    ['a strategic merge patch', spec({ spec: { minReadySeconds: 5 } })],
    ['a merge patch', [...spec({ spec: { minReadySeconds: 5 } }), '--type=merge']],
    ['a JSON patch', [...spec([{ op: 'add', path: '/spec/minReadySeconds', value: 5 }]), '--type=json']],
    ['set image', ['set', 'image', 'daemonset/old', 'main=main:2.0']],
    ['set image, dry run', ['set', 'image', 'daemonset/old', 'main=main:2.0', DRY]],
    ['rollout restart', ['rollout', 'restart', 'daemonset/old']],
  ])('%s', async (_what, args, object) => {
    const { code, stderr } = await kubectl(args, object);

    expect(code).toBe(1);
    expect(stderr).toContain('DW101 metadata.namespace: the namespace belongs to the tenant "tenant-a"');
  });

  test('and nothing of it has come to pass', async () => {
    const client = cluster.plane.client();

    const names = (await client.list(daemonSetsPath(cluster.tenant))).map(({ metadata }) => metadata?.name);
    const { metadata } = await client.get(`${daemonSetsPath(cluster.tenant)}/old`);

    expect(names).toEqual(['old']);
    expect(metadata?.generation).toBe(1);
  });
});

describe('allowed', () => {
  test.each<[string, string[], DaemonSetObject?]>([
    ['to label', ['label', 'daemonset/old', 'seen=yes']],
    ['to annotate', ['annotate', 'daemonset/old', 'example.com/note=seen']],
    ['to apply what is there, client-side', ['apply', ...FROM_INPUT], OLD],
    ['to apply what is there, server-side', ['apply', SERVER_SIDE, '--force-conflicts', ...FROM_INPUT], OLD],
    ['to replace it by itself', ['replace', ...FROM_INPUT], OLD],
    ['to delete, dry run', ['delete', 'daemonset/old', DRY]],
    ['to delete', ['delete', 'daemonset/old']],
  ])('%s', async (_what, args, object) => {
    const { code, stderr } = await kubectl(args, object);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });

  test('and then the old one is gone', async () => {
    const left = await cluster.plane.client().find(`${daemonSetsPath(cluster.tenant)}/old`);

    expect(left).toBeUndefined();
  });
});

test('a cluster admin is refused there as well: the namespace decides', async () => {
  const input = JSON.stringify(NEW);

  const { code, stderr } = await cluster.plane.kubectl(['apply', '-n', cluster.tenant, ...FROM_INPUT], {
    input,
  });

  expect(code).toBe(1);
  expect(stderr).toContain('DW101');
});
