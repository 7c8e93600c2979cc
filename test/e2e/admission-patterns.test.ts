/** A pattern makes a namespace the system's only where no mark speaks of a tenant: Daemonward itself is asked about all. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ObjectMeta } from '../../src/kube/objects.ts';
import type { KubeObject } from './harness/client.ts';
import { type GuardedCluster, POOL, startGuardedCluster, TENANT_LABEL } from './harness/guarded-cluster.ts';
import { createNamespace } from './harness/namespaces.ts';
import { daemonSetObject, podObject } from './harness/workloads.ts';

let cluster: GuardedCluster;
let infra = '';
let theirs = '';
beforeAll(async () => {
  cluster = await startGuardedCluster({
    controllers: false,
    // The webhooks alone: what the policies say of the same namespaces is another test's.
    policies: false,
    sections: { tenancy: { systemNamespaces: ['kube-system', 'infra-*'], labels: [TENANT_LABEL, MARK] } },
    async before({ plane }) {
      infra = await createNamespace(plane, 'infra-net');
      theirs = await createNamespace(plane, 'infra-shop', { labels: { [TENANT_LABEL]: 'tenant-a' } });
    },
  });
});
afterAll(async () => {
  await cluster?.plane.stop();
});

const MARK = 'kubesphere.io/workspace';
const CLAIM: ObjectMeta = {
  ownerReferences: [{ apiVersion: 'apps/v1', kind: 'DaemonSet', name: 'a', uid: 'u', controller: true }],
};
const POD = podObject('web', { pool: POOL });

const BINDING = { apiVersion: 'v1', kind: 'Binding', metadata: { name: 'nobody' } };

test.each<[string, string, KubeObject, string, string]>([
  ['a DaemonSet', 'apis/apps/v1', daemonSetObject('agent', { pool: POOL }), 'daemonsets', 'DW101'],
  [
    'a pod of a system priority class',
    'api/v1',
    podObject('web', { pool: POOL, priorityClassName: 'system-node-critical' }),
    'pods',
    'DW103',
  ],
  ['a pod that names its node', 'api/v1', podObject('web', { pool: POOL, nodeName: 'n' }), 'pods', 'DW105'],
  ['a binding', 'api/v1', { ...BINDING, ...{ target: { kind: 'Node', name: 'n' } } }, 'bindings', 'DW105'],
])('%s is refused where a tenant is named, and nowhere else', async (_what, api, object, plural, code) => {
  const client = cluster.plane.client();
  const answerIn = async (namespace: string) => {
    const { text } = await client.raw('POST', `/${api}/namespaces/${namespace}/${plural}?dryRun=All`, object);
    return /DW1\d\d/.exec(text)?.[0] ?? '';
  };

  expect([await answerIn(theirs), await answerIn(infra)]).toEqual([code, '']);
});

test('nobody but its controller makes a pod of a daemon, whoever’s the namespace is', async () => {
  const path = (namespace: string) => `/api/v1/namespaces/${namespace}/pods?dryRun=All`;
  const claims = { ...POD, metadata: { ...POD.metadata, ...CLAIM } };

  const answers = [theirs, infra].map((name) => cluster.plane.client().raw('POST', path(name), claims));

  for (const { status, text } of await Promise.all(answers)) {
    expect(status).toBe(403);
    expect(text).toContain('system-pods.validate.daemonward.dev');
    expect(text).toContain('DW104');
  }
});
