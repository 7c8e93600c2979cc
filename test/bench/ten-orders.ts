/** Filter calls while ten orders keep room on every node, against the same calls while nothing is held; and the heap of both. */
import { orderObject } from '../unit/orders/order.ts';
import type { Effort } from './effort.ts';
import { figureOf, verdictOf } from './figure.ts';
import { bodiesOf, clusterOf, nodeNames } from './filter-by-names.ts';
import { inProcess } from './in-process.ts';
import type { Row } from './result.ts';

const NODES = 5_000;
const ORDERS = 10;
/** Beside its daemons: about thirty pods a node, as most clusters have. */
const TENANT_PODS = 26;

/** Always in force, from where the clock of the bench stands. */
const LASTING = {
  created: '1970-01-01T00:00:00Z',
  strategy: { type: 'Recurring', schedule: '0 0 * * *', refreshPolicy: 'Always' },
};

const NOTHING_HELD = 'nothing held';

export async function tenOrders(effort: Effort): Promise<Row[]> {
  const names = nodeNames(NODES);
  const none = clusterOf(names, false);
  const before = heapBytes();
  const ordered = clusterOf(names, false);
  for (const node of names)
    for (let index = 0; index < TENANT_PODS; index += 1) ordered.put('pods', tenant(node, index));
  const between = heapBytes();
  for (let index = 0; index < ORDERS; index += 1) {
    ordered.put('orders', orderObject({ name: `room-${index}`, cpu: '50m', memory: '64Mi', ...LASTING }));
  }
  ordered.extender.ledger.refresh();
  const after = heapBytes();
  const held = ordered.extender.ledger.reservations().size;
  if (held !== NODES) throw new Error(`orders keep room on ${held} nodes of ${NODES}`);
  const rows: Row[] = [];
  for (const { order, bodies } of bodiesOf(names, none.pod)) {
    const work = (body: Buffer) => ordered.doors.get('/scheduler/filter')?.answer(body);
    const others = [
      { name: NOTHING_HELD, work: (body: Buffer) => none.doors.get('/scheduler/filter')?.answer(body) },
    ];
    const what = `filter, ${NODES.toLocaleString('en')} names, ${ORDERS} orders, ${order}`;
    rows.push(await inProcess({ what, bodies, work, others, goals: { [NOTHING_HELD]: null } }, effort));
  }
  const times = figureOf([(after - before) / (between - before)]);
  return [
    ...rows,
    {
      what: `heap, ${NODES.toLocaleString('en')} nodes, ${ORDERS} orders`,
      subjects: [],
      verdicts: [verdictOf({ what: 'heap against no orders', measured: times })],
    },
  ];
}

function tenant(nodeName: string, index: number): object {
  const name = `web-${index}-${nodeName}`;
  return {
    metadata: {
      name,
      namespace: `shop-${index}`,
      uid: name,
      labels: { app: 'web', 'pod-template-hash': '5d4f8c7b9' },
    },
    spec: {
      nodeName,
      containers: [{ name: 'web', resources: { requests: { cpu: '100m', memory: '256Mi' } } }],
    },
    status: { phase: 'Running' },
  };
}

function heapBytes(): number {
  if (globalThis.gc === undefined) throw new Error('heap is only measured with --expose-gc');
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}
