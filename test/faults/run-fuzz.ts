/**
 * `npm run fuzz [-- --full --seed N --target NAME --keep]`: what became of so many spoilt inputs, as JSON; ends with 1 when one of them
 * crashed, hung, took long or was refused without a place, or when memory grew. `--full` is a million of them. `--keep` adds
 * an input to test/faults/corpus for every kind of error that has none there yet.
 */
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import { keptOf, readCorpus, shortened, writeCorpus } from './fuzz/corpus.ts';
import type { FuzzOrder, FuzzReport } from './fuzz/fuzz-worker.ts';
import type { Target } from './fuzz/target.ts';
import { allTargets, countsFor, targetNamed } from './fuzz/targets.ts';

const SHORT = 20_000;
const FULL = 1_000_000;

/** Beyond the heap after the first part: what an input left behind would add up. */
const LEFT_BYTES = 64 * 1024 * 1024;

/** Nothing takes a second of its own; on a machine with much else to do it may wait for minutes. */
const SILENT_MS = 300_000;
const LOOK_EVERY_MS = 1_000;

const WORKER = new URL('fuzz/fuzz-worker.ts', import.meta.url);

const { values } = parseArgs({
  options: {
    full: { type: 'boolean', default: false },
    keep: { type: 'boolean', default: false },
    count: { type: 'string' },
    seed: { type: 'string', default: '1' },
    target: { type: 'string' },
  },
});

const named = values.target === undefined ? undefined : targetNamed(values.target);
const targets = values.target === undefined ? allTargets() : named === undefined ? [] : [named];
if (targets.length === 0) {
  const known = allTargets().map(({ name }) => name);
  console.error(`--target: there is none of that name, but ${known.join(', ')}`);
  process.exit(2);
}
const count = Number(values.count ?? (values.full ? FULL : SHORT));
const seed = Number(values.seed);
let isGood = true;
let inputs = 0;
for (const [target, share] of countsFor(targets, count)) {
  const { kinds, failed, ...counts } = await inThread({ target: target.name, count: share, seed });
  inputs += counts.inputs;
  isGood &&= failed.length === 0 && counts.grownBytes <= LEFT_BYTES;
  console.log(JSON.stringify({ target: target.name, ...counts, kinds: kinds.size, failed }));
  if (values.keep) await keep(target, kinds);
}
console.log(JSON.stringify({ inputs, seed, isGood }));
if (!isGood) process.exitCode = 1;

/** Ends the process when the thread does not come back: there is no other way out of a search without end. */
function inThread(order: Omit<FuzzOrder, 'progress'>): Promise<FuzzReport> {
  const progress = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT));
  const worker = new Worker(WORKER, { workerData: { ...order, progress } satisfies FuzzOrder });
  let last = { index: -1, at: performance.now() };
  const look = setInterval(() => {
    const index = Atomics.load(progress, 0);
    if (index !== last.index) last = { index, at: performance.now() };
    else if (performance.now() - last.at > SILENT_MS) {
      console.log(JSON.stringify({ ...order, hangs: index }));
      process.exit(1);
    }
  }, LOOK_EVERY_MS);
  return new Promise<FuzzReport>((resolve, reject) => {
    worker.once('message', resolve);
    worker.once('error', reject);
  }).finally(() => clearInterval(look));
}

async function keep(target: Target, kinds: ReadonlyMap<string, Buffer>): Promise<void> {
  const corpus = readCorpus();
  const known = new Set(corpus.filter((kept) => kept.target === target.name).map(({ error }) => error));
  for (const [error, input] of kinds) {
    // Between threads a buffer becomes plain bytes.
    if (!known.has(error))
      corpus.push(keptOf(target.name, error, await shortened(target, Buffer.from(input))));
  }
  writeCorpus(corpus);
}
