import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import pino from 'pino';
import { expect, test } from 'vitest';
import { defaultConfiguration } from '../../../src/config/schema/schema.ts';
import { createMetrics } from '../../../src/server/observe/metrics.ts';
import { openCluster } from '../../../src/server/open-cluster.ts';
import { daemonwardIn, temporaryFolder } from '../cli/terminal.ts';

/** Where nobody listens: whatever is wrong is found before anybody is asked. */
function kubeconfig(server: string, more: object = {}): string {
  const path = join(temporaryFolder(), 'kubeconfig');
  const content = {
    'current-context': 'dev',
    clusters: [{ name: 'c', cluster: { server, ...more } }],
    users: [{ name: 'u', user: { token: 'none' } }],
    contexts: [{ name: 'dev', context: { cluster: 'c', user: 'u' } }],
  };
  writeFileSync(path, JSON.stringify(content));
  return path;
}

function serveWith(partitions: readonly object[]) {
  const path = join(temporaryFolder(), 'daemonward.yaml');
  const head = { apiVersion: 'daemonward.dev/v1alpha1', kind: 'Configuration', log: { level: 'silent' } };
  const rest = { server: { port: 0 }, ops: { port: 0 }, cluster: { partitions } };
  writeFileSync(path, JSON.stringify({ ...head, ...rest }));
  return daemonwardIn({}, 'serve', '--config', path);
}

const ONE = 'https://127.0.0.1:1';
const OTHER = 'https://127.0.0.1:2';

test.each([
  [
    'a kubeconfig that is not there',
    () => [
      { name: 'blue', role: 'tenant', kubeconfig: '/nowhere/blue' },
      { name: 'east', role: 'resource', kubeconfig: kubeconfig(ONE) },
    ],
    '/nowhere/blue (cluster.partitions[0].kubeconfig): cannot be used as a kubeconfig (ENOENT',
  ],
  [
    'a context that is not in it',
    () => [
      { name: 'blue', role: 'tenant', kubeconfig: kubeconfig(ONE) },
      { name: 'east', role: 'resource', kubeconfig: kubeconfig(OTHER), context: 'prod' },
    ],
    'has no context "prod", which cluster.partitions[1].context names; it has dev',
  ],
  [
    'one API server under two names',
    () => [
      { name: 'blue', role: 'tenant', kubeconfig: kubeconfig(ONE) },
      { name: 'east', role: 'resource', kubeconfig: kubeconfig(ONE) },
      { name: 'green', role: 'tenant', kubeconfig: kubeconfig(`${ONE}/`) },
    ],
    `cluster.partitions[2].kubeconfig: the tenant partition green leads to ${ONE}, as blue does, cluster.partitions[0]`,
  ],
])('%s: exit code 3, and the field', async (_what, partitions, message) => {
  const { code, out, err } = await serveWith(partitions());

  expect(code).toBe(3);
  expect(out).toBe('');
  expect(err).toContain(message);
});

test('one address that leads to two servers by the names of their certificates is no mistake', async () => {
  const of = (name: string, role: 'tenant' | 'resource') => ({
    name,
    role,
    kubeconfig: kubeconfig(ONE, { 'tls-server-name': name }),
  });
  const configuration = defaultConfiguration();
  const partitions = [of('blue', 'tenant'), of('green', 'tenant'), of('east', 'resource')];

  const { view, stop } = await openCluster(
    { ...configuration, cluster: { ...configuration.cluster, partitions } },
    { log: pino({ level: 'silent' }), metrics: createMetrics(), environment: {} },
  );
  await stop();

  expect(view.partitions.map(({ name }) => name)).toEqual(['blue', 'green', 'east']);
});
