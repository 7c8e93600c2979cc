import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { daemonward } from './terminal.ts';

test('on the example the log shipper waits on general-2, for 85m of cpu', async () => {
  const { code, out } = await daemonward('explain', 'daemonset', 'kube-system/log-shipper', '--example');

  expect(code).toBe(0);
  expect(out).toContain('on 11 of the 12 nodes where it belongs, 1 of them not ready, 1 waiting');
  expect(out).toContain('general-2: waiting');
  // By hand: 7800m allocatable, 7685m asked for by the pods that are there, 200m by the log shipper.
  expect(out).toContain('cpu: asks for 200m, 115m free of 7800m, 85m missing');
});

test.each([
  [['pod', '-n', 'kube-system', 'log-shipper-hdn2h'], 'waits for general-2'],
  [['node', 'general-2'], 'Node general-2: ready, 12 pods'],
  [['daemonset', 'log-shipper', '--namespace', 'kube-system', '--node', 'general-1'], 'running and ready'],
])('%j', async (words, expected) => {
  const { code, out } = await daemonward('explain', ...words, '--example');

  expect(code).toBe(0);
  expect(out).toContain(expected);
});

test('as JSON for programs', async () => {
  const { out } = await daemonward('explain', 'node', 'general-2', '--example', '-o', 'json');

  expect(JSON.parse(out)).toMatchObject({
    kind: 'Node',
    name: 'general-2',
    room: [{ resource: 'cpu', free: '115m' }, {}, {}, {}],
  });
});

test.each([
  [['daemonset', 'kube-system/log-shiper'], 1, 'did you mean log-shipper?'],
  [['node', 'general-99'], 1, 'there is no node general-99'],
  [['pod'], 2, 'say what to explain'],
  [['service', 'x'], 2, 'say what to explain'],
  [['pod', 'a', 'b'], 2, 'say what to explain'],
  [['pod', 'a/b/c'], 2, 'must be NAME or NAMESPACE/NAME, found "a/b/c"'],
  [['daemonset', '/b'], 2, 'must be NAME or NAMESPACE/NAME, found "/b"'],
  [['node', 'x', '--node', 'y'], 2, '--node is for a DaemonSet'],
  [['pod', 'a/b', '-n', 'c'], 2, '"a/b" is in the namespace a, and --namespace is c'],
])('%j ends with %i: %s', async (words, expected, message) => {
  const { code, out, err } = await daemonward('explain', ...words, '--example');

  expect([code, out]).toEqual([expected, '']);
  expect(err).toContain(message);
});

test.each([
  [['--url', 'here'], 2, '--url "here" is not a URL'],
  [['--url', 'http://127.0.0.1:1', '--example'], 2, 'give --url or --example, not both'],
  [['--url', 'http://127.0.0.1:1'], 3, 'http://127.0.0.1:1 was not reached'],
  [['--url', 'http://127.0.0.1:1', '--token-file', '/nowhere'], 2, '--token-file /nowhere: cannot be read'],
  [['--kubeconfig', '/nowhere'], 3, '/nowhere'],
])('%j ends with %i: %s', async (flags, expected, message) => {
  const { code, err } = await daemonward('explain', 'node', 'n1', ...flags);

  expect(code).toBe(expected);
  expect(err).toContain(message);
});

/** An ops port that says what it was asked. */
async function opsPort(status: number, body: string) {
  const asked: string[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.url} ${request.headers.authorization ?? ''}`.trim());
    response.writeHead(status).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  return { asked, url: `http://127.0.0.1:${address.port}` };
}

test('a service that runs is asked by its path, and its words are printed as they come', async () => {
  const { asked, url } = await opsPort(200, 'an explanation\n');

  const { code, out } = await daemonward('explain', 'daemonset', 'a b/c', '--node', 'n1', '--url', url);

  expect([code, out]).toEqual([0, 'an explanation\n']);
  expect(asked).toEqual(['/explain/daemonsets/a%20b/c?format=text&node=n1&nodes=20']);
});

test('what a service refuses is one line with its words', async () => {
  const { url } = await opsPort(403, '{"error":{"code":"access-denied","message":"tom may not"}}');

  const { code, out, err } = await daemonward('explain', 'node', 'n1', '--url', url);

  expect([code, out, err]).toEqual([1, '', `daemonward: explain: ${url} answered 403: tom may not\n`]);
});

/** A cluster whose lists are all empty, and a kubeconfig with a context for it that names a namespace. */
async function emptyCluster(): Promise<string> {
  const server = createServer((_, response) => {
    const list = { apiVersion: 'v1', kind: 'List', metadata: { resourceVersion: '1' }, items: [] };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(list));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const folder = mkdtempSync(join(tmpdir(), 'explained-'));
  onTestFinished(() => {
    server.close();
    rmSync(folder, { recursive: true });
  });
  const address = server.address();
  if (address === null || typeof address === 'string') throw new Error('no port');
  const kubeconfig = join(folder, 'kubeconfig');
  const context = { cluster: 'c', user: 'u', namespace: 'team-a' };
  writeFileSync(
    kubeconfig,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        {
          name: 'c',
          cluster: { server: `http://127.0.0.1:${address.port}`, 'insecure-skip-tls-verify': true },
        },
      ],
      users: [{ name: 'u', user: {} }],
      contexts: [{ name: 'x', context }],
      'current-context': 'x',
    }),
  );
  return kubeconfig;
}

test('what names no namespace is looked for in that of the context, as by kubectl', async () => {
  const kubeconfig = await emptyCluster();

  const [ofContext, given] = await Promise.all([
    daemonward('explain', 'pod', 'web', '--kubeconfig', kubeconfig),
    daemonward('explain', 'pod', 'web', '--kubeconfig', kubeconfig, '-n', 'team-b'),
  ]);

  expect([ofContext.code, given.code]).toEqual([1, 1]);
  expect(ofContext.err).toContain('team-a');
  expect(given.err).toContain('team-b');
  expect(given.err).not.toContain('team-a');
});
