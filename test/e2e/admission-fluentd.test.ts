/** The log collector of the notes, by a cluster admin, by a tenant, and with mistakes: what kubectl prints. */
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type GuardedCluster, startGuardedCluster } from './harness/guarded-cluster.ts';
import type { Identity } from './harness/identities.ts';
import type { KubectlResult } from './harness/kubectl.ts';

const MANIFESTS = join(import.meta.dirname, 'manifests');

let cluster: GuardedCluster;
beforeAll(async () => {
  cluster = await startGuardedCluster();
});
afterAll(async () => {
  await cluster?.plane.stop();
});

function apply(
  file: string,
  namespace: string,
  as: Identity = 'admin',
  ...flags: string[]
): Promise<KubectlResult> {
  return cluster.plane.kubectl(['apply', '-n', namespace, '-f', join(MANIFESTS, file), ...flags], { as });
}

test('a cluster admin applies it in kube-system: allowed, without a word, and it runs on every node', async () => {
  const applied = await apply('fluentd.yaml', 'kube-system');
  const rollout = await cluster.plane.kubectl([
    'rollout',
    'status',
    '-n',
    'kube-system',
    'daemonset/fluentd-elasticsearch',
    '--timeout=60s',
  ]);

  expect(applied).toEqual({
    code: 0,
    stdout: 'daemonset.apps/fluentd-elasticsearch created\n',
    stderr: '',
  });
  expect(rollout).toMatchObject({ code: 0, stderr: '' });
});

test("a tenant's admin applies it in a namespace of the tenant: DW101, with the tenant and what to do", async () => {
  const { code, stdout, stderr } = await apply('fluentd.yaml', cluster.tenant, 'tenant-a-admin');

  expect({ code, stdout }).toEqual({ code: 1, stdout: '' });
  expect(stderr).toContain('Error from server (Forbidden)');
  expect(stderr).toContain(
    'DW101 metadata.namespace: the namespace belongs to the tenant "tenant-a", and only the system tenant may run a ' +
      'DaemonSet; use a Deployment, or ask the platform team to run the DaemonSet in a system namespace',
  );
});

test('three mistakes at once are one answer with three findings', async () => {
  const { code, stderr } = await apply('fluentd-three-slips.yaml', 'kube-system');

  expect(code).toBe(1);
  expect(codesOf(stderr)).toEqual(['DW203', 'DW205', 'DW209']);
  expect(stderr.trimEnd().split('\n')).toEqual([
    'The DaemonSet "Fluentd-Elasticsearch" is invalid: ',
    expect.stringMatching(
      /^\* metadata.name: DW209 must consist of .*, found "Fluentd-Elasticsearch"; rename it$/,
    ),
    expect.stringMatching(/^\* spec.template.metadata.labels: DW203 the selector asks for .*; give /),
    '* spec.template.spec.restartPolicy: DW205 must be one of "Always", found "OnFailure"; leave restartPolicy out, ' +
      'or set it to Always',
  ]);
});

test('a tenant hears all four at once', async () => {
  const { code, stderr } = await apply('fluentd-three-slips.yaml', cluster.tenant, 'tenant-a-admin');

  expect(code).toBe(1);
  expect(codesOf(stderr)).toEqual(['DW101', 'DW203', 'DW205', 'DW209']);
});

test("fields beside the template's spec: DW211 when kubectl lets them through, and by itself it does not", async () => {
  const strict = await apply('fluentd-beside-spec.yaml', 'kube-system');
  const lenient = await apply('fluentd-beside-spec.yaml', 'kube-system', 'admin', '--validate=warn');

  expect(strict.code).toBe(1);
  expect(strict.stderr).toContain('unknown field "spec.template.containers"');
  expect(lenient.code).toBe(1);
  expect(codesOf(lenient.stderr)).toEqual(['DW211']);
  expect(lenient.stderr).toContain(
    'spec.template.spec.containers: DW211 has no container; give spec.template.spec at least one container',
  );
});

/** Each once, in order. */
function codesOf(text: string): string[] {
  return [...new Set(text.match(/\bDW\d{3}\b/g))].toSorted();
}
