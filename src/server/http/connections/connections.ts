/** The open connections of a server, so that it can be left: Node itself does not know those without a request. */
import type { Server } from 'node:http';
import type { Socket } from 'node:net';

/** A server over TLS emits `secureConnection`; one without never does. */
type ConnectionSource = Pick<Server, 'on' | 'prependListener'>;

export interface Connections {
  /** Closes those on which no request is being read or answered. */
  closeIdle(): void;
  closeAll(): void;
  /** Those that are open now are closed with their next answer, which carries `Connection: close`. */
  renew(): void;
  /**
   * After the process stood still. Callers have gone over to another replica, and connections that they had begun meanwhile are
   * accepted only now: kept in a pool, they would bring some calls to this one and some to the other. So whoever calls within a
   * moment is answered with `Connection: close`, and then nobody is left of those who were there.
   */
  settle(): void;
}

/** In which everything that waited to be accepted is; no endpoint comes back sooner than a probe and its news take. */
const SETTLED_MS = 1_000;

export function trackConnections(server: ConnectionSource): Connections {
  /** TCP: also those whose handshake has not ended, which HTTP never hears of. */
  const transports = trackOpen();
  const secured = trackOpen();
  const busy = new Map<Socket, number>();
  const leaving = new WeakSet<Socket>();
  const used = new WeakSet<Socket>();
  let settling: NodeJS.Timeout | undefined;
  const renew = () => {
    for (const socket of secured.open) leaving.add(socket);
  };
  server.on('connection', transports.add);
  server.on('secureConnection', secured.add);
  // Before the application, which may have answered when it returns.
  server.prependListener('request', (request, response) => {
    const { socket } = request;
    used.add(socket);
    if (leaving.has(socket) || settling !== undefined) response.setHeader('connection', 'close');
    busy.set(socket, (busy.get(socket) ?? 0) + 1);
    response.on('close', () => {
      const left = (busy.get(socket) ?? 1) - 1;
      if (left === 0) busy.delete(socket);
      else busy.set(socket, left);
    });
  });
  return {
    closeIdle: () => {
      for (const socket of secured.open) if (!busy.has(socket)) socket.destroy();
    },
    renew,
    settle: () => {
      clearTimeout(settling);
      settling = setTimeout(() => {
        settling = undefined;
        renew();
        // Nobody waits for an answer here: to be closed is no more than a call that is sent elsewhere.
        for (const socket of secured.open) if (!used.has(socket)) socket.destroy();
      }, SETTLED_MS).unref();
    },
    closeAll: () => {
      for (const socket of [...secured.open, ...transports.open]) socket.destroy();
    },
  };
}

function trackOpen(): { readonly open: ReadonlySet<Socket>; add(socket: Socket): void } {
  const open = new Set<Socket>();
  return {
    open,
    add: (socket) => {
      open.add(socket);
      socket.once('close', () => open.delete(socket));
    },
  };
}
