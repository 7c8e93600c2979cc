import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { start, temporaryFolder, until } from './daemonward-process.ts';

/** An API server that has nothing, and where nobody can make anything: a kubeconfig for it. */
async function emptyCluster(folder: string): Promise<string> {
  const server = createServer((_request, response) => response.writeHead(404).end('{"kind":"Status"}'));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.close();
    server.closeAllConnections();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const path = join(folder, 'kubeconfig');
  writeFileSync(
    path,
    JSON.stringify({
      clusters: [{ name: 'a', cluster: { server: `http://127.0.0.1:${port}` } }],
      users: [{ name: 'a', user: {} }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
      'current-context': 'a',
    }),
  );
  return path;
}

test.each(['SIGTERM', 'SIGINT'] as const)('%s ends a process whose Secret nobody makes', async (signal) => {
  const folder = temporaryFolder();
  const config = join(folder, 'daemonward.yaml');
  const kubeconfig = await emptyCluster(folder);
  writeFileSync(
    config,
    'apiVersion: daemonward.dev/v1alpha1\nkind: Configuration\n' +
      `cluster: {kubeconfig: ${kubeconfig}}\nserver: {port: 0, namespace: x, tls: {secret: ours}}\nops: {port: 0}\n`,
  );
  const running = start(['serve', '--config', config], folder);
  await until(() => running.err().includes('waiting for certificates'), running);

  running.child.kill(signal);
  const { code, err } = await running.finished;

  expect(code).toBe(0);
  expect(err).toMatch(/"level":"warn".*"msg":"waiting for certificates"/);
  expect(err.trimEnd().split('\n').at(-1)).toContain('"msg":"stopped"');
});
