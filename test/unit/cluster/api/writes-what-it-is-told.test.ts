/** The client over real sockets: what the API server gets to see, and what becomes of its answers. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { ApiError, isConflict, isForbidden } from '../../../../src/cluster/api/api-answer.ts';
import { ApiClient, type ClientOptions } from '../../../../src/cluster/api/api-client.ts';
import { collectionPath, objectPath } from '../../../../src/cluster/api/api-path.ts';
import { ClusterAccessError, connectTo } from '../../../../src/cluster/api/connection.ts';

const SECRETS = { apiVersion: 'v1', plural: 'secrets', namespace: 'garden' };
const PATH = objectPath(SECRETS, 'keys');

interface Seen {
  readonly line: string;
  readonly type: string | undefined;
  readonly body: unknown;
}

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

/** A server that does with every request what the test says, and the client of a kubeconfig that names it. */
async function client(answer: (response: ServerResponse) => void, options?: ClientOptions) {
  const seen: Seen[] = [];
  const server = createServer(async (request, response) => {
    const text = await textOf(request);
    const type = request.headers['content-type'];
    seen.push({
      line: `${request.method} ${request.url}`,
      type,
      body: text === '' ? undefined : JSON.parse(text),
    });
    answer(response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-api-'));
  const file = join(folder, 'kubeconfig');
  writeFileSync(
    file,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [
        { name: 'a', cluster: { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true } },
      ],
      users: [{ name: 'a', user: {} }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
      'current-context': 'a',
    }),
  );
  closers.push(() => {
    server.closeAllConnections();
    server.close();
    rmSync(folder, { recursive: true });
  });
  const { connection } = await connectTo(
    { kind: 'kubeconfig', files: [file], context: undefined, namedBy: 'the test' },
    'test/1',
  );
  return { api: new ApiClient(connection, options), seen, server };
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8');
}

const ok = (response: ServerResponse) => response.end('{"kind":"Secret"}');

function refusal(status: number, reason: string) {
  return (response: ServerResponse) =>
    response.writeHead(status).end(JSON.stringify({ kind: 'Status', reason, message: `it is ${reason}` }));
}

test('objects are where their group and namespace say', () => {
  expect(collectionPath(SECRETS)).toBe('/api/v1/namespaces/garden/secrets');
  expect(
    objectPath(
      { apiVersion: 'admissionregistration.k8s.io/v1', plural: 'validatingwebhookconfigurations' },
      'x',
    ),
  ).toBe('/apis/admissionregistration.k8s.io/v1/validatingwebhookconfigurations/x');
  expect(objectPath({ apiVersion: 'apps/v1', plural: 'deployments', namespace: 'x' }, 'a/b', 'scale')).toBe(
    '/apis/apps/v1/namespaces/x/deployments/a%2Fb/scale',
  );
});

test('an apply names its manager, takes by force only when told, and can be a rehearsal', async () => {
  const { api, seen } = await client(ok);

  await api.apply(PATH, { data: { ä: 'ö' } }, { fieldManager: 'us' });
  await api.apply(PATH, {}, { fieldManager: 'us', force: true, dryRun: true });

  expect(seen).toEqual([
    {
      line: `PATCH ${PATH}?fieldManager=us`,
      type: 'application/apply-patch+yaml',
      body: { data: { ä: 'ö' } },
    },
    {
      line: `PATCH ${PATH}?fieldManager=us&dryRun=All&force=true`,
      type: 'application/apply-patch+yaml',
      body: {},
    },
  ]);
});

test('every verb is the one of Kubernetes', async () => {
  const { api, seen } = await client(ok);

  const read = await api.get(PATH);
  await api.create(collectionPath(SECRETS), {}, { dryRun: true });
  await api.update(PATH, {});
  await api.patch(PATH, { a: null });
  await api.patch(PATH, [{ op: 'remove', path: '/a' }], { type: 'json' });
  await api.delete(PATH, { propagation: 'Foreground', uid: 'u' });

  expect(read).toEqual({ kind: 'Secret' });
  expect(seen.map(({ line, type }) => [line, type])).toEqual([
    [`GET ${PATH}`, undefined],
    [`POST ${collectionPath(SECRETS)}?dryRun=All`, 'application/json'],
    [`PUT ${PATH}`, 'application/json'],
    [`PATCH ${PATH}`, 'application/merge-patch+json'],
    [`PATCH ${PATH}`, 'application/json-patch+json'],
    [`DELETE ${PATH}`, 'application/json'],
  ]);
  expect(seen.at(-1)?.body).toMatchObject({ propagationPolicy: 'Foreground', preconditions: { uid: 'u' } });
});

test('a refusal carries status, reason and words', async () => {
  const conflict = await client(refusal(409, 'Conflict'));
  const forbidden = await client(refusal(403, 'Forbidden'));

  const first = await conflict.api.update(PATH, {}).catch((error: unknown) => error);
  const second = await forbidden.api.find(PATH).catch((error: unknown) => error);

  expect(first).toBeInstanceOf(ApiError);
  expect(first).toMatchObject({
    status: 409,
    reason: 'Conflict',
    message: 'the API server answered 409: it is Conflict',
  });
  expect([isConflict(first), isForbidden(first), isForbidden(second)]).toEqual([true, false, true]);
});

test('what is not there is found to be nothing, and need not be deleted', async () => {
  const { api } = await client(refusal(404, 'NotFound'));

  expect(await api.find(PATH)).toBeUndefined();
  expect(await api.delete(PATH)).toBe(false);
});

test.each([
  ['nothing', () => {}, { timeoutMs: 50 }, 'no answer within 0.05 s'],
  ['half of it', (r: ServerResponse) => r.write('{"a":'), { timeoutMs: 50 }, 'no answer within 0.05 s'],
  ['a broken connection', (r: ServerResponse) => r.destroy(), {}, 'socket hang up'],
  [
    'too much',
    (r: ServerResponse) => r.end('x'.repeat(100)),
    { largestAnswerBytes: 99 },
    'larger than 99 bytes',
  ],
  ['a page', (r: ServerResponse) => r.end('<html>'), {}, 'is no JSON object'],
])('a server that answers %s was not reached', async (_name, answer, options, words) => {
  const { api } = await client(answer, options);

  const error = await api.get(PATH).catch((thrown: unknown) => thrown);

  expect(error).toBeInstanceOf(ClusterAccessError);
  expect(String(error)).toContain(words);
  expect(String(error)).toContain(`GET ${PATH}`);
});
