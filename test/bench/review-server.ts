/** `daemonward serve` on free ports, as a process of its own. */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { OURS } from './in-process.ts';
import { adopted, orItsEnd } from './peers/server.ts';

const MAIN = join(import.meta.dirname, '../../src/main.ts');

/** All rules as they are by default, and the log at its default level. */
const CONFIGURATION = {
  apiVersion: 'daemonward.dev/v1alpha1',
  kind: 'Configuration',
  server: { address: '127.0.0.1', port: 0, drainSeconds: 0, tls: { directory: 'certs' } },
  ops: { port: 0 },
  cluster: { snapshots: ['cluster.yaml'] },
};

const CLUSTER = `apiVersion: v1
kind: Node
metadata: {name: n1}
status: {allocatable: {cpu: "4", memory: 8Gi, pods: "110"}, conditions: [{type: Ready, status: "True"}]}
`;

/** How the greeting ends. */
const LAST_WORDS = 'Ctrl-C';

export interface ReviewServerOptions {
  /** Objects of the cluster beside its node, as YAML. */
  readonly more?: string;
  /** Of `server`, beside those that the bench needs. */
  readonly server?: Readonly<Record<string, unknown>>;
}

export async function startReviewServer({ more = '', server = {} }: ReviewServerOptions = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'daemonward-bench-'));
  writeFileSync(join(folder, 'cluster.yaml'), `${CLUSTER}${more}`);
  const configuration = { ...CONFIGURATION, server: { ...CONFIGURATION.server, ...server } };
  // JSON is YAML.
  writeFileSync(join(folder, 'daemonward.yaml'), JSON.stringify(configuration));
  const child = spawn(process.execPath, [MAIN, 'serve', '--config', 'daemonward.yaml'], {
    cwd: folder,
    stdio: ['ignore', 'pipe', 'ignore'],
  });
  adopted(child);
  let greeting = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    if (!greeting.includes(LAST_WORDS)) greeting += text;
  });
  while (!greeting.includes(LAST_WORDS)) await orItsEnd(child, once(child.stdout, 'data'));
  const [, port, opsUrl] = /:(\d+) .* and (http:\/\/[\d.]+:\d+)/.exec(greeting) ?? [];
  return {
    port: Number(port),
    opsUrl: opsUrl ?? '',
    name: OURS,
    pid: child.pid ?? 0,
    pathOf: (path: string) => path,
    share: 1,
    key: join(folder, 'certs/tls.key'),
    cert: join(folder, 'certs/tls.crt'),
    /** What a scheduler shows. */
    scheduler: { key: join(folder, 'certs/scheduler.key'), cert: join(folder, 'certs/scheduler.crt') },
    async stop(): Promise<void> {
      child.kill();
      await once(child, 'exit');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
