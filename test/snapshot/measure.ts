/** Loads snapshot files in this process and prints what it took: `node --expose-gc test/snapshot/measure.ts FILE…`. */
import { loadSnapshot } from '../../src/cluster/snapshot/snapshot.ts';

const BYTES_PER_MB = 1_000_000;
/** `resourceUsage` counts in KiB. */
const BYTES_PER_KIB = 1024;

function heapAfterGc(): number {
  // Without --expose-gc the figure would be whatever garbage happens to lie around.
  if (globalThis.gc === undefined) return Number.NaN;
  globalThis.gc();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

function megabytes(bytes: number): number {
  return Math.round(bytes / BYTES_PER_MB);
}

const idleHeap = heapAfterGc();
const idleRss = process.resourceUsage().maxRSS * BYTES_PER_KIB;
const idleCpu = process.cpuUsage();
const start = process.hrtime.bigint();
const { store, report } = loadSnapshot(process.argv.slice(2));
const seconds = Number(process.hrtime.bigint() - start) / 1e9;
const cpu = process.cpuUsage(idleCpu);
const peakRss = process.resourceUsage().maxRSS * BYTES_PER_KIB;
const viewHeap = heapAfterGc() - idleHeap;
console.log(
  JSON.stringify({
    counts: report.counts,
    seconds: Number(seconds.toFixed(2)),
    // On a busy machine the truer figure.
    cpuSeconds: Number(((cpu.user + cpu.system) / 1e6).toFixed(2)),
    idleRssMB: megabytes(idleRss),
    peakRssMB: megabytes(peakRss),
    viewHeapMB: megabytes(viewHeap),
    revision: store.revision,
  }),
);
