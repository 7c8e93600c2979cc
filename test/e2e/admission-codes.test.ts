/** Every reason code once refused or warned of and once mended, as the user of kubectl sees it. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CASES, type Case, CLASSES, daemon, STORED } from '../unit/policy/code-cases.ts';
import type { KubeObject } from './harness/client.ts';
import { type GuardedCluster, startGuardedCluster } from './harness/guarded-cluster.ts';
import type { Identity } from './harness/identities.ts';
import type { KubectlResult } from './harness/kubectl.ts';
import { grantRole } from './harness/namespaces.ts';
import { waitFor } from './harness/wait-for.ts';
import { daemonSetsPath } from './harness/workloads.ts';

const SYSTEM = 'kube-system';

let cluster: GuardedCluster;
beforeAll(async () => {
  cluster = await startGuardedCluster({
    // The policies would speak before the validating hook.
    policies: false,
    // What nodes there are is another test's: forecast.
    sections: { rules: { DW102: 'enforce', DW401: 'off', DW402: 'off', DW403: 'off' } },
    async before({ plane }) {
      for (const { name, ...rest } of CLASSES) {
        const path = '/apis/scheduling.k8s.io/v1/priorityclasses';
        await plane.client().create<KubeObject>(path, { metadata: { name }, ...rest });
      }
      // He may write there as far as Kubernetes is concerned.
      await grantRole(plane, SYSTEM, 'admin', { kind: 'User', name: 'tenant-a-admin' });
      await plane.client().create(daemonSetsPath(SYSTEM), STORED);
    },
  });
});
afterAll(async () => {
  await cluster?.plane.stop();
});

function send(
  verb: string,
  namespace: string,
  object: KubeObject,
  as: Identity = 'admin',
): Promise<KubectlResult> {
  const input = JSON.stringify(object);
  return cluster.plane.kubectl([verb, '-n', namespace, '--dry-run=server', '-f', '-'], { as, input });
}

/** The same one mends many. */
const sent = new Map<string, Promise<KubectlResult>>();

function sendCase({ tenants, stored }: Case, object: KubeObject, as?: Identity): Promise<KubectlResult> {
  const key = JSON.stringify([tenants, object, as]);
  const verb = stored ? 'replace' : 'create';
  const result = sent.get(key) ?? send(verb, tenants ? cluster.tenant : SYSTEM, object, as);
  sent.set(key, result);
  return result;
}

describe.each(CASES)('$code: $says', (one) => {
  const { outcome, says, object, mended, as, mendedAs = as } = one;

  test(`is ${outcome}`, async () => {
    const { code, stdout, stderr } = await sendCase(one, object, as);

    expect(stderr).toContain(says);
    expect({ code, made: stdout !== '' }).toEqual(
      outcome === 'refused' ? { code: 1, made: false } : { code: 0, made: true },
    );
    // One finding, said once.
    expect(stderr.match(/DW\d{3}/g)).toEqual([one.code]);
  });

  test('is allowed when it is mended', async () => {
    const { code, stderr } = await sendCase(one, mended, mendedAs);

    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  });
});

test('DW102 is also about who deletes', async () => {
  const args = ['delete', '-n', SYSTEM, 'daemonset/stored', '--dry-run=server'];

  const byTenant = await cluster.plane.kubectl(args, { as: 'tenant-a-admin' });
  const byAdmin = await cluster.plane.kubectl(args);

  expect(byTenant.code).toBe(1);
  expect(byTenant.stderr).toContain('DW102 "tenant-a-admin" is not a cluster admin');
  expect(byAdmin).toMatchObject({ code: 0, stderr: '' });
});

test('without the mutating hook the validating one refuses by itself', async () => {
  const { plane, tenant } = cluster;
  const path = '/apis/admissionregistration.k8s.io/v1/mutatingwebhookconfigurations/daemonward';
  await plane.client().delete(path);

  const { code, stderr } = await waitFor(
    'refused by the validating hook',
    () => send('create', tenant, daemon(), 'tenant-a-admin'),
    (answer) => answer.stderr.includes('daemonsets.validate.daemonward.dev'),
  );

  expect(code).toBe(1);
  expect(stderr).toContain(
    'denied the request: DW101 metadata.namespace: the namespace belongs to the tenant "tenant-a"',
  );
});
