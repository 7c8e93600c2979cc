/** `node test/bench/names.ts`: what the byte path of a call by names costs, as ratios to JSON.parse in the same run. */
import { createProjector } from '../../src/cluster/projection/projector.ts';
import { ClusterStore } from '../../src/cluster/store/store.ts';
import { NameTable } from '../../src/scheduler/names/name-table.ts';
import { createNamesReader } from '../../src/scheduler/names/names-reader.ts';
import { writeNamesPriorities, writeNamesResult } from '../../src/scheduler/names/names-writer.ts';
import { type Random, seededRandom } from '../snapshot/random.ts';
import { stopwatch } from './thread-time.ts';

/** Each round measures everything once, in turn. The least of the rounds counts: what disturbs only ever adds. */
const ROUNDS = 7;
/** So many bodies of each kind, taken in turn: the next call never repeats the last one. */
const BODIES = 8;

const SIZES = [
  { nodes: 500, asked: 500 },
  { nodes: 5_000, asked: 500 },
  { nodes: 5_000, asked: 5_000 },
  { nodes: 100_000, asked: 5_000 },
  { nodes: 100_000, asked: 100_000 },
] as const;

const filler = Object.fromEntries(
  Array.from({ length: 60 }, (_, index) => [`example.com/key-${index}`, 'x'.repeat(50)]),
);
const pod = {
  metadata: { name: 'web-1', namespace: 'shop', uid: seededRandom(1).uid(), annotations: filler },
  spec: {
    containers: [{ name: 'web', image: 'web:1', resources: { requests: { cpu: '1', memory: '1Gi' } } }],
  },
};

function nodeNames(count: number): string[] {
  return Array.from(
    { length: count },
    (_, index) => `ip-10-${index >>> 16}-${(index >>> 8) & 255}-${index & 255}.eu-central-1.compute.internal`,
  );
}

/** From a start that moves on with each call, as the scheduler's does. */
function rotated(names: readonly string[], count: number, turn: number): string[] {
  const start = (turn * count * 3) % names.length;
  return Array.from({ length: count }, (_, index) => names[(start + index) % names.length] ?? '');
}

function shuffled(names: readonly string[], random: Random): string[] {
  const order = [...names];
  for (let index = order.length - 1; index > 0; index -= 1) {
    const other = random.below(index + 1);
    [order[index], order[other]] = [order[other] ?? '', order[index] ?? ''];
  }
  return order;
}

function bodyOf(NodeNames: readonly string[]): Buffer {
  return Buffer.from(JSON.stringify({ Pod: pod, Nodes: null, NodeNames }));
}

function storeOf(names: readonly string[]): ClusterStore {
  const store = new ClusterStore({ kind: 'snapshot', detail: 'a bench' });
  const projector = createProjector();
  for (const name of names) {
    const projected = projector.nodes({ metadata: { name } });
    if (projected.ok) store.put('nodes', projected.record);
  }
  return store;
}

const results = SIZES.flatMap(({ nodes, asked }) => {
  const names = nodeNames(nodes);
  const read = createNamesReader(new NameTable(storeOf(names)));
  const random = seededRandom(7);
  const all = new Uint8Array(asked).fill(1);
  const half = all.map((_, index) => index & 1);
  const none = new Uint8Array(asked);
  const scores = none.map((_, index) => index % 11);
  const reason = (index: number): string => `DW504 node-${index}: 200m cpu held for kube-system/log-agent`;
  const answer = (passes: Uint8Array) => (body: Buffer) => {
    const found = read(body);
    if (found === null) throw new Error('the body did not take the byte path');
    return writeNamesResult(body, found, { passes, reasonOf: reason }, false);
  };
  const works = {
    'JSON.parse': (body: Buffer): unknown => JSON.parse(body.toString('utf8')),
    read,
    'read and write, all pass': answer(all),
    'read and write, every second refused': answer(half),
    'read and write, all refused': answer(none),
    'read and write priorities': (body: Buffer) => {
      const found = read(body);
      return found === null ? null : writeNamesPriorities(body, found, scores);
    },
  };
  const orders = {
    'cache order': Array.from({ length: BODIES }, (_, turn) => bodyOf(rotated(names, asked, turn))),
    shuffled: Array.from({ length: BODIES }, () => bodyOf(shuffled(names, random).slice(0, asked))),
  };
  return Object.entries(orders).map(([order, bodies]) => {
    const least = new Map<string, number>();
    const watches = Object.entries(works).map(([name, work]) => ({ name, time: stopwatch(work, bodies) }));
    for (let round = 0; round < ROUNDS; round += 1) {
      for (const { name, time } of watches) {
        least.set(name, Math.min(least.get(name) ?? Number.POSITIVE_INFINITY, time()));
      }
    }
    const parse = least.get('JSON.parse') ?? Number.NaN;
    const timesJsonParse = Object.fromEntries(
      [...least].map(([name, time]) => [name, +(time / parse).toFixed(2)]),
    );
    return {
      nodes,
      asked,
      order,
      bytes: bodies[0]?.length,
      parseMicroseconds: Math.round(parse),
      timesJsonParse,
    };
  });
});

console.log(JSON.stringify(results, null, 2));
