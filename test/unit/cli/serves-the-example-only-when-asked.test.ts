import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { withServeFlags } from '../../../src/cli/flags/configuration.ts';
import { defaultConfiguration } from '../../../src/config/schema/schema.ts';
import { daemonwardIn, temporaryFolder } from './terminal.ts';

const REMEDY = '--snapshot FILE serves a file, and --example the example cluster';

const KUBECONFIG = {
  apiVersion: 'v1',
  kind: 'Config',
  'current-context': 'dev',
  clusters: [{ name: 'c', cluster: { server: 'https://127.0.0.1:1' } }],
  users: [{ name: 'u', user: { token: 'none' } }],
  contexts: [{ name: 'dev', context: { cluster: 'c', user: 'u' } }],
};

/** Serves with a kubeconfig that is named in the one way or the other. */
async function serveWith(kubeconfig: string, cluster: object = {}) {
  const config = configurationWith(cluster);
  return daemonwardIn({ KUBECONFIG: kubeconfig }, 'serve', '--config', config);
}

function configurationWith(cluster: object): string {
  const path = join(temporaryFolder(), 'daemonward.yaml');
  const head = { apiVersion: 'daemonward.dev/v1alpha1', kind: 'Configuration', log: { level: 'silent' } };
  writeFileSync(path, JSON.stringify({ ...head, server: { port: 0 }, ops: { port: 0 }, cluster }));
  return path;
}

function written(kubeconfig: object): string {
  const path = join(temporaryFolder(), 'kubeconfig');
  writeFileSync(path, JSON.stringify(kubeconfig));
  return path;
}

test.each(['auto', 'watch'])(
  'with nothing to watch and source %s: exit code 3, and what there is to do',
  async (source) => {
    const { code, out, err } = await daemonwardIn({}, 'serve', '--config', configurationWith({ source }));

    expect(code).toBe(3);
    expect(out).toBe('');
    expect(err).toContain('no cluster to watch: no cluster.kubeconfig, no $KUBECONFIG, not in a pod');
    expect(err).toContain(REMEDY);
  },
);

test('a snapshot without a file is not the example either', async () => {
  const config = configurationWith({ source: 'snapshot' });

  const { code, err } = await daemonwardIn({}, 'serve', '--config', config);

  expect(code).toBe(3);
  expect(err).toContain('cluster.snapshots names no file');
  expect(err).toContain(REMEDY);
});

test('a $KUBECONFIG that does not exist is named', async () => {
  const { code, out, err } = await serveWith('/nowhere/config');

  expect(code).toBe(3);
  expect(out).toBe('');
  expect(err).toMatch(
    /^daemonward: serve: \/nowhere\/config \(\$KUBECONFIG\): cannot be used as a kubeconfig \(ENOENT/,
  );
  expect(err).toContain('mend the file, or what names it');
});

test('so is a cluster.kubeconfig', async () => {
  const { code, err } = await serveWith('', { kubeconfig: '/nowhere/config' });

  expect(code).toBe(3);
  expect(err).toContain('/nowhere/config (cluster.kubeconfig): cannot be used as a kubeconfig');
});

test.each([
  [
    'a context that is not there',
    KUBECONFIG,
    { context: 'prod' },
    'has no context "prod", which cluster.context names; it has dev',
  ],
  [
    'no context',
    { ...KUBECONFIG, 'current-context': '' },
    {},
    'has no cluster with a server for its current context',
  ],
  [
    'a current context that is not there',
    { ...KUBECONFIG, 'current-context': 'x' },
    {},
    'has no cluster with a server',
  ],
  [
    'a user that is not there',
    { ...KUBECONFIG, users: [] },
    {},
    'has no user "u", which its current context names',
  ],
  [
    'a certificate that is not there',
    {
      ...KUBECONFIG,
      users: [
        { name: 'u', user: { 'client-certificate': '/nowhere/u.crt', 'client-key': '/nowhere/u.key' } },
      ],
    },
    {},
    'client-certificate is /nowhere/u.crt, which does not exist',
  ],
  [
    'an authority that is not there',
    {
      ...KUBECONFIG,
      clusters: [
        { name: 'c', cluster: { server: 'https://127.0.0.1:1', 'certificate-authority': '/nowhere/ca' } },
      ],
    },
    {},
    'certificate-authority is /nowhere/ca, which does not exist',
  ],
])('a kubeconfig with %s: exit code 3', async (_what, kubeconfig, cluster, message) => {
  const path = written(kubeconfig);

  const { code, err } = await serveWith(path, cluster);

  expect(code).toBe(3);
  expect(err).toContain(`${path} ($KUBECONFIG): ${message}`);
});

test('the ops port is for this machine, unless the settings say otherwise', () => {
  const configuration = defaultConfiguration();
  const noFlags = { command: 'serve', words: [], texts: () => [], text: () => undefined, has: () => false };
  const named = { ...configuration, ops: { ...configuration.ops, address: '10.0.0.1' } };

  expect(withServeFlags(configuration, noFlags, {}, () => false).ops.address).toBe('127.0.0.1');
  expect(withServeFlags(named, noFlags, {}, () => false).ops.address).toBe('10.0.0.1');
});

test('in a pod the kubelet can probe it', () => {
  const configuration = defaultConfiguration();
  const noFlags = { command: 'serve', words: [], texts: () => [], text: () => undefined, has: () => false };
  const named = { ...configuration, ops: { ...configuration.ops, address: '127.0.0.1' } };
  const pod = { KUBERNETES_SERVICE_HOST: '10.96.0.1' };

  expect(withServeFlags(configuration, noFlags, pod, () => true).ops.address).toBe('::');
  expect(withServeFlags(named, noFlags, pod, () => true).ops.address).toBe('127.0.0.1');
});
