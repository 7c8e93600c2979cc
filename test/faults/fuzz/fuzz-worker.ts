/** One target in a thread of its own, so that somebody can see when it does not come back. */
import { parentPort, workerData } from 'node:worker_threads';
import { type FuzzCounts, fuzz } from './fuzz.ts';
import { targetNamed } from './targets.ts';

export interface FuzzOrder {
  readonly target: string;
  readonly count: number;
  readonly seed: number;
  /** One number: the input that is being read. */
  readonly progress: Int32Array;
}

export type FuzzReport = FuzzCounts & { readonly grownBytes: number };

const { target: name, count, seed, progress }: FuzzOrder = workerData;
const target = targetNamed(name);
if (target === undefined) throw new Error(`there is no target ${name}`);

/** What is compiled and cached once is there after these. */
const WARM_SHARE = 0.1;

const begin = (index: number) => Atomics.store(progress, 0, index);
const warm = await fuzz({ target, count: Math.ceil(count * WARM_SHARE), seed, begin });
const before = keptBytes();
const rest = await fuzz({ target, count: count - warm.inputs, seed: seed + 1, begin });
const report: FuzzReport = {
  inputs: warm.inputs + rest.inputs,
  taken: warm.taken + rest.taken,
  refused: warm.refused + rest.refused,
  longestMs: Math.max(warm.longestMs, rest.longestMs),
  failed: [...warm.failed, ...rest.failed],
  kinds: new Map([...warm.kinds, ...rest.kinds]),
  grownBytes: keptBytes() - before,
};
parentPort?.postMessage(report);

function keptBytes(): number {
  globalThis.gc?.();
  return process.memoryUsage().heapUsed;
}
