/** Whether a filter call goes by a node's change as soon as its watch event has come. */
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, type ServerResponse } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { connectTo } from '../../src/cluster/api/connection.ts';
import { listPath } from '../../src/cluster/api-kinds.ts';
import { watchCluster } from '../../src/cluster/watch/watch.ts';
import { UNOBSERVED } from '../../src/scheduler/observer.ts';
import { proxiedKubeconfig } from '../e2e/harness/proxied-kubeconfig.ts';
import { waitFor } from '../e2e/harness/wait-for.ts';
import { extenderOver } from '../unit/scheduler/extender.ts';
import type { Effort } from './effort.ts';
import { figureOf, verdictOf } from './figure.ts';
import { DAEMONS, daemonSetObject, nodeNames, nodeObject, tenantPod } from './filter-by-names.ts';
import type { Row } from './result.ts';

const NODES = 5_000;
const CHANGES_PER_ROUND = 20;
const SYNCED_WITHIN_MS = 120_000;

/** A pod of half a core has room, and beside what four daemons are owed, none. */
const SMALL = { cpu: '700m', memory: '64Gi', pods: '110' };
const LARGE = { cpu: '16', memory: '64Gi', pods: '110' };

const FIRST_VERSION = 1_000;
const NODES_PATH = listPath('nodes', 'kubernetes');

export async function nodeChange({ rounds }: Effort): Promise<Row[]> {
  const names = nodeNames(NODES);
  const api = await startApi(names);
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-bench-'));
  const credentials = {
    kind: 'kubeconfig',
    files: [proxiedKubeconfig(folder, api.url)],
    context: undefined,
    namedBy: 'the bench',
  } as const;
  const { connection, detail } = await connectTo(credentials, 'bench');
  let heard = (): void => {};
  const nothing = () => {};
  const report = {
    listed: nothing,
    event: () => heard(),
    received: nothing,
    broken: nothing,
    unreadable: nothing,
    withheld: nothing,
  };
  const { view, stop } = watchCluster({
    connection,
    detail,
    flavor: 'kubernetes',
    pageSize: 500,
    idleMs: 600_000,
    report,
  });
  const isWatched = () => view.synced && api.isWatched();
  await waitFor('the view is synced and the watch open', isWatched, Boolean, { withinMs: SYNCED_WITHIN_MS });
  const { ask } = extenderOver(view, { observer: UNOBSERVED });
  const isRefused = (node: string) =>
    JSON.stringify(ask('filter', { Pod: tenantPod(), NodeNames: [node] })).includes('DW504');
  const right: number[] = [];
  const milliseconds: number[] = [];
  let version = FIRST_VERSION;
  for (let change = 0; change < rounds * CHANGES_PER_ROUND; change += 1) {
    const name = names[change % NODES] ?? '';
    // Each changes twice: it has no room any more, and it has room again.
    for (const [allocatable, isSmall] of [
      [SMALL, true],
      [LARGE, false],
    ] as const) {
      const event = Promise.withResolvers<void>();
      heard = event.resolve;
      version += 1;
      const begin = performance.now();
      api.send({ type: 'MODIFIED', object: changed(name, allocatable, version) });
      await event.promise;
      right.push(isRefused(name) === isSmall ? 1 : 0);
      milliseconds.push(performance.now() - begin);
    }
  }
  await stop();
  api.close();
  rmSync(folder, { recursive: true });
  const share = right.reduce((sum, one) => sum + one, 0) / right.length;
  return [
    {
      what: `a node of ${NODES.toLocaleString('en')} changes`,
      subjects: [],
      verdicts: [
        verdictOf({
          what: `filter calls right after the watch event that go by it, of ${right.length}`,
          unit: 'of 1',
          measured: figureOf([share]),
          goal: { atLeast: 1 },
        }),
        verdictOf({ what: 'from the sending to the answer', unit: 'ms', measured: figureOf(milliseconds) }),
      ],
    },
  ];
}

function changed(name: string, allocatable: object, version: number) {
  const node = nodeObject(name);
  const metadata = { ...node.metadata, resourceVersion: String(version) };
  return { ...node, metadata, status: { ...node.status, allocatable } };
}

/** Lists nodes and DaemonSets, nothing of any other kind, and sends events of nodes. */
async function startApi(names: readonly string[]) {
  const watches: ServerResponse[] = [];
  const lists = new Map<string, readonly object[]>([
    [NODES_PATH, names.map(nodeObject)],
    [listPath('daemonSets', 'kubernetes'), DAEMONS.map(daemonSetObject)],
  ]);
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://localhost');
    if (searchParams.has('watch')) {
      response.writeHead(200).flushHeaders();
      if (pathname === NODES_PATH) watches.push(response);
      return;
    }
    const metadata = { resourceVersion: String(FIRST_VERSION) };
    response.end(
      JSON.stringify({ kind: 'List', apiVersion: 'v1', metadata, items: lists.get(pathname) ?? [] }),
    );
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const address = server.address();
  const port = typeof address === 'object' && address !== null ? address.port : 0;
  return {
    url: `http://127.0.0.1:${port}`,
    isWatched: () => watches.length > 0,
    send: (event: object) => watches.at(-1)?.write(`${JSON.stringify(event)}\n`),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
