/** With `server.tls.secret` the certificates are in the cluster: what is printed comes from there, or is left to the holder. */
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { parse } from 'yaml';
import { bundleOf, type CertificateSet, dataOf } from '../../../src/server/tls/secret/certificate-set.ts';
import { makeSet, rotate } from '../../../src/server/tls/secret/rotation.ts';
import { daemonward, temporaryFolder } from '../cli/terminal.ts';

const DAY_MS = 86_400_000;

let set: CertificateSet;
beforeAll(async () => {
  const now = new Date();
  const begun = await makeSet(['localhost'], now);
  const asked = new Set(['ca'] as const);
  ({ set } = await rotate(begun, { now, names: ['localhost'], overlapMs: DAY_MS, asked, published: true }));
});

/** An API server with this answer to everything, and a configuration that names it. */
async function clusterThatAnswers(status: number, answer: unknown) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(request.url ?? '');
    response.writeHead(status).end(JSON.stringify(answer));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const folder = temporaryFolder();
  const kubeconfig = join(folder, 'kubeconfig');
  const cluster = { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true };
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      clusters: [{ name: 'a', cluster }],
      users: [{ name: 'a', user: {} }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
      'current-context': 'a',
    }),
  );
  return { asked, kubeconfig, config: configuration(`cluster: {kubeconfig: ${kubeconfig}}\n`) };
}

function configuration(rest = ''): string {
  const path = join(temporaryFolder(), 'daemonward.yaml');
  const head = 'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\nserver: {tls: {secret: ours}}\n';
  writeFileSync(path, head + rest);
  return path;
}

function base64(text: string): string {
  return Buffer.from(text).toString('base64');
}

test('the scheduler gets both authorities and the newest certificate', async () => {
  const { asked, config } = await clusterThatAnswers(200, { data: dataOf(set) });

  const { code, out } = await daemonward('render', '--config', config, '--scheduler', '--namespace', 'x');

  expect(code).toBe(0);
  expect(asked).toEqual(['/api/v1/namespaces/x/secrets/ours']);
  expect(parse(out).extenders[0].tlsConfig).toMatchObject({
    caData: base64(bundleOf(set.serving)),
    certData: base64(set.clients.scheduler.cert),
    keyData: base64(set.clients.scheduler.key),
  });
  expect(bundleOf(set.serving).split('BEGIN CERTIFICATE')).toHaveLength(3);
});

test('registrations need no cluster, and have no CA that could take one away', async () => {
  const { code, out } = await daemonward('render', '--config', configuration(), '--output', 'json');

  expect(code).toBe(0);
  expect(out).toContain('ValidatingWebhookConfiguration');
  expect(out).not.toContain('caBundle');
});

test.each([
  [
    404,
    { kind: 'Status' },
    2,
    'Secret daemonward-system/ours is not there yet: Daemonward makes it when it first runs',
  ],
  [
    403,
    { message: 'secrets "ours" is forbidden' },
    3,
    'Secret daemonward-system/ours: the API server answered 403: secrets "ours" is forbidden',
  ],
  [200, { data: {} }, 2, 'Secret daemonward-system/ours: ca.crt is missing'],
])('an answer of %s is one clear line', async (status, answer, exit, words) => {
  const { config } = await clusterThatAnswers(status, answer);

  const { code, err } = await daemonward('render', '--config', config, '--scheduler');

  expect([code, err.split('\n')[0]]).toEqual([exit, `daemonward: render: ${words}`]);
});

test('without credentials it says so', async () => {
  const { code, err } = await daemonward('render', '--config', configuration(), '--scheduler');

  expect(code).toBe(3);
  expect(err).toContain('Secret daemonward-system/ours is needed, and there are no credentials');
});

test('where there are partitions the Secret is that of the first that has pods, and the others get its CA', async () => {
  const { asked, kubeconfig } = await clusterThatAnswers(200, { data: dataOf(set) });
  const partitions = [
    { name: 'east', role: 'resource', kubeconfig: '/nowhere' },
    { name: 'blue', role: 'tenant', kubeconfig },
    { name: 'green', role: 'tenant', kubeconfig: '/nowhere' },
  ];
  const config = configuration(`cluster: ${JSON.stringify({ partitions })}\n`);
  const rendered = (...flags: readonly string[]) =>
    daemonward('render', '--config', config, '--url', 'https://d.example', '--output', 'json', ...flags);

  const blue = await rendered('--partition', 'blue');
  expect(blue.out).toContain('ValidatingWebhookConfiguration');
  expect(blue.out).not.toContain('caBundle');
  expect(asked).toEqual([]);

  const green = await rendered('--partition', 'green');
  expect(green.out).toContain(`"caBundle": "${base64(bundleOf(set.serving))}"`);
  const scheduler = await rendered('--partition', 'green', '--scheduler');
  expect(scheduler.out).toContain(base64(set.clients.scheduler.cert));
  expect(asked).toHaveLength(2);
});
