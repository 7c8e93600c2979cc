/** The echo as a process. */
import { join } from 'node:path';
import { type KeyFiles, type Server, startPrinting, stopProcess } from './server.ts';

export const ECHO = 'Fastify echo';

export async function startEcho({ key, cert }: KeyFiles): Promise<Server> {
  const script = join(import.meta.dirname, 'echo-server.ts');
  const { child, line } = await startPrinting(process.execPath, [script, key, cert]);
  return {
    name: ECHO,
    port: Number(line),
    pid: child.pid ?? 0,
    pathOf: (path) => path,
    share: 1,
    stop: () => stopProcess(child),
  };
}
