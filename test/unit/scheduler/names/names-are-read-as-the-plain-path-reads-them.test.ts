/** The quick way to read and answer a call by names says just what the plain one says, or leaves the call to it. */
import { expect, test } from 'vitest';
import type { ClusterStore } from '../../../../src/cluster/store/store.ts';
import { NameTable } from '../../../../src/scheduler/names/name-table.ts';
import { type CallByNames, createNamesReader } from '../../../../src/scheduler/names/names-reader.ts';
import { writeNamesPriorities, writeNamesResult } from '../../../../src/scheduler/names/names-writer.ts';
import {
  type ExtenderArgs,
  parseExtenderArgs,
  writeFilterResult,
  writeHostPriorities,
} from '../../../../src/scheduler/wire/extender-args.ts';
import { type Random, seededRandom } from '../../../snapshot/random.ts';
import { emptyStore, node } from '../../cluster/records.ts';
import { randomBodies } from './random-bodies.ts';

/** So many that each shape comes often; more of other seeds: `npm run fuzz`. */
const BODIES = 30_000;
/** Some seconds on a quiet machine; a busy one may take its time. */
const TIMEOUT_MS = 90_000;
/** So often nodes come and go between two calls. */
const CHANGE_EVERY = 200;
const NAMES = Array.from({ length: 60 }, (_, index) =>
  index % 7 === 0 ? `nœud-${index}-漢😀` : `ip-10-0-${index}.${'x'.repeat(index % 9)}compute.internal`,
);

test(`${BODIES} bodies are read and answered alike`, { timeout: TIMEOUT_MS }, () => {
  const random = seededRandom(6);
  const store = emptyStore();
  for (const name of NAMES) store.put('nodes', node(name));
  const read = createNamesReader(new NameTable(store));
  const bodies = randomBodies(random, () => NAMES);
  const counts = { quick: 0, names: 0, unknown: 0, refused: 0 };
  const differences: string[] = [];

  for (let turn = 0; turn < BODIES; turn += 1) {
    if (turn % CHANGE_EVERY === 0) change(store, random);
    const bytes = bodies.next();
    const plain = parseExtenderArgs(bytes, true);
    const asked = read(bytes);
    if (!plain.ok) counts.refused += 1;
    if (asked === null) continue;
    counts.quick += 1;
    counts.names += asked.count;
    counts.unknown += asked.numbers.subarray(0, asked.count).filter((number) => number < 0).length;
    const difference = plain.ok ? differenceOf(bytes, asked, plain.value, store, random) : 'no mistake seen';
    if (difference !== undefined) differences.push(`${difference} in ${bytes.toString('latin1')}`);
  }

  expect(differences.slice(0, 5)).toEqual([]);
  // None of them would be worth much if nearly every body took the other way.
  expect(counts.quick).toBeGreaterThan(BODIES * 0.3);
  expect(counts.refused).toBeGreaterThan(BODIES * 0.2);
  expect(counts.names).toBeGreaterThan(BODIES * 2);
  expect(counts.unknown).toBeGreaterThan(BODIES * 0.1);
});

/** What the two ways say differently of one body. */
function differenceOf(
  bytes: Buffer,
  asked: CallByNames,
  plain: ExtenderArgs,
  store: ClusterStore,
  random: Random,
): string | undefined {
  const names = Array.from({ length: asked.count }, (_, index) =>
    bytes.toString('utf8', asked.starts[index], asked.ends[index]),
  );
  const numbers = names.map((name) => store.nodeNumber(name));
  const passes = Uint8Array.from(names, () => (random.below(4) === 0 ? 0 : 1));
  const scores = Uint8Array.from(names, () => random.below(11));
  const reasonOf = (index: number): string => `DW504 "${index}" \\ é\u2028\n`;
  const all = new Uint8Array(names.length).fill(1);
  const bothMaps = random.below(2) === 0;
  const result = { passes, reasonOf };
  type Pair = readonly [quick: unknown, plain: unknown];
  // One for each body is enough for every writer to get thousands, and keeps the test short.
  const written = random.pick<() => Pair>([
    () => [
      writeNamesResult(bytes, asked, { passes: all, reasonOf }, bothMaps).toString(),
      writeFilterResult(plain, {}, bothMaps).toString(),
    ],
    () => [
      JSON.parse(writeNamesResult(bytes, asked, result, bothMaps).toString()),
      JSON.parse(writeFilterResult(plain, { nodeNames: result, nodes: result }, bothMaps).toString()),
    ],
    () => [writeNamesPriorities(bytes, asked, scores).toString(), writeHostPriorities(names, scores)],
  ]);
  const pairs: Record<string, Pair> = {
    nodes: [null, plain.nodes],
    names: [names, plain.nodeNames],
    numbers: [Array.from(asked.numbers.subarray(0, asked.count)), numbers],
    pod: [asked.pod, plain.pod],
    identity: [asked.identity, identityIn(bytes, asked)],
    written: written(),
  };
  for (const [what, [quick, slow]] of Object.entries(pairs)) {
    if (quick !== slow && JSON.stringify(quick) !== JSON.stringify(slow)) return what;
  }
  return undefined;
}

/** The identity as a parser gives it, where the quick reader dares to say. */
function identityIn(bytes: Buffer, { pod, identity }: CallByNames): CallByNames['identity'] {
  const { metadata = {} }: { metadata?: Record<string, string> } = JSON.parse(
    bytes.toString('utf8', pod.start, pod.end),
  );
  return {
    uid: identity.uid && metadata.uid,
    resourceVersion: identity.resourceVersion && metadata.resourceVersion,
  };
}

/** Some nodes go and others come back, so that their numbers are given anew. */
function change(store: ClusterStore, random: Random): void {
  for (let step = 0; step < 12; step += 1) {
    const name = NAMES[random.below(NAMES.length)] ?? '';
    if (random.below(3) === 0) store.remove('nodes', name);
    else store.put('nodes', node(name));
  }
}
