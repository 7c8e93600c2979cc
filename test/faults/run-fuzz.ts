/** `npm run fuzz [-- COUNT SEED]`: prints what became of so many spoilt bodies as JSON; fails when one was our mistake. */
import { fuzz } from './fuzz.ts';

const COUNT = 300_000;
/** The bodies themselves are small: what takes this long is a search that went wrong, or a machine that is busy. */
const LONGEST_MS = 100;
/** Beyond the heap after the first part: what a body left behind would add up. */
const LEFT_BYTES = 64 * 1024 * 1024;
/** So that memory is looked at in between. */
const PARTS = 10;

const [count = COUNT, seed = 1] = process.argv.slice(2).map(Number);
const heaps: number[] = [];
const totals = { bodies: 0, answered: 0, refused: new Map<string, number>(), longestMs: 0 };
const failed: unknown[] = [];
for (let part = 0; part < PARTS; part += 1) {
  const counts = await fuzz(Math.ceil(count / PARTS), seed + part);
  totals.bodies += counts.bodies;
  totals.answered += counts.answered;
  totals.longestMs = Math.max(totals.longestMs, counts.longestMs);
  for (const [code, times] of Object.entries(counts.refused)) {
    totals.refused.set(code, (totals.refused.get(code) ?? 0) + times);
  }
  failed.push(...counts.failed.map((failure) => ({ seed: seed + part, ...failure })));
  globalThis.gc?.();
  heaps.push(process.memoryUsage().heapUsed);
}
const grownBytes = (heaps.at(-1) ?? 0) - (heaps[0] ?? 0);
console.log(
  JSON.stringify({ ...totals, refused: Object.fromEntries(totals.refused), failed, grownBytes }, null, 2),
);
if (failed.length > 0 || totals.longestMs > LONGEST_MS || grownBytes > LEFT_BYTES) process.exitCode = 1;
