/** Daemonward runs as a process, and the API server reaches it by a URL with the authority that it made itself. */
import { afterAll, expect, test } from 'vitest';
import type { KubeObject } from './harness/client.ts';
import { startDaemonward } from './harness/daemonward.ts';
import { createNamespace, deleteNamespace } from './harness/namespaces.ts';
import { sharedControlPlane } from './harness/shared-control-plane.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';

const WEBHOOKS = '/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations';
const NOT_REACHED = 'failed calling webhook';

const plane = sharedControlPlane();
const client = plane.client();
const supervisor = startSupervisor();
afterAll(async () => {
  plane.close();
  await supervisor.end();
});

interface Registration extends KubeObject {
  webhooks: unknown[];
}

/** Fails closed, so that a request that passes has been answered. */
function registration(name: string, namespace: string, url: string, ca: string): Registration {
  return {
    metadata: { name },
    webhooks: [
      {
        name: 'daemonsets.e2e.daemonward.dev',
        clientConfig: { url, caBundle: Buffer.from(ca).toString('base64') },
        rules: [
          { apiGroups: ['apps'], apiVersions: ['v1'], resources: ['daemonsets'], operations: ['CREATE'] },
        ],
        namespaceSelector: { matchLabels: { 'kubernetes.io/metadata.name': namespace } },
        failurePolicy: 'Fail',
        sideEffects: 'None',
        admissionReviewVersions: ['v1'],
      },
    ],
  };
}

test('the API server calls it while it runs, and misses it when it has stopped', async () => {
  const namespace = await createNamespace(plane, 'process');
  const daemonward = await startDaemonward(supervisor);
  const labels = { app: 'agent' };
  const daemonSet = {
    metadata: { name: 'agent' },
    spec: {
      selector: { matchLabels: labels },
      template: { metadata: { labels }, spec: { containers: [{ name: 'main', image: 'main' }] } },
    },
  };
  async function tryOut(): Promise<string> {
    const path = `/apis/apps/v1/namespaces/${namespace}/daemonsets?dryRun=All`;
    return (await client.raw('POST', path, { apiVersion: 'apps/v1', kind: 'DaemonSet', ...daemonSet })).text;
  }

  // Unreachable first: only so is it certain that the API server has read the registration.
  await client.create(WEBHOOKS, registration(namespace, namespace, 'https://127.0.0.1:1/', daemonward.ca()));
  await waitFor('the registration is in force', tryOut, (text) => text.includes(NOT_REACHED));
  const { webhooks } = registration(
    namespace,
    namespace,
    `${daemonward.serviceUrl}/validate/daemonsets`,
    daemonward.ca(),
  );
  await client.patch(`${WEBHOOKS}/${namespace}`, { webhooks });
  await waitFor('Daemonward answers', tryOut, (text) => !text.includes(NOT_REACHED));
  const exit = await daemonward.running.stop('SIGINT');
  const afterwards = await tryOut();

  expect(exit).toEqual({ code: 0, signal: null });
  expect(afterwards).toContain(NOT_REACHED);
  await client.delete(`${WEBHOOKS}/${namespace}`);
  await deleteNamespace(plane, namespace);
});
