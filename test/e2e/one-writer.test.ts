/** Two processes and one Lease: who writes, what the other does, and what happens without the rights. */
import { afterAll, afterEach, expect, test } from 'vitest';
import type { KubeObject } from './harness/client.ts';
import { type Replicas, SECRET, startReplicas } from './harness/replicas.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';

interface Registration extends KubeObject {
  webhooks: { name: string; clientConfig: { caBundle?: string }; failurePolicy: string }[];
}

const VALIDATING = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/daemonward';

const plane = sharedControlPlane();
const supervisor = startSupervisor();
let replicas: Replicas;
afterEach(() => replicas.end());
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

function bundles(): Promise<(string | undefined)[]> {
  return plane
    .client()
    .get<Registration>(VALIDATING)
    .then(({ webhooks }) => webhooks.map(({ clientConfig }) => clientConfig.caBundle));
}

test('two that start at once serve one set, one of them writes, and when it dies the other goes on', async () => {
  replicas = await startReplicas(plane, supervisor, { name: 'writers', count: 2, sections: { rules: {} } });
  const [one, two] = await Promise.all([replicas.state(0), replicas.state(1)]);
  const { data = {} } = await replicas.secret();
  await replicas.register();
  const filled = await waitFor('the bundles are filled in', bundles, (all) =>
    all.every((ca) => ca === data['ca.crt']),
  );

  const holder = one.writer.holds ? 0 : 1;
  await replicas.all[holder]?.running.stop('SIGKILL');
  const killed = Date.now();
  const next = await waitFor(
    'the other holds the Lease',
    () => replicas.state(1 - holder),
    ({ writer }) => writer.holds,
  );
  const afterMs = Date.now() - killed;
  await replicas.renew('leaf');
  const renewed = await waitFor(
    'the other renews the leaf',
    () => replicas.state(1 - holder),
    ({ certificates }) => certificates.leaf.sha256 !== one.certificates.leaf.sha256,
  );

  console.log(JSON.stringify({ takenOverAfterMs: afterMs }));
  expect(one.certificates.leaf.sha256).toBe(two.certificates.leaf.sha256);
  expect([one, two].filter(({ writer }) => writer.holds)).toHaveLength(1);
  expect(filled.length).toBeGreaterThan(2);
  expect(next.writer.holder).toBe(next.writer.identity);
  expect(afterMs).toBeLessThan(25_000);
  expect(renewed.certificates.ca).toEqual(one.certificates.ca);
  expect([one.missingRights, renewed.missingRights]).toEqual([[], []]);
});

test('registrations that somebody applies anew keep their bundle, and one that is blanked gets it back', async () => {
  replicas = await startReplicas(plane, supervisor, { name: 'bundles', count: 1, sections: { rules: {} } });
  await replicas.register();
  const { data = {} } = await replicas.secret();
  const isWhole = (all: readonly (string | undefined)[]) => all.every((ca) => ca === data['ca.crt']);
  await waitFor('the bundles are filled in', bundles, isWhole);

  await replicas.register();
  const kept = await bundles();
  const { webhooks } = await plane.client().get<Registration>(VALIDATING);
  const blank = webhooks.map((webhook) => ({
    ...webhook,
    clientConfig: { ...webhook.clientConfig, caBundle: '' },
  }));
  await plane.client().patch(VALIDATING, { webhooks: blank }, 'merge');
  const back = await waitFor('the bundles are back', bundles, isWhole);

  expect(isWhole(kept)).toBe(true);
  expect(back).toHaveLength(webhooks.length);
});

test('without the right to write registrations it serves, and says what is missing', async () => {
  replicas = await startReplicas(plane, supervisor, {
    name: 'unable',
    count: 1,
    sections: { rules: {} },
    registrations: false,
  });
  await replicas.register();

  const state = await waitFor(
    'the missing rights are known',
    () => replicas.state(0),
    ({ missingRights }) => missingRights.length === 2,
  );

  expect(state.missingRights.map(({ right }) => right)).toEqual([
    'get mutatingwebhookconfigurations',
    'get validatingwebhookconfigurations',
  ]);
  expect(state.missingRights[0]?.detail).toContain('is not kept current');
  expect(state.writer.holds).toBe(true);
});

test('a Secret that is deleted comes back as it was', async () => {
  replicas = await startReplicas(plane, supervisor, { name: 'deleted', count: 1 });
  const { data } = await replicas.secret();

  await plane.client().delete(`/api/v1/namespaces/${replicas.namespace}/secrets/${SECRET}`);
  const back = await waitFor(
    'the Secret is back',
    () => replicas.secret(),
    ({ data }) => data !== undefined,
  );

  expect(back.data).toEqual(data);
});
