/** A server that speaks the list and watch protocol over a generated cluster; run as a process of its own. */
import { createServer, type ServerResponse } from 'node:http';
import { listPath, objectKindOf } from '../../src/cluster/api-kinds.ts';
import { OBJECT_KINDS, type ObjectKind } from '../../src/cluster/records.ts';
import { typeMetaOf } from '../../src/kube/metadata/type-meta.ts';
import { largeCluster } from '../snapshot/large-cluster.ts';

const VERSION = '1000000';

/** Everything is at one version, so a continue token is only where to go on. */
const objects = new Map<ObjectKind, Buffer[]>(OBJECT_KINDS.map((kind) => [kind, []]));
const [nodes = '5000', pods = '150000', seed = '1'] = process.argv.slice(2);
for (const object of largeCluster({ nodes: Number(nodes), pods: Number(pods), seed: Number(seed) })) {
  const kind = objectKindOf(typeMetaOf(object));
  if (kind !== undefined) objects.get(kind)?.push(Buffer.from(JSON.stringify(object)));
}
const byPath = new Map(OBJECT_KINDS.map((kind) => [listPath(kind, 'kubernetes'), objects.get(kind) ?? []]));

function writePage(all: readonly Buffer[], query: URLSearchParams, response: ServerResponse): void {
  const from = Number(query.get('continue') ?? 0);
  const to = Math.min(all.length, from + Number(query.get('limit') ?? all.length));
  const metadata = { resourceVersion: VERSION, continue: to < all.length ? String(to) : '' };
  response.write(`{"kind":"List","apiVersion":"v1","metadata":${JSON.stringify(metadata)},"items":[`);
  for (let index = from; index < to; index += 1) {
    if (index > from) response.write(',');
    response.write(all[index] ?? '');
  }
  response.end(']}\n');
}

const server = createServer((request, response) => {
  const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
  const all = byPath.get(pathname);
  if (all === undefined) response.writeHead(404).end();
  // A watch on which nothing happens.
  else if (searchParams.has('watch')) response.writeHead(200).flushHeaders();
  else writePage(all, searchParams, response);
});
server.listen(0, '127.0.0.1', () => {
  const address = server.address();
  console.log(typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '');
});
