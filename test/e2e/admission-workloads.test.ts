/** A tenant's workload whose pods will be refused: it is taken, and whoever applies it is told. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedCluster, startGuardedCluster } from './harness/guarded-cluster.ts';
import { waitFor } from './harness/wait-for.ts';

let cluster: GuardedCluster;
beforeAll(async () => {
  cluster = await startGuardedCluster({ controllers: false });
});
afterAll(async () => {
  await cluster?.plane.stop();
});

const KINDS = [
  ['apps/v1', 'Deployment'],
  ['apps/v1', 'StatefulSet'],
  ['apps/v1', 'ReplicaSet'],
  ['batch/v1', 'Job'],
  ['batch/v1', 'CronJob'],
  ['v1', 'ReplicationController'],
] as const;

function manifest([apiVersion, kind]: readonly [string, string], namespace: string, pod: object): string {
  const labels = { app: 'web' };
  const isBatch = apiVersion === 'batch/v1';
  const restartPolicy = isBatch ? 'Never' : 'Always';
  const spec = { restartPolicy, containers: [{ name: 'web', image: 'web' }], ...pod };
  const template = { metadata: { labels }, spec };
  const selected = apiVersion === 'apps/v1' ? { selector: { matchLabels: labels } } : {};
  const job = { schedule: '0 * * * *', jobTemplate: { spec: { template } } };
  return JSON.stringify({
    apiVersion,
    kind,
    metadata: { name: `web-${kind.toLowerCase()}`, namespace },
    spec: kind === 'CronJob' ? job : { ...selected, template },
  });
}

function apply(input: string) {
  return cluster.plane.kubectl(['apply', '-f', '-'], { input });
}

test.each(KINDS)(
  '%s %s with a class of the system: taken, with a warning; mended: without',
  async (...kind) => {
    const { tenant } = cluster;
    const wrong = manifest(kind, tenant, { priorityClassName: 'system-node-critical' });

    const told = await waitFor(
      'the registration is in force',
      () => apply(wrong),
      ({ stderr }) => stderr.includes('DW103'),
    );
    await cluster.plane.kubectl(['delete', '-f', '-', '--wait=false'], { input: wrong });
    const mended = await apply(manifest(kind, tenant, {}));

    expect(told.code).toBe(0);
    expect(told.stderr).toContain('DW103 priorityClassName: its pods will be refused: system-node-critical');
    expect(mended).toMatchObject({ code: 0, stderr: '' });
  },
);

test('in a namespace of the system nothing is said', async () => {
  const wrong = manifest(KINDS[0], 'kube-system', { priorityClassName: 'system-node-critical' });

  const { code, stderr } = await apply(wrong);

  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
});
