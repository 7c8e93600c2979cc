/**
 * All API servers of the simulated cluster, each on a port of its own, in a process of its own: `node api-servers.ts NODES`
 * prints the addresses of its partitions as JSON. They list in pages, made as they are asked for, and hold watches open; a POST to
 * `/event` sends one event on a watch.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { listPath } from '../../../src/cluster/api-kinds.ts';
import type { ObjectKind } from '../../../src/cluster/records.ts';
import type { PartitionRole } from '../../../src/kube/partition-roles.ts';
import {
  DAEMON_SETS,
  daemonSetText,
  NAMESPACE_COUNT,
  namespaceText,
  nodesOf,
  nodeText,
  PRIORITY_CLASSES,
  podsOf,
  podText,
  RESOURCE_PARTITIONS,
  type Size,
  TENANT_PARTITIONS,
} from './objects.ts';

const VERSION = '2000000';

interface Listing {
  readonly count: number;
  /** Null where there is a gap. */
  textOf(index: number): string | null;
}

const NOTHING: Listing = { count: 0, textOf: () => null };

function listingsOf(role: PartitionRole, number: number, size: Size): ReadonlyMap<string, Listing> {
  const kinds: readonly (readonly [ObjectKind, Listing])[] =
    role === 'resource'
      ? [['nodes', { count: nodesOf(number, size), textOf: (index) => nodeText(number, index, size) }]]
      : [
          ['pods', { count: podsOf(size), textOf: (index) => podText(number, index, size) }],
          ['daemonSets', { count: DAEMON_SETS, textOf: (index) => daemonSetText(number, index, size) }],
          ['namespaces', { count: NAMESPACE_COUNT, textOf: namespaceText }],
          [
            'priorityClasses',
            { count: PRIORITY_CLASSES.length, textOf: (index) => PRIORITY_CLASSES[index] ?? null },
          ],
          ['limitRanges', NOTHING],
          ['runtimeClasses', NOTHING],
          ['orders', NOTHING],
        ];
  return new Map(kinds.map(([kind, listing]) => [listPath(kind, 'kubernetes'), listing]));
}

function page(listing: Listing, query: URLSearchParams): string {
  const from = Number(query.get('continue') ?? 0);
  const to = Math.min(listing.count, from + Number(query.get('limit') ?? listing.count));
  const metadata = { resourceVersion: VERSION, continue: to < listing.count ? String(to) : '' };
  const items: string[] = [];
  for (let index = from; index < to; index += 1) {
    const item = listing.textOf(index);
    if (item !== null) items.push(item);
  }
  return `{"kind":"List","apiVersion":"v1","metadata":${JSON.stringify(metadata)},"items":[${items.join(',')}]}\n`;
}

function serve(role: PartitionRole, number: number, size: Size): Promise<string> {
  const listings = listingsOf(role, number, size);
  const watches = new Map<string, ServerResponse>();
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (pathname === '/event') {
      const { path, event }: { path: string; event: unknown } = JSON.parse(await text(request));
      watches.get(path)?.write(`${JSON.stringify(event)}\n`);
      response.writeHead(204).end();
      return;
    }
    const listing = listings.get(pathname);
    if (listing === undefined) response.writeHead(404).end();
    else if (searchParams.has('watch')) {
      watches.set(pathname, response);
      response.writeHead(200).flushHeaders();
    } else response.end(page(listing, searchParams));
  };
  const server = createServer((request, response) => void answer(request, response));
  const { promise, resolve } = Promise.withResolvers<string>();
  server.listen(0, '127.0.0.1', () => {
    const address = server.address();
    resolve(typeof address === 'object' && address !== null ? `http://127.0.0.1:${address.port}` : '');
  });
  return promise;
}

export interface ServedPartition {
  readonly name: string;
  readonly role: PartitionRole;
  readonly url: string;
}

const size: Size = { nodes: Number(process.argv[2] ?? 5_000) };
const served: ServedPartition[] = [];
for (let number = 0; number < TENANT_PARTITIONS; number += 1) {
  served.push({ name: `tenant-${number}`, role: 'tenant', url: await serve('tenant', number, size) });
}
for (let number = 0; number < RESOURCE_PARTITIONS; number += 1) {
  served.push({ name: `resource-${number}`, role: 'resource', url: await serve('resource', number, size) });
}
console.log(JSON.stringify(served));
