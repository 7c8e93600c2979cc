/** Loopback ports that nobody listens on. */
import { randomInt } from 'node:crypto';
import { createServer, type Server } from 'node:net';

/** Below the range that kernels give to outgoing connections, so none of those takes a port before we do. */
const LOWEST = 20_000;
const HIGHEST = 32_000;

/** Far more than a machine has listeners. */
const ATTEMPTS = 200;

function listen(port: number): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer();
    server.once('error', () => resolve(undefined));
    server.listen({ port, host: '127.0.0.1', exclusive: true }, () => resolve(server));
  });
}

/** All of them are held until the last one is found, so that no two are the same. */
export async function freePorts(count: number): Promise<number[]> {
  const held = new Map<number, Server>();
  for (let attempt = 0; attempt < ATTEMPTS && held.size < count; attempt += 1) {
    const port = randomInt(LOWEST, HIGHEST);
    const server = held.has(port) ? undefined : await listen(port);
    if (server !== undefined) held.set(port, server);
  }
  await Promise.all([...held.values()].map((server) => new Promise((resolve) => server.close(resolve))));
  if (held.size < count) throw new Error(`found ${held.size} free ports of ${count}`);
  return [...held.keys()];
}
