/** `daemonward serve` on free ports, and what processor time it has taken, by its own account. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

/** All rules as they are by default, and the log at its default level. */
const CONFIGURATION = `apiVersion: daemonward.dev/v1alpha1
kind: Configuration
server: {address: 127.0.0.1, port: 0, drainSeconds: 0, tls: {directory: certs}}
ops: {port: 0}
cluster: {snapshots: [cluster.yaml]}
`;

const CLUSTER = `apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}, conditions: [{type: Ready, status: "True"}]}
`;

/** How the greeting ends. */
const LAST_WORDS = 'Ctrl-C';

/** `more`: objects of the cluster beside its node. */
export async function startReviewServer(more = '') {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-bench-'));
  writeFileSync(join(folder, 'cluster.yaml'), `${CLUSTER}${more}`);
  writeFileSync(join(folder, 'daemonward.yaml'), CONFIGURATION);
  const child = spawn(process.execPath, [MAIN, 'serve', '--config', 'daemonward.yaml'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  let greeting = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!greeting.includes(LAST_WORDS)) greeting += text;
  });
  while (!greeting.includes(LAST_WORDS)) await once(child.stdout, 'data');
  const [, port, opsUrl] = /:(\d+) .* and (http:\/\/[\d.]+:\d+)/.exec(greeting) ?? [];
  return {
    port: Number(port),
    opsUrl: opsUrl ?? '',
    pid: child.pid ?? 0,
    key: join(folder, 'certs/tls.key'),
    cert: join(folder, 'certs/tls.crt'),
    /** What a scheduler shows. */
    scheduler: { key: join(folder, 'certs/scheduler.key'), cert: join(folder, 'certs/scheduler.crt') },
    /** In microseconds since its start. */
    async cpu(): Promise<number> {
      const text = await (await fetch(`${opsUrl}/metrics`)).text();
      return 1e6 * Number(/^process_cpu_seconds_total (\S+)/m.exec(text)?.[1]);
    },
    async stop(): Promise<void> {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
