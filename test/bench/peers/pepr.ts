/** Pepr's controller with an equal rule, outside of a cluster; installed only when somebody asks for it. */
import { execFileSync, spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { freePorts } from '../../e2e/harness/free-ports.ts';
import { proxiedKubeconfig } from '../../e2e/harness/proxied-kubeconfig.ts';
import { agentFor, exchange } from '../../e2e/harness/request.ts';
import { waitFor } from '../../e2e/harness/wait-for.ts';
import { adopted, type KeyFiles, type Server, startPrinting, stopProcess } from './server.ts';

export const PEPR = 'Pepr 1.1.4';

const FOLDER = join(import.meta.dirname, 'pepr');

/** The part of its paths that keeps others out. */
const API_PATH = 'bench';

/** It takes some ten times as long as the others. */
const SHARE = 0.1;

/** It waits up to six seconds on purpose, and loads for some more; a busy machine takes its time. */
const READY_WITHIN_MS = 120_000;

/** From its lock file, without anybody's install scripts. */
export function installPepr(): void {
  if (existsSync(join(FOLDER, 'node_modules/pepr'))) return;
  execFileSync('npm', ['ci', '--ignore-scripts'], { cwd: FOLDER, stdio: ['ignore', 2, 2] });
}

/** Says to the rows whether somebody asked for it. */
export const PEPR_WANTED = 'DAEMONWARD_BENCH_PEPR';

/** None where nobody asked for it. */
export async function startPepr({ key, cert }: KeyFiles): Promise<Server[]> {
  if (!process.env[PEPR_WANTED]) return [];
  const store = await startPrinting(process.execPath, [join(FOLDER, 'store.js')]);
  const [port = 0] = await freePorts(1);
  const module = spawn(process.execPath, [join(FOLDER, 'module.js'), String(port)], {
    env: {
      ...process.env,
      KUBECONFIG: proxiedKubeconfig(dirname(key), store.line),
      SSL_KEY_PATH: key,
      SSL_CERT_PATH: cert,
      PEPR_API_PATH: API_PATH,
    },
    // It logs some lines for each review: into a pipe that somebody reads, as in a pod.
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const child = adopted(module);
  module.stdout.resume();
  const agent = agentFor({ ca: readFileSync(join(dirname(key), 'ca.crt'), 'utf8') });
  await waitFor(
    'Pepr is ready',
    () => exchange(`https://localhost:${port}/healthz`, { agent }),
    ({ status }) => status === 200,
    { withinMs: READY_WITHIN_MS },
  );
  agent.destroy();
  return [
    {
      name: PEPR,
      port,
      pid: child.pid ?? 0,
      pathOf: (path) => `/${path.split('/')[1]}/${API_PATH}`,
      share: SHARE,
      stop: async () => {
        await stopProcess(child);
        await stopProcess(store.child);
      },
    },
  ];
}
