/** What a Service is to its callers: one address, and behind it whoever is an endpoint at that moment. */
import { createServer, type Server, Socket } from 'node:net';

export interface ServiceProxy {
  url: string;
  /** Ports of the endpoints, from now on, for new connections. Those that are open stay where they are. */
  setEndpoints(ports: readonly number[]): void;
  close(): Promise<void>;
}

export interface ProxyOptions {
  /** `sessionAffinity: ClientIP`: everybody here has one address, and stays with one endpoint as long as it is one. */
  sticky?: boolean;
}

export async function startServiceProxy({ sticky = false }: ProxyOptions = {}): Promise<ServiceProxy> {
  let endpoints: readonly number[] = [];
  let turn = 0;
  let chosen = 0;
  const open = new Set<Socket>();

  function choose(): number | undefined {
    turn += 1;
    if (sticky && endpoints.includes(chosen)) return chosen;
    chosen = endpoints[turn % Math.max(1, endpoints.length)] ?? 0;
    return chosen || undefined;
  }

  function track(socket: Socket): void {
    open.add(socket);
    socket.once('close', () => open.delete(socket));
  }

  const server = createServer({ allowHalfOpen: true }, (incoming) => {
    track(incoming);
    const port = choose();
    // Nobody there: a Service without endpoints refuses.
    if (port === undefined) {
      incoming.resetAndDestroy();
      return;
    }
    const outgoing = new Socket({ allowHalfOpen: true });
    track(outgoing);
    outgoing.connect(port, '127.0.0.1');
    incoming.setNoDelay();
    outgoing.setNoDelay();
    incoming.pipe(outgoing);
    outgoing.pipe(incoming);
    // A connection that the other end refuses or breaks is broken here as well.
    incoming.on('error', () => outgoing.destroy());
    outgoing.on('error', () => incoming.resetAndDestroy());
    incoming.on('close', () => outgoing.destroy());
    outgoing.on('close', () => incoming.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `https://127.0.0.1:${portOf(server)}`,
    setEndpoints: (ports) => {
      endpoints = ports;
    },
    close: async () => {
      for (const socket of open) socket.destroy();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}
