/** An API server over a real socket that keeps whatever is applied to it, and gives it back by name and by label. */
import { writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { isObject, type JsonObject } from '../../../src/json/object.ts';
import { valueAt } from '../../../src/json/path.ts';
import { temporaryFolder } from '../cli/terminal.ts';

export interface ObjectStore {
  /** By path. */
  readonly objects: Map<string, JsonObject>;
  /** Every write: its method, its path and its body. */
  readonly writes: { readonly line: string; readonly body: JsonObject }[];
  readonly kubeconfig: string;
}

export async function objectStore(): Promise<ObjectStore> {
  const objects = new Map<string, JsonObject>();
  const writes: { line: string; body: JsonObject }[] = [];
  const server = createServer(async (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://127.0.0.1');
    const { method = '' } = request;
    const body = await bodyOf(request);
    if (method !== 'GET') writes.push({ line: `${method} ${pathname}`, body });
    const answer = answerTo({
      method,
      path: pathname,
      selector: searchParams.get('labelSelector') ?? (searchParams.has('fieldSelector') ? '' : null),
      body,
    });
    response.writeHead(answer === undefined ? 404 : 200, { 'content-type': 'application/json' });
    response.end(JSON.stringify(answer ?? { kind: 'Status', status: 'Failure', code: 404, message: 'none' }));
  });

  interface Request {
    readonly method: string;
    readonly path: string;
    readonly selector: string | null;
    readonly body: JsonObject;
  }

  function answerTo({ method, path, selector, body }: Request): JsonObject | undefined {
    if (path === '/version') return { gitVersion: 'v1.36.3' };
    if (selector !== null) return { items: labelled(path, selector) };
    const before = objects.get(path);
    if (method === 'DELETE') objects.delete(path);
    if (method === 'PATCH') objects.set(path, { ...before, ...body });
    return method === 'DELETE' ? before : objects.get(path);
  }

  function labelled(collection: string, selector: string): JsonObject[] {
    const plural = collection.split('/').at(-1);
    const root = collection.slice(0, -String(plural).length);
    const labels = selector
      .split(',')
      .filter(Boolean)
      .map((pair) => pair.split('='));
    return [...objects]
      .filter(([path]) => path.startsWith(root) && path.split('/').at(-2) === plural)
      .map(([, object]) => object)
      .filter((object) =>
        labels.every(([key = '', value]) => valueAt(object, ['metadata', 'labels', key]) === value),
      );
  }

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return { objects, writes, kubeconfig: kubeconfigFor(port) };
}

/** For a server of plain HTTP on this machine. */
export function kubeconfigFor(port: number): string {
  const file = join(temporaryFolder(), 'kubeconfig');
  const cluster = { server: `http://127.0.0.1:${port}`, 'insecure-skip-tls-verify': true };
  writeFileSync(
    file,
    JSON.stringify({
      apiVersion: 'v1',
      kind: 'Config',
      clusters: [{ name: 'a', cluster }],
      users: [{ name: 'a', user: {} }],
      contexts: [{ name: 'a', context: { cluster: 'a', user: 'a' } }],
      'current-context': 'a',
    }),
  );
  return file;
}

async function bodyOf(request: IncomingMessage): Promise<JsonObject> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) if (Buffer.isBuffer(chunk)) chunks.push(chunk);
  const text = Buffer.concat(chunks).toString('utf8');
  const value: unknown = text === '' ? {} : JSON.parse(text);
  return isObject(value) ? value : {};
}
