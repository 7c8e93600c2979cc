/** `npm run bench:watch [-- NODES PODS]`: from zero to a synced view over HTTP, and what it weighs. Prints JSON. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { connectTo } from '../../src/cluster/api/connection.ts';
import { watchCluster } from '../../src/cluster/watch/watch.ts';
import { proxiedKubeconfig } from '../e2e/harness/proxied-kubeconfig.ts';

const BYTES_PER_MB = 1_000_000;
const BYTES_PER_KIB = 1024;
const LOOK_EVERY_MS = 5;

function heapAfterGc(): number {
  globalThis.gc?.();
  const { heapUsed, arrayBuffers } = process.memoryUsage();
  return heapUsed + arrayBuffers;
}

const folder = mkdtempSync(join(tmpdir(), 'daemonward-bench-'));
const serverFile = fileURLToPath(new URL('list-server.ts', import.meta.url));
const server = spawn(process.execPath, [serverFile, ...process.argv.slice(2)], {
  stdio: ['ignore', 'pipe', 'inherit'],
});
const [url] = await once(server.stdout, 'data');
const file = proxiedKubeconfig(folder, String(url).trim());
const { connection, detail } = await connectTo(
  { kind: 'kubeconfig', files: [file], context: undefined, namedBy: 'the test' },
  'bench',
);

const idleHeap = heapAfterGc();
const idleRss = process.memoryUsage().rss;
const idleCpu = process.cpuUsage();
const begin = performance.now();
const problems: string[] = [];
const { view, stop } = watchCluster({
  connection,
  detail,
  flavor: 'kubernetes',
  pageSize: 500,
  idleMs: 90_000,
  report: {
    listed: () => {},
    event: () => {},
    received: () => {},
    broken: (kind, { message }) => problems.push(`${kind}: ${message}`),
    unreadable: (kind, message) => problems.push(`${kind}: ${message}`),
    withheld: (kind, message) => problems.push(`${kind}: ${message}`),
  },
});
while (!view.synced) await new Promise((resolve) => setTimeout(resolve, LOOK_EVERY_MS));
const seconds = (performance.now() - begin) / 1000;
const cpu = process.cpuUsage(idleCpu);
const peakRss = process.resourceUsage().maxRSS * BYTES_PER_KIB;
const viewHeap = heapAfterGc() - idleHeap;
const settledRss = process.memoryUsage().rss;
console.log(
  JSON.stringify(
    {
      counts: view.counts(),
      secondsToSynced: Number(seconds.toFixed(1)),
      cpuSeconds: Number(((cpu.user + cpu.system) / 1e6).toFixed(1)),
      idleRssMB: Math.round(idleRss / BYTES_PER_MB),
      peakRssMB: Math.round(peakRss / BYTES_PER_MB),
      settledRssMB: Math.round(settledRss / BYTES_PER_MB),
      viewHeapMB: Math.round(viewHeap / BYTES_PER_MB),
      problems,
    },
    null,
    2,
  ),
);
await stop();
server.kill();
rmSync(folder, { recursive: true });
