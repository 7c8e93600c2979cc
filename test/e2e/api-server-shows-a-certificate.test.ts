/** The API server shows a client certificate to the webhooks when it is told to as docs/webhooks.md says. */
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { ApiError } from './harness/client.ts';
import { type ControlPlane, startControlPlane } from './harness/control-plane.ts';
import { type Daemonward, startDaemonward } from './harness/daemonward.ts';
import { createNamespace } from './harness/namespaces.ts';
import { requestCounts } from './harness/request-counts.ts';
import { startSupervisor } from './harness/supervisor.ts';
import { waitFor } from './harness/wait-for.ts';
import { REVIEW_PATHS, registerWebhooks } from './harness/webhooks.ts';
import { daemonSetObject, daemonSetsPath } from './harness/workloads.ts';

const PAGE = join(import.meta.dirname, '..', '..', 'docs', 'webhooks.md');

/** Both are started before the API server, which reads its files once: from a snapshot, and with known callers only. */
const SECTIONS = {
  cluster: { source: 'snapshot' },
  server: { clients: { admission: { mode: 'enforce' } } },
};

const supervisor = startSupervisor();
let plane: ControlPlane;
let daemonward: Daemonward;
let stranger: Daemonward;

beforeAll(async () => {
  daemonward = await startDaemonward(supervisor, { name: 'known', sections: SECTIONS });
  stranger = await startDaemonward(supervisor, { name: 'stranger', sections: SECTIONS });
  plane = await startControlPlane({ apiServerArgs: [`--admission-control-config-file=${writeFiles()}`] });
});
afterAll(async () => {
  await plane?.stop();
  await supervisor.end();
});

/** The two files of the page, with the paths and the address of this test. */
function writeFiles(): string {
  const blocks = [...readFileSync(PAGE, 'utf8').matchAll(/^```yaml\n(.*?)^```$/gms)].map(
    ([, text = '']) => text,
  );
  const { cert, key } = daemonward.client('apiserver');
  const files = {
    '/etc/kubernetes/daemonward/apiserver.crt': cert,
    '/etc/kubernetes/daemonward/apiserver.key': key,
    '/etc/kubernetes/daemonward/webhooks.kubeconfig': blockWith(blocks, 'kind: Config\n'),
    '/etc/kubernetes/daemonward/admission.yaml': blockWith(blocks, 'kind: AdmissionConfiguration\n'),
  };
  const here = (path: string) => join(supervisor.directory, path.replaceAll('/', '_'));
  for (const [path, text] of Object.entries(files)) {
    const local = Object.keys(files).reduce((done, name) => done.replaceAll(name, here(name)), text);
    writeFileSync(
      here(path),
      local.replaceAll('daemonward.daemonward-system.svc', new URL(daemonward.serviceUrl).host),
    );
  }
  return here('/etc/kubernetes/daemonward/admission.yaml');
}

function blockWith(blocks: readonly string[], words: string): string {
  const block = blocks.find((text) => text.includes(words));
  if (block === undefined) throw new Error(`docs/webhooks.md has no block with ${words}`);
  return block;
}

test('it is answered on all four paths where only known callers are', async () => {
  const namespace = await createNamespace(plane, 'known');
  const registration = {
    name: namespace,
    url: daemonward.serviceUrl,
    ca: daemonward.ca(),
    namespaces: [namespace],
  };

  await registerWebhooks(
    plane.client(),
    registration,
    async () => (await requestCounts(daemonward)).answered,
  );

  const { answered, failed } = await requestCounts(daemonward);
  expect(Object.keys(answered).toSorted()).toEqual(REVIEW_PATHS.toSorted());
  expect(failed).toEqual([]);
});

test('where it shows none it is refused, and fails closed', async () => {
  const namespace = await createNamespace(plane, 'stranger');
  const registration = {
    name: namespace,
    url: stranger.serviceUrl,
    ca: stranger.ca(),
    namespaces: [namespace],
  };
  // Never answered, so that nobody can wait for it.
  registerWebhooks(plane.client(), registration, () => ({})).catch(() => {});

  const refusal = await waitFor(
    'it is refused',
    async () => {
      const daemonSet = daemonSetObject('agent', { pool: 'none' });
      return plane
        .client()
        .create(`${daemonSetsPath(namespace)}?dryRun=All`, daemonSet)
        .then(() => '')
        .catch((error: unknown) => (error instanceof ApiError ? error.message : Promise.reject(error)));
    },
    (message) => message !== '',
  );

  expect(refusal).toMatch(/failed calling webhook/);
  expect((await requestCounts(stranger)).failed).toContain('/mutate/daemonsets 401');
});
