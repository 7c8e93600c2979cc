/** The writing of Orders over a small cluster and an API server in memory, with the time in the hands of the test. */
import pino from 'pino';
import { onTestFinished, vi } from 'vitest';
import type { ApiRequest } from '../../../../src/cluster/api/api-answer.ts';
import { ApiClient } from '../../../../src/cluster/api/api-client.ts';
import { defaultConfiguration } from '../../../../src/config/schema/schema.ts';
import type { EventNote } from '../../../../src/server/events/event-note.ts';
import { createMetrics } from '../../../../src/server/observe/metrics.ts';
import { openOrders } from '../../../../src/server/orders/open-orders.ts';
import { MissingRights } from '../../../../src/server/writer/missing-rights.ts';
import { NOW, type OrderCluster, ordersOver } from '../../orders/cluster-with-orders.ts';

interface Stage {
  readonly guardians?: 'on' | 'off';
  readonly perSecond?: number;
  /** Whose Orders, where the cluster has several. */
  readonly partition?: string;
}

interface Known {
  holds: boolean;
  /** The words of the API server, where it does not allow it. */
  forbids(request: ApiRequest): string | undefined;
}

export interface Write {
  /** In seconds since the beginning. */
  readonly at: number;
  readonly method: string;
  readonly path: string;
}

/** Pods that are made or deleted are in the view at once; a status is kept for who reads it again. */
export function followOrders(
  cluster: OrderCluster,
  { guardians = 'off', perSecond = 20, partition = '' }: Stage = {},
) {
  vi.useFakeTimers({ now: NOW });
  const known: Known = { holds: true, forbids: () => undefined };
  const writes: Write[] = [];
  const statuses = new Map<string, object>();
  const notes: EventNote[] = [];
  const log: string[] = [];
  const answer = ({ method, path: whole, body = '{}' }: ApiRequest): object => {
    const [path = ''] = whole.split('?');
    if (method === 'GET') return { status: statuses.get(path) };
    writes.push({ at: (Date.now() - NOW) / 1_000, method, path });
    const object = Object(JSON.parse(body));
    if (method === 'PATCH') statuses.set(path, object.status);
    if (method === 'POST') cluster.put('pods', madeOf(object));
    if (method === 'DELETE') cluster.gone('pods', Object(object.preconditions).uid);
    return object;
  };
  const api = new ApiClient({
    send: async (request) => {
      const message = known.forbids(request);
      const object = message === undefined ? answer(request) : { message };
      return { status: message === undefined ? 200 : 403, body: bytesOf(object) };
    },
  });
  const warn = pino(
    { base: null, timestamp: false },
    { write: (line: string) => void log.push(JSON.parse(line).msg) },
  );
  const metrics = createMetrics();
  const orders = openOrders({
    partition,
    api,
    holds: () => known.holds,
    rights: new MissingRights(({ right }) => void log.push(`missing: ${right}`)),
    log: warn,
    metrics,
    guardiansDue: (count) => metrics.guardiansDue.set(count),
    settings: () => ({ ...defaultConfiguration().orders, guardians, guardiansPerSecond: perSecond }),
    tell: (note) => void notes.push(note),
    now: () => new Date(),
    clock: () => Date.now(),
  });
  const { extender } = ordersOver(cluster, { clock: theClock });
  orders.follow(extender);
  onTestFinished(async () => {
    await orders.stop();
    extender.stop();
    vi.useRealTimers();
  });
  const pass = (seconds: number) => vi.advanceTimersByTimeAsync(seconds * 1_000);
  const count = (method: string) => writes.filter((write) => write.method === method).length;
  return { known, writes, statuses, notes, log, metrics, orders, extender, pass, count };
}

/** That of the fake timers. */
const theClock = {
  get now() {
    return Date.now();
  },
};

/** As a scheduler and a kubelet would have it a moment later. */
function madeOf(pod: { metadata: { name: string }; spec: object }): object {
  const terms = JSON.stringify(pod.spec);
  const [, nodeName = ''] = /"metadata\.name","operator":"In","values":\["([^"]+)"\]/.exec(terms) ?? [];
  return {
    ...pod,
    metadata: { ...pod.metadata, uid: `uid of ${pod.metadata.name}` },
    spec: { ...pod.spec, nodeName, priority: 0 },
    status: { phase: 'Running' },
  };
}

async function* bytesOf(object: object): AsyncGenerator<Buffer> {
  yield Buffer.from(JSON.stringify(object));
}
